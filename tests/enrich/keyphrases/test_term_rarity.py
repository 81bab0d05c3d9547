"""The rarity of terms: an inverse document frequency that is never zero."""

from math import log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.enrich.keyphrases.term_rarity import term_rarity
from tidings.text.frequency.corpus import Corpus


def corpus_of(*documents: str, language: str = "en") -> Corpus:
    corpus = Corpus.empty()
    for document in documents:
        corpus.add(document.split(), language)
    return corpus


def test_rarity_is_the_logarithm_of_documents_per_occurrence() -> None:
    corpus = corpus_of("storm rain", "storm sun", "storm", "sun")
    found = term_rarity(["storm", "sun", "rain", "quake"], corpus, "en")
    assert found.tolist() == pytest.approx(
        [log(5 / 4) + 0.5, log(5 / 3) + 0.5, log(5 / 2) + 0.5, log(5) + 0.5]
    )


def test_in_an_empty_corpus_all_terms_are_alike() -> None:
    assert term_rarity(["storm", "the"], Corpus.empty(), "en").tolist() == [0.5, 0.5]


def test_a_term_of_every_document_still_counts() -> None:
    corpus = corpus_of("the", "the", "the")
    assert term_rarity(["the"], corpus, "en").tolist() == [0.5]


def test_documents_of_another_language_do_not_count() -> None:
    corpus = corpus_of("die", "die", language="de")
    assert term_rarity(["die"], corpus, "en").tolist() == [0.5]
    assert term_rarity(["die", "selten"], corpus, "de").tolist() == pytest.approx(
        [0.5, log(3) + 0.5]
    )


def test_a_term_is_never_in_more_documents_than_there_are() -> None:
    german = " ".join(str(number**3) for number in range(4_000))
    corpus = corpus_of(german, german, german, language="de")
    english = [f"storm{number**2}" for number in range(4_000)]
    shared = [word for word in english if corpus.frequencies([word], "en")[0]]
    assert shared  # English words that happen to share the slot of a German one
    assert term_rarity(shared, corpus, "en").tolist() == [0.5] * len(shared)


def test_no_terms_have_no_rarities() -> None:
    assert term_rarity([], corpus_of("a"), "en").tolist() == []


@settings(max_examples=30)
@given(st.lists(st.sets(st.sampled_from("abcdef")), max_size=12))
def test_a_term_of_fewer_documents_is_rarer(documents: list[set[str]]) -> None:
    corpus = corpus_of(*(" ".join(document) for document in documents))
    counts = [sum(term in document for document in documents) for term in "abcdef"]
    found = dict(zip(counts, term_rarity(list("abcdef"), corpus, "en"), strict=True))
    by_count = [found[count] for count in sorted(found)]
    assert by_count == sorted(by_count, reverse=True)
    assert min(by_count) >= 0.5
