import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.text.scripts.marks import MARKS, folded, spellings


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("erdoğan", "erdogan"),
        ("malmö", "malmo"),
        ("łódź", "lodz"),
        ("ærø", "aero"),
        ("œuvre", "oeuvre"),
        ("þór", "thor"),
        ("việt", "viet"),
        ("κυβέρνηση", "κυβερνηση"),
        ("ёлка", "елка"),
        ("ґданськ", "гданськ"),
        ("e\u0301te\u0301", "ete"),
        ("שלוֹם", "שלום"),
        ("مُحَمَّد", "محمد"),
        ("محـــمد", "محمد"),
        ("إسرائيل", "اسراییل"),
        ("کتاب\u200cها", "کتابها"),
    ],
)
def test_accents_are_removed(written: str, plain: str) -> None:
    assert folded(written) == plain


@pytest.mark.parametrize("written", ["storm", "й", "ї", "हिन्दी", "ที่", "が", "中国", "straße", ""])
def test_letters_that_only_look_accented_stay(written: str) -> None:
    assert folded(written) == written


@settings(max_examples=60)
@given(st.text(st.characters(min_codepoint=0x41, max_codepoint=0x17F, categories=["Ll"])))
def test_a_folded_latin_word_has_no_accents_left(word: str) -> None:
    plain = folded(word)
    assert folded(plain) == plain
    assert not [letter for letter in plain if unicodedata.decomposition(letter)[:1].isdigit()]


@settings(max_examples=60)
@given(st.text(st.sampled_from("aéøлάñ\u0301中")), st.text(st.sampled_from("aéøлάñ\u0301中")))
def test_letters_are_folded_one_by_one(one: str, other: str) -> None:
    assert folded(one + other) == folded(one) + folded(other)


@pytest.mark.parametrize("letter", ["e", "é", "E", "É"])
def test_every_spelling_of_a_letter_is_known_from_any_of_them(letter: str) -> None:
    assert set("eéèêë") < set(spellings(letter))
    assert spellings(letter)[0] == "e"


@pytest.mark.parametrize(
    ("letter", "known"),
    [("o", "øöó"), ("l", "ł"), ("d", "đð"), ("г", "ґ"), ("ا", "أإآ"), ("ι", "ί")],
)
def test_letters_of_every_script_have_their_spellings(letter: str, known: str) -> None:
    assert set(known) <= set(spellings(letter))


@pytest.mark.parametrize("letter", ["q", "7", "я", "中", "-"])
def test_a_letter_without_accents_has_one_spelling(letter: str) -> None:
    assert spellings(letter) == letter


def test_all_spellings_fold_to_the_letter_and_are_lower_case() -> None:
    for letter in "abcdefghijklmnopqrstuvwxyzαεηιουωгеاکیهو":
        found = spellings(letter).replace("İ", "")
        assert {folded(spelling) for spelling in found} == {letter}
        assert found.lower() == found


def test_the_capital_that_has_no_small_letter_is_a_spelling_itself() -> None:
    assert "İ" in spellings("i")
    assert spellings("İ") == spellings("i")


def test_marks_are_the_combining_characters() -> None:
    mark = re.compile(f"[{MARKS}]")
    for point in range(0x300, 0x10000):
        is_mark = unicodedata.category(chr(point)) in ("Mn", "Mc")
        assert (mark.match(chr(point)) is not None) == is_mark, hex(point)
