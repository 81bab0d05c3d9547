import json
import zlib
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.enrich.entities.article_entities import entities_of
from tidings.group.stories.clipping import (
    MAX_PHRASES,
    MAX_TERMS,
    MAX_TITLE_TERMS,
    Clipping,
    ClippingTerm,
    clipping_of,
    clipping_of_text,
    unpacked_clipping,
)
from tidings.model.articles.annotations import Keyphrase
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


@given(st.text(max_size=300), st.text(max_size=2000), st.sampled_from(["en", "de", "zh", "und"]))
def test_any_text_has_a_clipping_that_survives_packing(
    title: str, text: str, language: str
) -> None:
    clipping = _clipping(title, text, language)
    assert unpacked_clipping(clipping.packed()) == clipping


def test_a_megabyte_of_one_letter_has_no_names() -> None:
    assert _clipping("x" * 1000, "a" * 1_000_000).names == ()


def _packed(row: object) -> bytes:
    return zlib.compress(json.dumps(row).encode())


ROW = ["a", "a.example", "en", 0.0, "Flood", [["flood", 70, 12, 1]], ["quill"], ["3831"], ["dyke"]]


def test_the_row_of_a_clipping_is_read_field_by_field() -> None:
    assert unpacked_clipping(_packed(ROW)) == Clipping(
        "a", "a.example", "en", datetime(1970, 1, 1, tzinfo=UTC), "Flood",
        (ClippingTerm("flood", 70, 12, True),), ("quill",), ("3831",), ("dyke",),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("field", "value"),
    [(0, 7), (3, "noon"), (3, 1e300), (5, [["flood", 70]]), (5, [[3, 70, 12, 1]]), (5, 3),
     (5, [["flood", "x", 12, 1]]), (6, [None]), (7, [3831])],
)  # fmt: skip
def test_a_row_with_a_wrong_field_is_rejected(field: int, value: object) -> None:
    row = list(ROW)
    row[field] = value
    assert unpacked_clipping(_packed(row)) is None


def test_a_row_of_another_length_is_rejected() -> None:
    assert unpacked_clipping(_packed(ROW[:-1])) is None
    assert unpacked_clipping(_packed([*ROW, 1])) is None


def test_the_heaviest_terms_of_a_long_text_are_kept_and_all_of_its_title() -> None:
    body = " ".join(f"wordx{at} " * (1 + at % 3) for at in range(90))
    title = " ".join(f"titlex{at}" for at in range(20))
    terms = _clipping(title, body).terms
    in_title = [term.text for term in terms if term.in_title]
    assert sorted(in_title) == sorted(f"titlex{at}" for at in range(MAX_TITLE_TERMS))
    kept = {int(term.text[5:]) for term in terms if not term.in_title}
    assert len(kept) == MAX_TERMS
    assert kept > {at for at in range(90) if at % 3 == 2}  # thrice each
    assert not kept & {at for at in range(90) if at % 3 == 0}  # once each
    assert [term.weight for term in terms] == sorted((t.weight for t in terms), reverse=True)


def test_the_keyphrases_of_an_article_are_kept_in_order() -> None:
    nothing = parse_text("", "en")
    phrases = [Keyphrase(f"phrase {at}", 1.0) for at in range(20)]
    clipping = clipping_of_text("a", "a.example", NOW, nothing, nothing, keyphrases=phrases)
    assert clipping.phrases == tuple(f"phrase {at}" for at in range(MAX_PHRASES))
