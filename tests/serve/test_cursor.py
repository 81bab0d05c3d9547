from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.serve.cursor import Cursor, CursorCodec, CursorInvalid

AT = datetime(2024, 5, 31, 12, 0, 0, 250_000, tzinfo=UTC)
CODEC = CursorCodec(b"k" * 32)

positions = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**62), 2**62) | st.text(),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=8,
)


@given(st.lists(st.tuples(st.text(), st.text())), positions)
def test_a_cursor_survives_its_journey(pairs: list[tuple[str, str]], position: Any) -> None:
    cursor = Cursor(tuple(pairs), AT, position)
    text = CODEC.encode("/api/v1/search", cursor)
    assert text.isascii()
    assert not set(text) & set("+/=&?# ")
    assert CODEC.decode("/api/v1/search", text) == cursor


@given(st.integers(0, 10_000), st.integers(1, 255))
def test_a_changed_cursor_is_refused(place: int, change: int) -> None:
    text = CODEC.encode("/api/v1/search", Cursor((("q", "ferry"),), AT, [1, "b1c5"]))
    at = place % len(text)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    other = letters[(letters.index(text[at]) + change % 63 + 1) % 64]
    if other == text[at]:
        return
    changed = text[:at] + other + text[at + 1 :]
    try:
        same = CODEC.decode("/api/v1/search", changed)
    except CursorInvalid:
        return
    # The last letter has bits that mean nothing.
    assert at == len(text) - 1
    assert same.position == [1, "b1c5"]


@given(st.text())
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(CursorInvalid):
        CODEC.decode("/api/v1/search", text)


def test_a_cursor_belongs_to_one_list_and_one_home() -> None:
    cursor = Cursor((), AT, 7)
    text = CODEC.encode("/api/v1/articles", cursor)
    with pytest.raises(CursorInvalid, match="another list"):
        CODEC.decode("/api/v1/search", text)
    with pytest.raises(CursorInvalid, match="changed"):
        CursorCodec(b"x" * 32).decode("/api/v1/articles", text)


def test_a_cursor_with_hundreds_of_ids_fits_an_address() -> None:
    ids = [f"{number * 0x9E3779B97F4A7C15 & (2**64 - 1):016x}" for number in range(250)]
    text = CODEC.encode("/api/v1/search", Cursor((("q", "ferry"),), AT, ids))
    assert len(text) < 4_000  # nginx accepts lines of 8 000
