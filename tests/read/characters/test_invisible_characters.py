import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.read.characters.invisible_characters import visible_markup, visible_text


@pytest.mark.parametrize(
    ("noisy", "text"),
    [
        ("Bundes\u00adregierung", "Bundesregierung"),
        ("zero\u200bwidth\ufeff \u2060noise", "zerowidth noise"),
        ("10\u00a0000\u202f€\u3000and\u2009more\u2028lines", "10 000 € and more lines"),
        ("a\x00b\x07c\x1b\x85d\x90", "abc d"),
        ("\x93quoted\x94 \x96 10 \x80", "“quoted” – 10 €"),
        ("e\u0301te\u0301", "été"),
        ("\u200eplain\u200f \u202awords\u202c", "plain words"),
        ("\ue123 icon \U000f0001", "icon"),
        ("lone \ud800 half", "lone half"),
        ("fi\u200cxed \u200djoiners", "fixed joiners"),
        (" \u200b \ufeff ", ""),
        ("\u200f \u200e", ""),
    ],
)
def test_invisible_characters_are_removed(noisy: str, text: str) -> None:
    assert visible_text(noisy) == text


@pytest.mark.parametrize(
    "text",
    [
        "می\u200cخواهم",  # Persian
        "क्\u200dष और क्\u200cष",  # Hindi
        "അവന്\u200d വന്നു",  # Malayalam
        "\U0001f468\u200d\U0001f469\u200d\U0001f467 today",
        "\u2764\ufe0f\u200d\U0001f525",
        "ភាសា\u200bខ្មែរ",  # Khmer
        "אמר \u200fABC\u200e, היום",  # marks of direction between two scripts
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    ],
)
def test_characters_that_letters_need_stay(text: str) -> None:
    assert visible_text(text) == unicodedata.normalize("NFC", text)


def test_line_breaks_in_markup_stay() -> None:
    assert visible_markup("<pre>a\n  b\u00ad\u200bc</pre>\x07 é") == "<pre>a\n  bc</pre> é"


def test_a_pile_of_accents_is_cut() -> None:
    assert len(visible_text("e" + "\u0301\u0316" * 100_000)) < 30


@given(st.text())
def test_visible_text_is_one_line_and_idempotent(text: str) -> None:
    once = visible_text(text)
    assert once == " ".join(once.split())
    assert not any(unicodedata.category(char) in ("Cc", "Cs") for char in once)
    assert visible_text(once) == once
