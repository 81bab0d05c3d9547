from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.enrich.entities.article_entities import entities_of
from tidings.group.stories.clipping import (
    Clipping,
    clipping_of,
    clipping_of_text,
    unpacked_clipping,
)
from tidings.model.articles.article import Article
from tidings.text.frequency.corpus import Corpus
from tidings.text.parsing.parsed_text import parse_text

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
TEXT = (
    "The Quill burst its banks at Rochemare on Friday, driving 3,831 people from their homes. "
    "Marta Kessler, the mayor of Rochemare, said the dyke had given way after midnight. "
    "Rescuers from Longtai used boats to reach the villages, Kessler said."
)


def _clipping(title: str, text: str, language: str = "en") -> Clipping:
    heading, body = parse_text(title, language), parse_text(text, language)
    return clipping_of_text("a", "courier.example", NOW, heading, body, entities_of(heading, body))


def test_a_clipping_has_rare_terms_names_and_figures() -> None:
    clipping = _clipping("Flood in Rochemare", TEXT)
    assert clipping.terms[0].text == "rochemar"
    assert clipping.terms[0].in_title
    assert {"rochemare", "kessler", "longtai", "quill"} <= set(clipping.names)
    assert clipping.figures == ("3831",)
    assert not {"the", "from", "their"} & {term.text for term in clipping.terms}


def test_a_common_word_weighs_less_than_a_rare_one() -> None:
    rarities = {term.text: term.rarity for term in _clipping("", TEXT).terms}
    assert rarities["peopl"] < rarities["dyke"] < rarities["rochemar"]


def test_a_term_that_is_frequent_in_the_corpus_is_not_rare() -> None:
    corpus = Corpus.empty()
    for _ in range(3000):
        corpus.add(["rochemar"], "en")
    heading, body = parse_text("Flood", "en"), parse_text(TEXT, "en")
    clipping = clipping_of_text("a", "courier.example", NOW, heading, body, corpus=corpus)
    rarities = {term.text: term.rarity for term in clipping.terms}
    assert rarities["rochemar"] < rarities["dyke"]


def test_german_nouns_are_not_names() -> None:
    text = (
        "Am Freitag hat das Wasser die Stadt Rochemare erreicht, sagte Bürgermeisterin Falkenrath."
    )
    names = _clipping("Flut", text, "de").names
    assert {"rochemare", "falkenrath"} <= set(names)
    assert not {"freitag", "wasser", "stadt"} & set(names)


def test_a_chinese_clipping_has_words_and_figures() -> None:
    clipping = _clipping(
        "洪水涌入市中心", "星期五，洪水涌入市中心，3831人被安置到临时避难所。", "zh"
    )
    assert "洪水" in {term.text for term in clipping.terms}
    assert clipping.figures == ("3831",)


def test_a_title_alone_is_thin() -> None:
    assert _clipping("Skarnfall draws mixed reviews", "").is_thin


def test_packing_keeps_everything_in_about_a_kilobyte() -> None:
    clipping = _clipping("Flood in Rochemare", TEXT * 3)
    assert unpacked_clipping(clipping.packed()) == clipping
    assert len(clipping.packed()) < 1500


@pytest.mark.parametrize("data", [b"", b"nonsense", b"x\x9c\x03\x00\x00\x00\x00\x01"])
def test_bytes_that_are_not_a_clipping_are_rejected(data: bytes) -> None:
    assert unpacked_clipping(data) is None


def _article(published: datetime | None) -> Article:
    return Article(
        id="a", url="http://a.example/1", source="a.example", title="Flood", text=TEXT, html="",
        standfirst="", published=published, modified=None, first_seen=NOW, authors=(),
        language="en", section="", tags=(), image=None, publisher="", word_count=40,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("published", "at"),
    [
        (NOW - timedelta(hours=1), NOW - timedelta(hours=1)),
        (NOW + timedelta(days=300), NOW),
        (None, NOW),
    ],
)
def test_the_time_of_an_article_is_never_after_it_was_seen(
    published: datetime | None, at: datetime
) -> None:
    article = _article(published)
    assert clipping_of(article, parse_text("Flood", "en"), parse_text(TEXT, "en")).at == at


@settings(deadline=None)
@given(st.text(max_size=300), st.text(max_size=2000), st.sampled_from(["en", "de", "zh", "und"]))
def test_any_text_has_a_clipping_that_survives_packing(
    title: str, text: str, language: str
) -> None:
    clipping = _clipping(title, text, language)
    assert unpacked_clipping(clipping.packed()) == clipping


def test_a_megabyte_of_one_letter_has_no_names() -> None:
    assert _clipping("x" * 1000, "a" * 1_000_000).names == ()
