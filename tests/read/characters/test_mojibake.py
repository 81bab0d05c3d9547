import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.read.characters.mojibake import without_mojibake

FRENCH = "<p>« Les dégâts sont considérables », a déclaré le ministre, à l'été. C’est sûr…</p>"


def _twice(text: str) -> str:
    """Return the text as stored by an editor that reads UTF-8 as windows-1252."""
    return "".join(bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in text.encode())


@pytest.mark.parametrize(
    "text",
    [
        FRENCH,
        "<p>Новости дня из столицы</p>",
        "<p>政府公布新计划。</p>",
        "<p>naïve café, São “x”</p>",
    ],
)
def test_text_that_was_encoded_twice_is_repaired(text: str) -> None:
    assert without_mojibake(_twice(text).encode()).decode() == text


def test_a_page_is_repaired_only_where_it_is_broken() -> None:
    page = "<h1>Élection à l'île</h1>" + _twice(FRENCH)
    assert without_mojibake(page.encode()).decode() == "<h1>Élection à l'île</h1>" + FRENCH


@pytest.mark.parametrize(
    "text",
    [
        FRENCH,
        "<p>«A MINHA IRMÃ» E «A MANHû, SÃO ÓTIMAS. AMANHÃ… “NÃO”</p>",
        "<p>Â, Ã and Ð are letters; Ã© is what broken pages show.</p>",
        "<p>ÅÄÖ åäö Ñandú Ðe þú</p>",
        "",
    ],
)
def test_other_text_is_left_alone(text: str) -> None:
    assert without_mojibake(text.encode()).decode() == text


@given(st.text())
def test_any_text_remains_utf_8(text: str) -> None:
    assert bool(without_mojibake(text.encode("utf-8", "replace")).decode()) == bool(text)
