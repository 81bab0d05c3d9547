import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.text.terms.request_phrases import without_request_phrases


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("find articles about coral reefs", "coral reefs"),
        ("Please give me all documents that discuss lunar soil", "lunar soil"),
        ("what papers exist which deal with tides", "tides"),
        ("information on harbour fees", "harbour fees"),
        ("news about Peru", "Peru"),
        ("Document must identify a lost ship", "a lost ship"),
        ("A relevant document will also report on dam repairs.", "dam repairs."),
        ("the document must be signed", "the document must be signed"),
        ("ministers must identify a lost ship", "ministers must identify a lost ship"),
        ("information science", "information science"),
        ("the report was late", "the report was late"),
        ("find articles about", "find articles about"),
        ("", ""),
    ],
)
def test_a_request_is_blanked_and_the_subject_stays(text: str, subject: str) -> None:
    assert without_request_phrases(text).strip() == subject


@given(st.text() | st.lists(st.sampled_from("find articles about the tide".split())).map(" ".join))
def test_words_keep_their_places(text: str) -> None:
    subject = without_request_phrases(text)
    assert len(subject) == len(text)
    assert all(after in (before, " ") for before, after in zip(text, subject, strict=True))
