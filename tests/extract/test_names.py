import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.extract.names import clean_names


@pytest.mark.parametrize(
    ("raw", "names"),
    [
        (["Jane Doe"], ("Jane Doe",)),
        (["By Jane Doe and John Roe"], ("Jane Doe", "John Roe")),
        (["BY JANE DOE"], ("JANE DOE",)),
        (["Von Anna Muster, Karl Beispiel"], ("Anna Muster", "Karl Beispiel")),
        (["Par Marie Dupont"], ("Marie Dupont",)),
        (["Written by: Jane Doe"], ("Jane Doe",)),
        (["Jane Doe, Political Editor"], ("Jane Doe",)),
        (["Jane Doe jane.doe@news.example"], ("Jane Doe",)),
        (["Jane Doe", "jane doe"], ("Jane Doe",)),
        (["Newsroom staff"], ("Newsroom staff",)),
        (["https://news.example/jane"], ()),
        (["", "  ", "By"], ()),
        (["12345678"], ()),
        (["作者：王小明"], ("王小明",)),
        (["x" * 200], ()),
    ],
)
def test_names_are_cleaned(raw: list[str], names: tuple[str, ...]) -> None:
    assert clean_names(raw) == names


@given(st.lists(st.text(max_size=80), max_size=5))
def test_any_text_gives_short_distinct_names(raw: list[str]) -> None:
    names = clean_names(raw)
    assert all(2 <= len(name) <= 70 for name in names)
    assert len({name.casefold() for name in names}) == len(names)
