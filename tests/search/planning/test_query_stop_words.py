import pytest

from tidings.search.planning.query_stop_words import query_stop_words
from tidings.search.query.tree import Word


def found(text: str) -> set[str]:
    return set(query_stop_words([Word(word) for word in text.split()], ("en",)))


@pytest.mark.parametrize(
    ("text", "small"),
    [
        ("the fall of a minister", {"the", "of", "a"}),
        ("THE FALL OF A MINISTER", {"THE", "OF", "A"}),
        ("THE 1962 WAR OF WORDS", {"THE", "OF"}),
        ("WHO report on IT in schools", {"on", "in"}),
        ("WHO WHO", set()),
        ("the who", set()),
        ("WHO", set()),
        ("", set()),
    ],
)
def test_capitals_are_names_unless_all_words_have_them(text: str, small: set[str]) -> None:
    assert found(text) == small
