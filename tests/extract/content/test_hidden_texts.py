"""Texts that pages hide, frame or send late, and that readers see nevertheless."""

import pytest

from tidings.extract.content.blocks import blocks_of
from tidings.extract.content.body import body_of
from tidings.read.pages.html import parse_html

PARAGRAPHS = [
    f"Paragraph number {n} tells the reader, at some length, what the council decided that evening."
    for n in range(12)
]


def _story(first: int = 0, end: int = 12) -> str:
    return "".join(f"<p>{text}</p>" for text in PARAGRAPHS[first:end])


def _lines(markup: str) -> list[str]:
    found = blocks_of(parse_html(f"<body>{markup}</body>", "https://news.example/a"))
    return body_of(found).text(found).splitlines()


@pytest.mark.parametrize(
    "names",
    [
        "hidden class=accordion-content",
        "style='display: none' role=region",
        "aria-hidden=true class=faq__answer",
        "class='tab-panel hidden'",
        "class=chakra-collapse style='overflow:hidden;display:none'",
    ],
)
def test_what_opens_on_a_click_is_text(names: str) -> None:
    page = f"<article>{_story(0, 6)}<div {names}>{_story(6, 9)}</div>{_story(9, 12)}</article>"
    assert _lines(page) == PARAGRAPHS


@pytest.mark.parametrize("names", ["hidden", "class='hidden aria-expanded:block'", "class=hidden"])
def test_what_is_hidden_is_not_text(names: str) -> None:
    page = f"<article>{_story(0, 6)}<div {names}>{_story(6, 9)}</div>{_story(9, 12)}</article>"
    assert _lines(page) == PARAGRAPHS[:6] + PARAGRAPHS[9:]


def test_parts_that_a_server_streams_late_are_read_in_their_place() -> None:
    page = (
        f"<main>{_story(0, 3)}<!--$?--><template id=B:0></template><p>Loading</p><!--/$-->"
        f"{_story(9, 12)}</main><footer>We</footer>"
        f"<div hidden id=S:0>{_story(3, 6)}<template id=P:a></template></div>"
        f"<div hidden id=S:a>{_story(6, 9)}</div><script>$RC('B:0','S:0')</script>"
    )
    assert [line for line in _lines(page) if line != "Loading"] == PARAGRAPHS


def test_late_parts_that_contain_each_other_end() -> None:
    page = "<template id=B:0></template><div hidden id=S:0>x<template id=B:0></template></div>"
    found = blocks_of(parse_html(f"<body>{page}{_story()}</body>", "https://news.example/a"))
    assert [block.text for block in found.blocks] == ["x", *PARAGRAPHS]


@pytest.mark.parametrize(
    ("shown", "lines"),
    [
        ("<table><tr><td>Steel</td><td>12 tons</td></tr></table>", ["Steel", "12 tons"]),
        ("<blockquote><p>Nobody asked us.</p></blockquote>", ["Nobody asked us."]),
        ("<pre>span = 12</pre>", ["span = 12"]),
        ("<div><img src=/bridge.jpg></div>", []),
    ],
)
def test_a_figure_may_show_text(shown: str, lines: list[str]) -> None:
    caption = "<figcaption>The bridge, on Monday, at noon.</figcaption>"
    figure = f"<figure class=wp-block-table>{shown}{caption}</figure>"
    assert _lines(f"<article>{_story()}{figure}{_story()}</article>")[12:-12] == lines


@pytest.mark.parametrize(
    "name",
    [
        "elementor-widget elementor-widget-text-editor",
        "elementor-widget-wrap",
        "hs_cos_wrapper hs_cos_wrapper_widget",
        "site-content with-sidebar",
        "content-sidebar-wrap",
        "no-comments has-related",
    ],
)
def test_the_names_that_builders_and_layouts_give_say_nothing(name: str) -> None:
    page = f"<main>{_story(0, 9)}<div class='{name}'>{_story(9, 12)}</div>{_story()}</main>"
    assert _lines(page) == PARAGRAPHS * 2


def test_a_widget_of_a_builder_may_still_be_a_menu() -> None:
    menu = "<div class=elementor-widget-nav-menu><p>Home, town, sports, and all the rest.</p></div>"
    assert _lines(f"<main>{_story()}{menu}{_story()}</main>") == PARAGRAPHS * 2


def test_a_section_is_not_judged_by_an_id_made_of_its_words() -> None:
    heading = "How popular are bridges and menus"
    name = heading.lower().replace(" ", "-")
    section = f"<div id=1-heading-{name}><h2>1. {heading}</h2>{_story(9, 12)}</div>"
    assert f"1. {heading}" in _lines(f"<main>{_story(0, 9)}{section}{_story()}</main>")


def test_a_linked_heading_above_its_paragraph_is_part_of_the_text() -> None:
    heading = "<h3><a href=/review>The old stone bridge of the town</a></h3>"
    page = f"<article>{_story(0, 6)}{heading}{_story(6, 12)}</article>"
    assert _lines(page)[6] == "The old stone bridge of the town"
    teasers = f"<div>{heading}</div>" * 3
    assert _lines(f"<article>{_story(0, 6)}{teasers}{_story(6, 12)}</article>") == PARAGRAPHS
