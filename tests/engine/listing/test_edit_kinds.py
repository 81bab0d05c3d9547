import pytest

from tidings.engine.listing.edit_kinds import edit_kinds
from tidings.text.diff import word_diff

TITLE = "Ferry line reopens"
TEXT = "The line was closed for years.\nMayor Angela Merkel praised 300 workers in London."


def kinds(title: str = TITLE, text: str = TEXT) -> list[str]:
    return [*edit_kinds(word_diff(TITLE, title), word_diff(TEXT, text), "en")]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("300 workers", "420 workers", ["figures", "text"]),
        ("Angela Merkel", "Boris Johnson", ["names", "text"]),
        ("in London", "in Paris", ["names", "text"]),
        ("was closed", "had been closed", ["text"]),
        ("years", "many years", ["text"]),
    ],
    ids=["figure", "person", "place", "verb", "addition"],
)
def test_an_edit_of_the_text_has_kinds(old: str, new: str, expected: list[str]) -> None:
    assert kinds(text=TEXT.replace(old, new)) == expected


def test_an_edit_of_the_headline_has_kinds() -> None:
    assert kinds(title="Ferry line reopens after 9 years") == ["headline", "figures"]


def test_no_edit_has_no_kinds() -> None:
    assert kinds() == []


def test_spaces_alone_are_no_edit() -> None:
    assert kinds(text=TEXT.replace("\n", "\n\n")) == []
