from collections.abc import Callable

import pytest

from tidings.model.articles.article import Article
from tidings.search.index.search_index import Index
from tidings.search.planning.probes import probes_of
from tidings.search.planning.scoring_terms import (
    ScoringTerm,
    query_terms,
    scoring_terms,
    term_weights,
)
from tidings.search.planning.term_lookup import TermLookup
from tidings.search.query.parse import parse

MakeArticle = Callable[..., Article]
FilledIndex = Callable[..., Index]


@pytest.fixture
def lookup(filled: FilledIndex, make_article: MakeArticle) -> TermLookup:
    index = filled(
        make_article("en", "The houses of the government, its politics and politicians; new cars."),
        make_article("more", "The same."),
        make_article("de", "Die neuen Häuser der Regierung.", language="de"),
    )
    return TermLookup(index.view, index.languages())


def weighted(lookup: TermLookup, text: str) -> dict[str, float]:
    return term_weights(scoring_terms(parse(text), lookup))


def test_a_word_is_scored_by_those_of_its_stems_that_are_known(lookup: TermLookup) -> None:
    assert weighted(lookup, "houses") == {"hous": 1.0}
    assert weighted(lookup, "Häuser") == {"haus": 1.0}


def test_an_unknown_word_keeps_its_forms(lookup: TermLookup) -> None:
    assert set(weighted(lookup, "elections")) >= {"elections", "elect"}


def test_excluded_words_and_filters_are_not_scored(lookup: TermLookup) -> None:
    text = "cars -houses NOT politics source:houses.com author:new date:2024"
    assert weighted(lookup, text) == {"car": 1.0}


def test_weights_are_multiplied_and_those_of_a_repeated_word_summed(lookup: TermLookup) -> None:
    assert weighted(lookup, "cars^3 (houses^2)^2 cars") == {"car": 4.0, "hous": 4.0}


@pytest.mark.parametrize("text", ["the houses", "houses of the", "(the houses) OR (the houses)"])
def test_stop_words_are_not_scored(lookup: TermLookup, text: str) -> None:
    assert set(weighted(lookup, text)) == {"hous"}


@pytest.mark.parametrize("text", ["the", "of the", "+the houses", '"the" houses', '"the houses"'])
def test_stop_words_are_scored_if_there_are_no_others_or_they_are_explicit(
    lookup: TermLookup, text: str
) -> None:
    assert "the" in weighted(lookup, text)


def test_a_title_field_is_kept_with_its_terms(lookup: TermLookup) -> None:
    assert scoring_terms(parse("title:cars"), lookup) == [ScoringTerm(("car",), 1.0, True)]


def test_a_prefix_is_scored_by_the_terms_it_stands_for(lookup: TermLookup) -> None:
    assert set(weighted(lookup, "politic*")) == {"polit", "politician"}
    assert set(weighted(lookup, "governm*")) == {"govern"}


def test_a_misspelt_word_is_scored_by_similar_terms(lookup: TermLookup) -> None:
    assert set(weighted(lookup, "govrnment~")) == {"govern"}


def test_the_terms_of_a_query_are_those_that_are_wanted(lookup: TermLookup) -> None:
    assert query_terms(parse('houses "new cars" -boats'), lookup) == {"hous", "new", "car"}


def test_a_word_is_looked_up_as_it_is_and_by_the_stems_of_each_language() -> None:
    assert set(probes_of("Häuser", ("de", "en"))) == {((0, "hauser"),), ((0, "haus"),)}


def test_a_phrase_keeps_the_positions_of_its_words() -> None:
    assert ((0, "climat"), (1, "chang")) in probes_of("climate change", ("en",))


def test_a_run_of_han_is_looked_up_by_its_bigrams() -> None:
    assert probes_of("中国经", ("zh", "en")) == (((1, "中国"), (3, "国经")),)
