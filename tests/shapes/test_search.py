"""The JSON of answers, compared with the API's schema."""

import json
from datetime import UTC, datetime, timedelta

from tidings.model.search.results import (
    Facet,
    FacetValue,
    Hit,
    NearDuplicate,
    Overview,
    QueryNote,
    QueryNoteKind,
    RankingModel,
    ScoreBreakdown,
    ScoreFactor,
    SearchAnswer,
    Snippet,
    SpellingSuggestion,
    TermShare,
    Timeline,
)
from tidings.serve.api.search_example import EXAMPLE
from tidings.serve.schema import schema_of
from tidings.shapes.search import AnswerOut, answer_bytes, answer_shape

NOON = datetime(2024, 5, 31, 12, 0, tzinfo=UTC)


def full_answer() -> SearchAnswer:
    breakdown = ScoreBreakdown(
        RankingModel.NEWS,
        2.5,
        (TermShare("ferri", 1.0, 1.0, body=2, title=1, headings=0, added=False),),
        (ScoreFactor("recency", 1.2, "2 hours old"),),
    )
    hit = Hit(
        id="b1c5a3d0e2f44a17",
        url="https://post.example/news/ferry",
        title="Ferry \ud800 back",
        source="post.example",
        published=NOON,
        first_seen=NOON,
        language="en",
        snippet=Snippet("The ferry sails.", ((4, 9),)),
        score=3.0,
        gone_at=NOON,
        copies=(
            NearDuplicate("c" * 16, "courier.example", "https://courier.example/f", "Ferry back"),
        ),
        breakdown=breakdown,
    )
    return SearchAnswer(
        total=1,
        took_ms=1.5,
        hits=(hit,),
        added=(("quay", 0.21),),
        notes=(QueryNote(0, 4, "read as words", QueryNoteKind.REPAIRED),),
        as_of=7,
        suggestion=SpellingSuggestion("ferry", ((0, 5),)),
    )


def test_the_answer_and_its_schema_have_the_same_keys() -> None:
    overview = Overview(
        (Facet("source", (FacetValue("post.example", 1),)),),
        Timeline(timedelta(days=1), ((NOON, 1),)),
    )
    shape = answer_shape(full_answer(), overview)
    promised = schema_of(AnswerOut).model_validate(shape).model_dump(mode="json", by_alias=True)
    assert json.loads(json.dumps(shape)) == promised
    assert shape["timeline"] == {
        "step_seconds": 86_400,
        "counts": [{"from": "2024-05-31T12:00:00Z", "count": 1}],
    }


def test_facets_and_reasons_are_only_present_on_request() -> None:
    assert {"facets", "timeline"}.isdisjoint(answer_shape(full_answer()))
    assert "breakdown" not in EXAMPLE["hits"][0]
    schema_of(AnswerOut).model_validate(EXAMPLE)


def test_a_lone_surrogate_does_not_break_an_answer() -> None:
    assert json.loads(answer_bytes(full_answer()))["hits"][0]["title"] == "Ferry ? back"
