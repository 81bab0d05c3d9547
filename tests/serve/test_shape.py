import json
from datetime import UTC, datetime

from tidings.engine.why import Explanation
from tidings.model.page import PageKind, Role, State
from tidings.model.reason import Reason
from tidings.model.search import Answer, Hit, Snippet
from tidings.model.visit import PastVisit
from tidings.serve.schema import AnswerOut, ExplanationOut
from tidings.serve.shape import answer_shape, explanation_shape

AT = datetime(2024, 5, 31, 12, 0, tzinfo=UTC)


def test_an_answer_is_plain_json_of_the_promised_shape() -> None:
    hit = Hit(
        "a" * 16, "https://a.example/", "T", "a.example", AT, "en", Snippet("s", ((0, 1),)), 2.5
    )
    shape = answer_shape(Answer(7, 1.5, (hit,)))
    assert json.loads(json.dumps(shape)) == AnswerOut.model_validate(shape).model_dump(
        exclude_unset=True
    )
    assert shape["hits"] == [
        {
            "id": "a" * 16,
            "url": "https://a.example/",
            "title": "T",
            "source": "a.example",
            "published": "2024-05-31T12:00:00Z",
            "language": "en",
            "snippet": "s",
            "score": 2.5,
        }
    ]


def test_an_explanation_is_plain_json_of_the_promised_shape() -> None:
    explanation = Explanation(
        url="https://a.example/",
        state=State.DONE,
        kind=PageKind.INDEX,
        reasons=("added as a site",),
        role=Role.PAGE,
        last_visit=AT,
        visits=(PastVisit(AT, 200, Reason.INDEX_PAGE, "", 10, 0.5),),
    )
    shape = json.loads(json.dumps(explanation_shape(explanation)))
    assert shape == ExplanationOut.model_validate(shape).model_dump()
    assert (shape["state"], shape["kind"], shape["role"]) == ("done", "index", "page")
    assert shape["visits"][0]["reason"] == "index page"
