from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.model.web.document import DocumentPassage, PassageKind, TextDocument
from tidings.read.documents.markdown import read_markdown

KIND = PassageKind


def test_blocks_are_distinguished() -> None:
    found = read_markdown(
        "# Bridge *will* be built\n\nThe [council](https://x.example/) **decided**\nso `today`.\n\n"
        "- two\n- three\n    - below\n\n1. first\n\n> So.\n\n```\ncode\n  more\n```\n\n"
        "| a | b |\n|---|---|\n| 1 | 2 |\n\n<p>In <b>HTML</b></p>\n"
    )
    assert found.headline == "Bridge will be built"
    assert found.passages == (
        DocumentPassage(KIND.HEADING, "Bridge will be built", 1),
        DocumentPassage(KIND.PARAGRAPH, "The council decided so today."),
        DocumentPassage(KIND.ITEM, "two"),
        DocumentPassage(KIND.ITEM, "three"),
        DocumentPassage(KIND.ITEM, "below", 1),
        DocumentPassage(KIND.NUMBERED, "first"),
        DocumentPassage(KIND.QUOTE, "So."),
        DocumentPassage(KIND.CODE, "code\n  more"),
        DocumentPassage(KIND.ROW, "a\tb"),
        DocumentPassage(KIND.ROW, "1\t2"),
        DocumentPassage(KIND.PARAGRAPH, "In HTML"),
    )


def test_pictures_are_left_out_and_escapes_undone() -> None:
    found = read_markdown("Before ![alt](x.png) \\*after\\* &amp; on.")
    assert [p.text for p in found.passages] == ["Before *after* & on."]


def test_front_matter_is_metadata() -> None:
    about = read_markdown(
        '---\ntitle: "Told: title"\nauthors:\n  - Jane Doe\n  - John Roe\ntags: [a, b]\n'
        "date: 2024-03-04T10:00:00+01:00\nlang: en\n---\nText.\n"
    ).about
    assert about.title == "Told: title"
    assert about.authors == ("Jane Doe", "John Roe")
    assert about.keywords == ("a", "b")
    assert about.created == datetime.fromisoformat("2024-03-04T10:00:00+01:00")
    assert about.language == "en"


def test_a_rule_is_not_front_matter() -> None:
    found = read_markdown("---\n\nText.\n\n---\n\nMore.")
    assert [p.text for p in found.passages] == ["Text.", "More."]


@pytest.mark.parametrize(
    "text",
    ["[" * 300_000, "![[" * 100_000, "*a **a " * 50_000, "> " * 100_000, "- " * 100_000,
     "a\n" * 100_000, "`" * 200_000, "|a" * 100_000 + "\n" + "|-" * 100_000,
     ("[" * 140 + "\n\n") * 2_000],
)  # fmt: skip
def test_too_much_is_cut(text: str) -> None:
    assert read_markdown(f"Start.\n\n{text}").cut


def test_a_paragraph_too_long_for_the_parser_loses_common_marks() -> None:
    text = "A *word* and [a link](https://x.example/). " * 500
    (passage,) = read_markdown(text).passages
    assert passage.text == ("A word and a link. " * 500).strip()


@given(st.text(alphabet="#*_[]()`>-|\n a1.!\\<&", max_size=300))
def test_any_text_gives_a_result(text: str) -> None:
    assert isinstance(read_markdown(text), TextDocument)
