import json
from collections.abc import Sequence
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tidings.text.bulk.bulk_analyser import BulkAnalyser, BulkTerms
from tidings.text.terms.analysis import analyse

LANGUAGES = ["en", "de", "tr", "ca", "zh", "th", "hi", "vi", "xx"]
PIECES = [
    *"the Storm's U.S. COVID-19 3,5 1,000 l'aigua don’t “quoted” --- ... (bracket).".split(),
    *"2026 5G 1990s Covid19 INSIDER I 7sins x9s".split(),
    *"…end IJ ﬁne Straße İstanbul ma má été新闻 新闻记者报道 ภาษาไทย".split(),
    *"हिन्दी नमस्ते слово Слово، ab\u00ad cd".split(),
    " ", "\n", "\t", "\u00a0", "\u3000", "\u2028", "\x1c", "\x85", "\0", "a\0", "_", "x" * 15,
    "y" * 16, "z" * 31, "q" * 32, "w" * 64, "ü" * 15, "ü" * 16, "v" * 65, "😀", "!!!word!!!", "🄰",
]  # fmt: skip
texts = st.lists(st.sampled_from(PIECES) | st.characters(exclude_categories=["Cs"]), max_size=30)


def single_spaced(found: BulkTerms) -> list[str]:
    return [" ".join(text.split()) for text in found.spaced_texts()]


def in_bulk(analyser: BulkAnalyser, written: Sequence[str], language: str) -> list[str]:
    return single_spaced(analyser.analyse(written, language))


def one_by_one(written: Sequence[str], language: str) -> list[str]:
    return [" ".join(analyse(text, language)) for text in written]


@given(st.lists(texts.map("".join) | texts.map(" ".join), max_size=6), st.sampled_from(LANGUAGES))
def test_many_texts_have_the_terms_of_each(written: list[str], language: str) -> None:
    assert in_bulk(BulkAnalyser.of_thread(), written, language) == one_by_one(written, language)


def test_every_language_gives_the_same_terms_in_bulk() -> None:
    lines = Path("tests/search/languages.jsonl").read_text("utf-8").splitlines()
    for known in map(json.loads, lines):
        written = [str(value) for value in known.values()]
        for language in (known.get("language", "en"), "en"):
            found = in_bulk(BulkAnalyser.of_thread(), written, language)
            assert found == one_by_one(written, language)


def test_words_that_begin_with_a_capital_are_marked() -> None:
    found = BulkAnalyser.of_thread().analyse(
        ['The "Storm" hit Anglo-american coasts,', "NATO said. 新闻 Ž"], "en"
    )
    texts = [found.vocabulary.texts[number] for number in found.numbers]
    capitals = [text for text, capital in zip(texts, found.capitals, strict=True) if capital]
    assert capitals == ["the", "storm", "anglo", "nato", "z"]


def test_dropped_words_are_analysed_again() -> None:
    analyser = BulkAnalyser(max_cached=40)
    sizes = []
    for number in range(200):
        written = [f"word{number} Word{number} common Common words and-more of them", "common"]
        found = analyser.analyse(written, "en")
        assert single_spaced(found) == one_by_one(written, "en")
        sizes.append(len(found.vocabulary))
    assert max(sizes) < 60
    assert sizes[-1] >= 6  # recurring words are not dropped


def test_words_that_do_not_recur_are_dropped() -> None:
    analyser = BulkAnalyser(max_cached=50)
    for number in range(30):
        written = ["".join(chr(0x4E00 + 40 * number + at) for at in range(40))]
        found = analyser.analyse(written, "zh")
        assert single_spaced(found) == one_by_one(written, "zh")
        assert len(found.vocabulary) < 300
