from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.search.matching.collection import NOW, entry

from tidings.model.search.results import Query
from tidings.search.matching.match_document import MatchDocument, document_of
from tidings.search.matching.matcher import Matcher, matcher_of

LANGUAGES = ("en", "de", "zh")


def matcher(text: str, **limits: object) -> Matcher:
    return matcher_of(Query(text, **limits), LANGUAGES, NOW, lambda story, id_: story == id_[1:])  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def tax() -> MatchDocument:
    return document_of(
        entry(
            7,
            title="Carbon plan",
            text="The government wants a carbon tax in Spain, 中国经济 aside.",
            standfirst="Politicians agree.",
            source="bbc.co.uk",
            path="budget-2024.html",
            published=datetime(2024, 5, 14, tzinfo=UTC),
            authors=("Jane Doe",),
            section="Politics",
            names=("Angela Merkel",),
            anchor="a new levy",
        )
    )


@pytest.mark.parametrize(
    "text",
    [
        "carbon taxes", "the carbon", '"carbon tax"', '"tax carbon"~1', "governm*", '"carbon ta*"',
        "goverment~", "politician", "levy", "中国", "经济", "title:plan", "source:bbc", "lang:en",
        "author:doe", "url:budget", "https://bbc.co.uk/budget-2024", "topic:politics",
        "entity:merkel", "story:7", "date:2024-05-14", "carbon yesterday", "carbon OR nothing",
        "-nothing", "*", "", "carbon^3",
        "carbon tax spain government wants one two three four five",  # half of many words
    ],
)  # fmt: skip
def test_an_article_matches(tax: MatchDocument, text: str) -> None:
    assert matcher(text).matches(tax)


@pytest.mark.parametrize(
    "text",
    [
        "carbon vote", '"tax carbon"', '"carbon spain"~1', "title:tax", "source:bbc.com", "lang:de",
        "author:joe", "story:8", "date:2024-05-13", "-carbon", "...", "中经",
        "carbon tax spain government vote train river ocean lake moon",  # less than half
    ],
)  # fmt: skip
def test_an_article_does_not_match(tax: MatchDocument, text: str) -> None:
    assert not matcher(text).matches(tax)


def test_an_undated_article_matches_no_date() -> None:
    undated = document_of(entry(1, text="carbon", published=None))
    assert not matcher("carbon since:2000").matches(undated)
    assert matcher("carbon -since:2000").matches(undated)
    assert matcher("carbon date:*").matches(undated)


def test_limits_next_to_the_text_count(tax: MatchDocument) -> None:
    assert matcher("carbon", source="bbc.co.uk", language="en").matches(tax)
    assert not matcher("carbon", source="bbc.com").matches(tax)
    assert not matcher("", since=NOW).matches(tax)


def test_notes_say_how_the_query_was_read() -> None:
    assert not matcher("carbon").notes
    assert "not closed" in matcher('"carbon').notes[0].message


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("carbon government", {"carbon"}),
        ("carbon OR tax", {"carbon", "tax"}),
        ('"government tax"', {"tax"}),
        ("carbon -government lang:en", {"carbon"}),
        ("title:(government tax)", {"tax"}),
        ("-carbon", None),
        ("carb*", None),
        ("carbon OR source:bbc.com", None),
        ("lang:en", None),
        ("...", set()),
    ],
)
def test_a_matcher_knows_terms_without_which_nothing_matches(
    text: str, needed: set[str] | None
) -> None:
    assert matcher_of(Query(text), (), NOW).needed_terms(len) == needed


def test_of_many_words_so_many_are_needed_that_one_of_them_matches() -> None:
    needed = matcher_of(Query("a1 b2 c3 d4 e5 f6 g7 h8 i9 j0"), (), NOW).needed_terms()
    assert needed is not None
    assert len(needed) == 6  # five of ten must match, so one of any six does


@given(st.lists(st.sampled_from("abcxyz"), max_size=9), st.integers(0, 5))
def test_near_means_so_many_others_in_between(letters: list[str], slop: int) -> None:
    words = {"a": "carbon", "b": "tax", "c": "spain"}
    document = document_of(entry(1, text=" ".join(words.get(each, "other") for each in letters)))
    matches = matcher(f'"carbon tax spain"~{slop}').matches(document)
    places = [[at for at, each in enumerate(letters) if each == wanted] for wanted in "abc"]
    between = [max(at) - min(at) - 2 for at in _choices(places)]
    assert matches == any(others <= slop for others in between)


def _choices(places: list[list[int]]) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for some in places:
        found = [(*each, at) for each in found for at in some]
    return found
