"""How pages are judged: the paper's formula in two readings, and ours."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.crawl.agents.query_terms import query_terms
from tidings.crawl.agents.relevance import (
    FIND,
    cosine_similarity,
    page_relevance,
    printed_similarity,
)

FLOOD = query_terms("floods in Norwich", "en")
STORY = "Floods hit Norwich on Monday. The flood closed the roads of Norwich and the flood rose. "


def test_a_page_about_the_query_is_a_find() -> None:
    assert page_relevance(FLOOD, "Floods in Norwich", STORY * 3, "en").ours >= FIND


def test_a_page_that_names_one_of_two_words_is_none() -> None:
    assert page_relevance(FLOOD, "Norwich wins", "Norwich won again. " * 20, "en").ours < FIND


def test_a_long_query_does_not_need_all_its_words() -> None:
    query = query_terms(
        "What happened to roads, bridges, schools and farms when the floods came to Norwich, and "
        "how did insurers, councils, engineers and volunteers respond in the weeks afterwards?",
        "en",
    )
    story = STORY + "Roads and bridges were closed, insurers and engineers came to the bridges. "
    assert page_relevance(query, "Floods in Norwich", story * 3, "en").ours >= FIND
    assert page_relevance(query, "Golf", "The schools played golf. " * 9, "en").ours < FIND


def test_stop_words_of_a_query_do_not_count() -> None:
    assert set(FLOOD.counts) == {"flood", "norwich"}
    assert query_terms("the of", "en").counts, "a query of stop words only keeps them"


def test_a_page_in_another_language_is_read_as_both() -> None:
    query = query_terms("Überschwemmungen Norwich", "en")
    text = "Die Überschwemmung in Norwich: Überschwemmungen, Norwich und wieder Norwich. " * 3
    assert page_relevance(query, "Überschwemmung", text, "de").ours >= FIND


def test_the_paper_divides_by_the_smaller_square() -> None:
    assert printed_similarity({"a": 1, "b": 1}, {"a": 1, "c": 3}) == pytest.approx(1 / 2)
    assert printed_similarity({"a": 1}, {"a": 5}) == 1.0, "cut at 1"
    assert cosine_similarity({"a": 1, "b": 1}, {"a": 1, "c": 1}) == pytest.approx(0.5)


def test_telling_terms_are_neither_stop_words_nor_the_querys() -> None:
    terms = page_relevance(FLOOD, "", STORY * 2, "en").terms
    assert "road" in terms
    assert not {"the", "flood", "norwich"} & set(terms)


@given(st.text(max_size=300), st.text(max_size=300), st.text(max_size=60))
def test_every_measure_is_between_0_and_1(title: str, text: str, words: str) -> None:
    found = page_relevance(query_terms(words, "en"), title, text, "de")
    assert all(0.0 <= value <= 1.0001 for value in (found.ours, found.printed, found.cosine))
