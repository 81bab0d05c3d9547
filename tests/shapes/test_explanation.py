import json
from datetime import UTC, datetime

from tidings.model.crawl.visit import PastVisit
from tidings.model.search.explanation import Explanation
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.serve.schema import schema_of
from tidings.shapes.explanation import ExplanationOut, explanation_shape

AT = datetime(2024, 5, 31, 12, 0, tzinfo=UTC)


def test_an_explanation_matches_its_schema() -> None:
    explanation = Explanation(
        url="https://a.example/",
        state=FrontierState.DONE,
        kind=PageKind.INDEX,
        reasons=("added as a source",),
        role=UrlRole.PAGE,
        last_visit=AT,
        visits=(PastVisit(AT, 200, Reason.INDEX_PAGE, "", 10, 0.5),),
    )
    shape = json.loads(json.dumps(explanation_shape(explanation)))
    assert shape == schema_of(ExplanationOut).model_validate(shape).model_dump()
    assert (shape["state"], shape["kind"], shape["role"]) == ("done", "index", "page")
    assert shape["visits"][0]["reason"] == "index page"
