import pytest

from tidings.text.parsing.abbreviations import is_abbreviation
from tidings.text.parsing.sentences import sentences


@pytest.mark.parametrize(
    ("word", "language", "expected"),
    [
        ("Dr", "en", True),
        ("dr", "en", True),
        ("Dr", "xx", True),  # many languages share it
        ("bzw", "de", True),
        ("bzw", "en", False),
        ("z.B", "de", True),
        ("т.е", "ru", True),
        ("т.е", "bg", False),
        ("Gov", "en", True),
        ("gov", "en", False),  # only with a capital
        ("Ill", "en", True),
        ("ill", "en", False),
        ("house", "en", False),
        ("", "en", False),
    ],
)
def test_a_sentence_continues_after_an_abbreviation_of_its_language(
    word: str, language: str, expected: bool
) -> None:
    assert is_abbreviation(word, language) is expected


@pytest.mark.parametrize(
    ("language", "text", "count"),
    [
        ("de", "Er kam bzw. Sie kam.", 1),
        ("en", "Er kam bzw. Sie kam.", 2),
        ("es", "Vive en la Avda. Madrid.", 1),
        ("pl", "Mieszka przy ul. Długiej.", 1),
        ("cs", "Např. Praha.", 1),
        ("sv", "Bl.a. Stockholm.", 1),
        ("tr", "Bkz. Ankara.", 1),
        ("id", "Di Jl. Sudirman.", 1),
        ("en", "See No. 5. No. Yes.", 3),
        ("en", "It costs 5. Then 6.", 2),
        ("de", "Am 5. Juni.", 1),
        ("en", "It was in Va. Police came.", 1),
        ("en", "Come in dec. Police came.", 2),
    ],
)
def test_sentences_are_counted_by_the_abbreviations_of_their_language(
    language: str, text: str, count: int
) -> None:
    assert len(sentences(text, language)) == count
