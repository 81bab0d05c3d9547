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
