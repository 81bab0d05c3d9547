"""Which languages are wanted: the text decides, declarations where it is hard to tell."""

import pytest

from tidings.crawl.focus.language_filter import (
    is_unwanted_declaration,
    is_unwanted_link,
    unwanted_article,
)

ENGLISH = (
    "The council of the small town met on Tuesday evening to decide about the old bridge, and many "
    "of the people who live near the river had come to hear what would be said about it. "
)
GERMAN = (
    "Der Rat der kleinen Stadt traf sich am Dienstagabend, um über die alte Brücke zu entscheiden, "
    "und viele der Menschen, die am Fluss wohnen, waren gekommen, um zu hören, was gesagt wird. "
)
NORWEGIAN = (
    "Kommunestyret i den lille byen møttes tirsdag kveld for å ta stilling til den gamle broen, og "
    "mange av dem som bor ved elven, var kommet for å høre hva som ble sagt om saken. "
)


@pytest.mark.parametrize(
    ("text", "declared", "wanted", "detail"),
    [
        (ENGLISH, ["en"], ["en"], ""),
        (GERMAN, ["de"], ["en"], "declared de, detected de"),
        (GERMAN, ["de-CH", "de"], ["en", "fr"], "declared de, detected de"),
        (GERMAN, ["de"], ["en", "de"], ""),
        (GERMAN, [], ["en"], "declared nothing, detected de"),
        (GERMAN * 5, ["en"], ["en"], "declared en, detected de"),  # the template's language
        (ENGLISH, ["de"], ["en"], ""),
        (GERMAN[:40], ["de"], ["en"], ""),  # too short to tell
        ("12 34 56 78 90 " * 10, ["de"], ["en"], ""),  # nothing to tell it by
        (NORWEGIAN, ["nb"], ["no"], ""),
        (NORWEGIAN, ["da"], ["da"], ""),  # too much alike to contradict a declaration
        (GERMAN * 3 + ENGLISH * 9, ["en"], ["en"], ""),  # in two languages
    ],
)
def test_the_text_decides(text: str, declared: list[str], wanted: list[str], detail: str) -> None:
    assert unwanted_article(text, declared, wanted) == detail


@pytest.mark.parametrize(
    ("words", "declared", "is_unwanted"),
    [
        ("Der Rat entscheidet heute über die alte Brücke", "de-DE", True),
        ("The council decides about the old bridge today", "de-DE", False),
        ("Der Rat entscheidet heute über die alte Brücke", "en", False),
        ("Der Rat entscheidet heute über die alte Brücke", None, False),
        ("Brücke", "de", False),
    ],
)
def test_an_item_is_unwanted_only_if_its_feed_and_its_words_say_so(
    words: str, declared: str | None, is_unwanted: bool
) -> None:
    assert is_unwanted_link(words, declared, ["en"]) is is_unwanted


def test_a_links_own_declaration_is_believed() -> None:
    assert is_unwanted_declaration("de", ["en"])
    assert not is_unwanted_declaration("en-GB", ["en"])
    assert not is_unwanted_declaration("x-default", ["en"])
    assert not is_unwanted_declaration("", ["en"])
