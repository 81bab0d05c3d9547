import pytest

from tidings.extract.content.blocks import blocks_of
from tidings.extract.content.heading_links import is_above, linked_page
from tidings.read.pages.html import parse_html

PAGE = "https://news.example/town/bridge"


@pytest.mark.parametrize(
    ("markup", "path"),
    [
        ("<h1><a href='/town/ferry/'>Ferry</a></h1>", "/town/ferry"),
        ("<a href='/?p=12'><h1>Ferry</h1></a>", "?p=12"),
        ("<h1><a href='/'>News</a></h1>", ""),
        ("<h1><a href='https://news.example/index.html'>News</a></h1>", ""),
        ("<h1><a href=''>Bridge</a></h1>", None),
        ("<h1><a href='#top'>Bridge</a></h1>", None),
        ("<h1><a href='/town/bridge/amp'>Bridge</a></h1>", None),
        ("<h1><a href='bridge?utm_source=x'>Bridge</a></h1>", None),
        ("<h1><a href='https://other.example/a'>Elsewhere</a></h1>", None),
        ("<h1><a href='javascript:void(0)'>Bridge</a></h1>", None),
        ("<h1>Bridge, and a <a href='/a'>note</a></h1>", None),
    ],
)
def test_the_other_page_that_a_heading_links_to(markup: str, path: str | None) -> None:
    html = parse_html(markup, PAGE)
    assert linked_page(html, blocks_of(html), 0) == path


def test_relative_links_of_a_page_without_an_address_lead_elsewhere() -> None:
    html = parse_html("<h1><a href='/ferry'>Ferry</a></h1>", "")
    assert linked_page(html, blocks_of(html), 0) == "/ferry"


def test_the_folders_of_a_page_are_above_it() -> None:
    html = parse_html("<p>Bridge", PAGE)
    assert is_above(html, "")
    assert is_above(html, "/town")
    assert not is_above(html, "/town/bridge")
    assert not is_above(html, "/to")
