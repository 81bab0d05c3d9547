import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tidings.engine.access.names import (
    AccessRefused,
    new_password,
    spelled,
    token_name,
    user_name,
)

GOOD_NAMES = {
    "Ada": "ada",
    "  ada ": "ada",
    "zoe\u0308": "zoë",
    "\uff41\uff44\uff41": "ada",
    "ada.l-1_x@news.example": "ada.l-1_x@news.example",
    "Иван": "иван",
    "Straße": "strasse",
    "x" * 64: "x" * 64,
}
BAD_NAMES = {
    "empty": "",
    "space": "ada lovelace",
    "colon": "ada:x",
    "slash": "a/b",
    "dots": "..",
    "newline": "a\nb",
    "NUL": "a\0b",
    "escape": "\x1b[31mada",
    "surrogate": "\ud800",
    "right to left": "a\u202eb",
    "invisible": "a\u200bb",
    "too long": "x" * 65,
    "far too long": "x" * 10_000_000,
}


@pytest.mark.parametrize(("text", "name"), GOOD_NAMES.items(), ids=ascii)
def test_a_name_has_one_spelling(text: str, name: str) -> None:
    assert user_name(text) == name


@pytest.mark.parametrize("text", BAD_NAMES.values(), ids=BAD_NAMES)
def test_what_cannot_be_a_name_is_refused(text: str) -> None:
    assert spelled(text) == ""
    with pytest.raises(AccessRefused, match="letters, digits"):
        user_name(text)


@given(st.text(max_size=80))
def test_the_spelling_of_a_name_is_its_own_spelling(text: str) -> None:
    name = spelled(text)
    assert spelled(name) == name
    assert name.isprintable()
    assert not set(name) & set(":/ \\?#%\"'<>")


BAD_PASSWORDS = {
    "short": ("123456789", "at least 10"),
    "long": ("x" * 257, "at most 256"),
    "control character": ("0123456789\x1b", "control"),
    "surrogate": ("0123456789\ud800", "control"),
    "the name": ("Ada.Lovelace", "user's name"),
}


@pytest.mark.parametrize(("text", "why"), BAD_PASSWORDS.values(), ids=BAD_PASSWORDS)
def test_a_weak_password_is_refused_without_being_shown(text: str, why: str) -> None:
    with pytest.raises(AccessRefused, match=why) as refusal:
        new_password(text, "ada.lovelace")
    assert text not in str(refusal.value)


def test_a_password_is_the_same_however_a_keyboard_spells_it() -> None:
    assert new_password("cafe\u0301 olé olé", "ada") == new_password("café olé olé", "ada")
    assert new_password(" spaces stay ", "ada") == " spaces stay "


@given(st.text(st.characters(categories=["L", "N", "P", "Zs"]), min_size=1, max_size=90))
def test_a_token_has_a_name_that_can_be_printed(text: str) -> None:
    assume(text.split())
    name = token_name(text)
    assert name.isprintable()
    assert token_name(name) == name


@pytest.mark.parametrize("text", ["", " \n", "\x1b[1m", "x" * 101, "\ud800"], ids=ascii)
def test_a_name_that_says_nothing_is_refused(text: str) -> None:
    with pytest.raises(AccessRefused, match="such as 'phone'"):
        token_name(text)
