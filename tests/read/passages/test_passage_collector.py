import pytest

from tidings.model.web.document import DocumentPassage, PassageKind
from tidings.read.passages.passage_collector import (
    MAX_CHARS,
    MAX_PASSAGES,
    DocumentLimit,
    PassageCollector,
    clean_line,
)

KIND = PassageKind


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("eﬃcient ﬂeet", "efficient fleet"),
        ("10² and ½", "10² and ½"),
        ("，。！", "，。！"),
        ("⼤桥", "大桥"),
        ("ﻻ", "لا"),
        ("so\u00adft\u200b\ufeff", "soft"),
        ("a\u00a0b\tc\n d", "a b c d"),
        ("u\u0308ber", "über"),
        ("\x00\ud800\ufffe\uf0b7x", "x"),
    ],
)
def test_letters_come_as_they_are_typed(text: str, cleaned: str) -> None:
    assert clean_line(text) == cleaned


def test_empty_passages_never_enter() -> None:
    galley = PassageCollector()
    galley.add(KIND.PARAGRAPH, " \u200b ")
    galley.add(KIND.ROW, "\t\t")
    assert galley.passages == []


def test_a_full_galley_says_so_and_keeps_what_fits() -> None:
    galley = PassageCollector()
    galley.add(KIND.PARAGRAPH, "x" * (MAX_CHARS - 2))
    with pytest.raises(DocumentLimit):
        galley.add(KIND.PARAGRAPH, "yyyy")
    assert galley.passages[-1].text == "yy"
    with pytest.raises(DocumentLimit):
        galley.add(KIND.PARAGRAPH, "z")


def test_there_is_a_bound_of_passages_too() -> None:
    galley = PassageCollector()
    for _ in range(MAX_PASSAGES):
        galley.add(KIND.PARAGRAPH, "x")
    with pytest.raises(DocumentLimit):
        galley.add(KIND.PARAGRAPH, "x")


def test_a_row_of_short_cells_is_a_row() -> None:
    galley = PassageCollector()
    cell = DocumentPassage(KIND.PARAGRAPH, "a")
    galley.add_row([[cell, cell], [], [cell]])
    galley.add_row([[cell]])
    assert galley.passages == [DocumentPassage(KIND.ROW, "a a\t\ta"), cell]
