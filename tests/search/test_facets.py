from datetime import UTC, datetime, timedelta

import tantivy
from tests.search.conftest import FilledIndex, MakeArticle

from tidings.model.search.results import Facet, FacetValue
from tidings.search.facets import facets, timeline

DAY = datetime(2024, 5, 1, tzinfo=UTC)
EVERYTHING = tantivy.Query.all_query()


def test_matches_divide_by_source_the_most_frequent_first(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    sources = ["a.example", "b.example", "b.example"]
    index = filled(*(make_article(str(n), source=name) for n, name in enumerate(sources)))
    (facet,) = facets(index.searcher, EVERYTHING, ["source"])
    assert facet == Facet("source", (FacetValue("b.example", 2), FacetValue("a.example", 1)))
    (first,) = facets(index.searcher, EVERYTHING, ["source"], size=1)
    assert first.values == (FacetValue("b.example", 2),)


def test_days_come_the_newest_first_and_only_those_with_matches(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    hours = [1, 23, 24 * 5]
    index = filled(
        *(make_article(str(n), published=DAY + timedelta(hours=h)) for n, h in enumerate(hours))
    )
    (facet,) = facets(index.searcher, EVERYTHING, ["day"])
    assert facet.values == (FacetValue("2024-05-06", 1), FacetValue("2024-05-01", 2))


def test_an_unknown_facet_is_left_out(filled: FilledIndex, make_article: MakeArticle) -> None:
    assert facets(filled(make_article("a")).searcher, EVERYTHING, ["colour"]) == ()


def test_a_timeline_has_no_gaps_and_adds_up(filled: FilledIndex, make_article: MakeArticle) -> None:
    days = [0, 0, 3, 20]
    index = filled(
        *(make_article(str(n), published=DAY + timedelta(days=d)) for n, d in enumerate(days))
    )
    line = timeline(index.searcher, EVERYTHING)
    assert line is not None
    assert line.step == timedelta(days=1)
    assert [count for _, count in line.counts] == [2, 0, 0, 1, *[0] * 16, 1]
    assert line.counts[0][0] == DAY


def test_a_timeline_over_centuries_is_as_short_as_one_over_days(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    moments = [datetime(1, 1, 2, tzinfo=UTC), DAY, datetime(9999, 12, 30, tzinfo=UTC)]
    index = filled(*(make_article(str(n), published=at) for n, at in enumerate(moments)))
    line = timeline(index.searcher, EVERYTHING)
    assert line is not None
    assert len(line.counts) <= 101
    assert sum(count for _, count in line.counts) == 3


def test_nothing_found_has_no_timeline(filled: FilledIndex, make_article: MakeArticle) -> None:
    searcher = filled(make_article("a")).searcher
    assert timeline(searcher, tantivy.Query.empty_query()) is None
    (facet,) = facets(searcher, tantivy.Query.empty_query(), ["source"])
    assert facet.values == ()
