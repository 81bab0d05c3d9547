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
def test_presentation_forms_become_plain_letters(text: str, cleaned: str) -> None:
    assert clean_line(text) == cleaned


def test_empty_passages_are_not_added() -> None:
    collector = PassageCollector()
    collector.add(KIND.PARAGRAPH, " \u200b ")
    collector.add(KIND.ROW, "\t\t")
    assert collector.passages == []


def test_a_full_collector_raises_and_keeps_what_fits() -> None:
    collector = PassageCollector()
    collector.add(KIND.PARAGRAPH, "x" * (MAX_CHARS - 2))
    with pytest.raises(DocumentLimit):
        collector.add(KIND.PARAGRAPH, "yyyy")
    assert collector.passages[-1].text == "yy"
    with pytest.raises(DocumentLimit):
        collector.add(KIND.PARAGRAPH, "z")


def test_the_number_of_passages_is_limited_too() -> None:
    collector = PassageCollector()
    for _ in range(MAX_PASSAGES):
        collector.add(KIND.PARAGRAPH, "x")
    with pytest.raises(DocumentLimit):
        collector.add(KIND.PARAGRAPH, "x")


def test_a_row_of_short_cells_is_a_row() -> None:
    collector = PassageCollector()
    cell = DocumentPassage(KIND.PARAGRAPH, "a")
    collector.add_row([[cell, cell], [], [cell]])
    collector.add_row([[cell]])
    assert collector.passages == [DocumentPassage(KIND.ROW, "a a\t\ta"), cell]
