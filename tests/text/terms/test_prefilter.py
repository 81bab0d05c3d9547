import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.text.terms.analysis import analyse
from tidings.text.terms.prefilter import chunks_with, grams_in


def pieces(wanted: str, text: str, language: str = "en") -> list[str]:
    found = chunks_with(frozenset(wanted.split()), text, language)
    return [text[start:end] for start, end in found]


def test_only_words_that_begin_like_a_wanted_term_are_given() -> None:
    text = "The ministers met; a minister, the ministry and the minstrel left the admin."
    assert pieces("minist", text) == ["ministers", "minister,", "ministry"]
    assert pieces("flood", text) == []


@pytest.mark.parametrize(
    ("term", "text", "found"),
    [
        ("happi", "They are happy.", "happy."),
        ("die", "He is dying now", "dying"),
        ("us", "in the U.S. today", "U.S."),
        ("flood", "a “Flooded” town", "“Flooded”"),
        ("flood", "an anti-flood dyke", "anti-flood"),
        ("ecole", "une École fermée", "École"),
        ("oeuvr", "des ŒUVRES rares", "ŒUVRES"),
        ("strass", "an der Straße dort", "Straße"),
        ("3.5", "up by 3,5% now", "3,5%"),
        ("fine", "a ﬁne day", "ﬁne"),
        ("nato", "the ＮＡＴＯ summit", "ＮＡＴＯ"),
    ],
)
def test_a_word_is_found_in_every_spelling(term: str, text: str, found: str) -> None:
    assert found in pieces(term, text)


def test_an_umlaut_may_be_written_with_two_letters() -> None:
    text = "Die Übernahme und die Uebernahme"
    (term,) = set(analyse("Übernahme Uebernahme", "de"))
    assert pieces(term, text, "de") == ["Übernahme", "und", "Uebernahme"]


def test_a_word_right_behind_a_script_without_spaces_is_found() -> None:
    assert pieces("iphone", "苹果的iPhone 17手机", "zh") == ["苹果的iPhone"]


def test_each_piece_is_given_once_even_if_several_of_its_words_match() -> None:
    assert pieces("flood dyke", "flood-dyke flood/flood dry") == ["flood-dyke", "flood/flood"]


def test_where_stemming_changes_the_start_of_words_every_word_is_given() -> None:
    assert pieces("xyz", "mempertanyakan  pemerintah\ndi", "id") == [
        "mempertanyakan", "pemerintah", "di",
    ]  # fmt: skip


_words = st.sampled_from(
    "happy skies dying Übernahme Straße Œuvre état L’État co-operate U.S. 3,5 1.000 naïve "
    "“quoted” ministers’ Häuser Правительство ёлки Κυβέρνηση İstanbul ﬁne 苹果iPhone ĳs þing "
    "Æon thing science sciences flies FLYING generous".split()
)
_spaces = st.sampled_from([" ", "\n", "\t", "\u00a0", " — ", "-", "/", "、"])
_texts = st.lists(st.tuples(_words, _spaces), max_size=12).map(
    lambda pairs: "".join(word + space for word, space in pairs)
)
_languages = st.sampled_from(["en", "de", "fr", "ru", "el", "es", "nl", "tr", "und"])


@settings(max_examples=150)
@given(_texts, _languages, st.booleans())
def test_every_word_that_has_a_wanted_term_is_in_a_piece(
    text: str, language: str, in_capitals: bool
) -> None:
    text = text.upper() if in_capitals else text
    chunks = [(match.span(), analyse(match[0], language)) for match in re.finditer(r"\S+", text)]
    for wanted in {term for _, terms in chunks for term in terms if term.isascii()}:
        spans = list(chunks_with(frozenset({wanted}), text, language))
        assert all(before[1] <= after[0] for before, after in pairwise(spans))
        for (start, end), terms in chunks:
            if wanted in terms:
                assert any(first <= start and end <= last for first, last in spans), wanted


def test_the_longest_gram_at_each_place_is_given() -> None:
    wanted = frozenset({"国", "国经", "经", "storm", ""})
    assert list(grams_in(wanted, "中国经济，国 storm")) == [
        ("国经", 1, 3), ("经", 2, 3), ("国", 5, 6),
    ]  # fmt: skip


def test_without_wanted_grams_none_are_given() -> None:
    assert list(grams_in(frozenset({"storm"}), "中国 storm")) == []


def test_a_letter_with_more_marks_is_another_letter() -> None:
    assert list(grams_in(frozenset({"ท"}), "ที่ ท")) == [("ท", 4, 5)]
