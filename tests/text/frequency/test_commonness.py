import math

import pytest

from tidings.text.frequency.commonness import UNLISTED_RARITY, rarities
from tidings.text.frequency.corpus import Corpus


def test_common_words_are_less_rare_than_names() -> None:
    common, less, name = rarities(["peopl", "bankruptci", "rochemar"], "en")
    assert common < less < name == UNLISTED_RARITY


def test_without_a_table_all_words_are_equally_rare_until_some_are_read() -> None:
    assert len(set(rarities(["maison", "rochemare"], "fr"))) == 1
    corpus = Corpus.empty()
    for _ in range(500):
        corpus.add(["maison", "annee"], "fr")
    house, name = rarities(["maison", "rochemare"], "fr", corpus)
    assert house < name


def test_many_articles_outweigh_the_table() -> None:
    corpus = Corpus.empty()
    for _ in range(20_000):
        corpus.add(["rochemar"], "en")
    (read,) = rarities(["rochemar"], "en", corpus)
    assert read < rarities(["dyke"], "en")[0]


def test_no_terms_give_no_rarities() -> None:
    assert rarities([], "en") == []


def test_what_was_read_and_what_was_expected_are_averaged() -> None:
    # Without a table, the expectation exp(-11) weighs as much as 50 articles, and an article that
    # has the term adds one of its 150 terms.
    corpus = Corpus.empty()
    for number in range(40):
        corpus.add(["maison"] if number < 10 else ["annee"], "fr")
    share = (50 * math.exp(-11) + 10 / 150) / (50 + 40)
    assert rarities(["maison"], "fr", corpus) == pytest.approx([-math.log(share)])


def test_a_term_that_never_occurs_gets_rarer_up_to_a_limit() -> None:
    corpus, found = Corpus.empty(), list[float]()
    for articles in (50, 400, 20_000):
        while corpus.documents("fr") < articles:
            corpus.add(["annee"], "fr")
        found += rarities(["rochemare"], "fr", corpus)
    assert found[0] == pytest.approx(11 + math.log(2))
    assert found[0] < found[1] < found[2] == UNLISTED_RARITY


def test_an_empty_corpus_changes_nothing() -> None:
    terms = ["peopl", "bankruptci", "rochemar"]
    assert rarities(terms, "en", Corpus.empty()) == rarities(terms, "en")
