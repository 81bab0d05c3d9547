from hypothesis import given
from hypothesis import strategies as st

from tidings.model.web.document import DocumentPassage, PassageKind, TextDocument
from tidings.read.documents.plain_text import read_plain_text
from tidings.read.passages.passage_collector import MAX_CHARS

KIND = PassageKind
WRAPPED = """\
Bridge will be built

The council decided that evening, after a long debate, what nobody had
expected of it. The mayor called it a proud day, and the oppo-
sition called it something else.

- two million for the ground, which belongs to the city since it was
  bought last year
- three million for the steel

=====
The end.
"""


def texts(text: str) -> list[str]:
    return [passage.text for passage in read_plain_text(text).passages]


def test_wrapped_lines_become_paragraphs() -> None:
    found = read_plain_text(WRAPPED)
    assert found.headline == "Bridge will be built"
    assert found.passages == (
        DocumentPassage(KIND.PARAGRAPH, "Bridge will be built"),
        DocumentPassage(
            KIND.PARAGRAPH,
            "The council decided that evening, after a long debate, what nobody had expected of "
            "it. The mayor called it a proud day, and the opposition called it something else.",
        ),
        DocumentPassage(
            KIND.ITEM,
            "two million for the ground, which belongs to the city since it was bought last year",
        ),
        DocumentPassage(KIND.ITEM, "three million for the steel"),
        DocumentPassage(KIND.PARAGRAPH, "The end."),
    )


def test_each_long_line_is_a_paragraph() -> None:
    line = "The council decided that evening, after a long debate, what nobody had expected. " * 5
    assert texts(f"{line}\n{line}\nShort.") == [line.strip(), line.strip(), "Short."]


def test_a_first_sentence_is_not_a_headline() -> None:
    assert read_plain_text("The council decided.\n\nIt was late, and nobody knew.").headline == ""


def test_too_much_is_cut() -> None:
    found = read_plain_text("word " * MAX_CHARS)
    assert found.cut
    assert sum(len(passage.text) for passage in found.passages) <= MAX_CHARS


@given(st.text(max_size=500))
def test_any_text_gives_a_result(text: str) -> None:
    found = read_plain_text(text)
    assert isinstance(found, TextDocument)
    assert all(passage.text for passage in found.passages)
