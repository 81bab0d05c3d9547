import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.extract.metadata.author_names import clean_names, is_person


@pytest.mark.parametrize(
    ("raw", "names"),
    [
        (["Jane Doe"], ("Jane Doe",)),
        (["By Jane Doe and John Roe"], ("Jane Doe", "John Roe")),
        (["BY JANE DOE"], ("Jane Doe",)),
        (["Von Anna Muster, Karl Beispiel"], ("Anna Muster", "Karl Beispiel")),
        (["Par Marie Dupont"], ("Marie Dupont",)),
        (["Written by: Jane Doe"], ("Jane Doe",)),
        (["Jane Doe, Political Editor"], ("Jane Doe",)),
        (["Jane Doe jane.doe@news.example"], ("Jane Doe",)),
        (["Jane Doe", "jane doe"], ("Jane Doe",)),
        (["Jane Doe Political Editor"], ("Jane Doe",)),
        (["JANE DOE FOR THE DAILY POST"], ("Jane Doe",)),
        (["Jane Doe @janedoe"], ("Jane Doe",)),
        (["Jane Doe, PhD"], ("Jane Doe",)),
        (["Jane Doe (jd)"], ("Jane Doe",)),
        (["Jane Doe, dpa"], ("Jane Doe",)),
        (["Von Anna Muster, Berlin"], ("Anna Muster",)),
        (["Eine", "dpa"], ("Eine", "dpa")),
        (["Jane Doe", "AFP"], ("Jane Doe", "AFP")),
        (["Jane Doe March 4, 2024"], ("Jane Doe",)),
        (["Jane Doe on Monday, 4 March"], ("Jane Doe",)),
        (["Jane Doe | 3 Min."], ("Jane Doe",)),
        (["Plácido Domingo"], ("Plácido Domingo",)),
        (["Loïc Le Clerc"], ("Loïc Le Clerc",)),
        (["Di Maria"], ("Di Maria",)),
        (["Di Maria Rossi"], ("Maria Rossi",)),
        (["The Associated Press"], ("The Associated Press",)),
        (["Newsroom staff"], ("Newsroom staff",)),
        (["undefined"], ()),
        (["Posted 4 March"], ()),
        (["https://news.example/jane"], ()),
        (["Автор: Иван Петров"], ("Иван Петров",)),
        (["", "  ", "By"], ()),
        (["12345678"], ()),
        (["作者：王小明"], ("王小明",)),
        (["x" * 200], ()),
    ],
)
def test_names_are_cleaned(raw: list[str], names: tuple[str, ...]) -> None:
    assert clean_names(raw) == names


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Jane Doe", True),
        ("Ludwig van der Beispiel", True),
        ("王小明", True),
        ("Иван Петров", True),
        ("jane", False),
        ("Jane", False),
        ("Associated Press", False),
        ("Political Editor", False),
        ("all about us", False),
        ("Area 51", False),
    ],
)
def test_a_person_is_recognised_by_the_form_of_the_name(name: str, expected: bool) -> None:
    assert is_person(name) is expected


@given(st.lists(st.text(max_size=80), max_size=5))
def test_any_text_gives_short_distinct_names(raw: list[str]) -> None:
    names = clean_names(raw)
    assert all(2 <= len(name) <= 70 for name in names)
    assert len({name.casefold() for name in names}) == len(names)
