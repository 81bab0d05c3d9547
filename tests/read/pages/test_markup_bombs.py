import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from tidings.read.pages.markup_bombs import defuse

PAGE = b"<html><body><div class='a'><p>Some <b>bold</b> words.</p></div></body></html>"


def _nodes(markup: bytes) -> int:
    root = LexborHTMLParser(defuse(markup)).root
    assert root is not None
    return sum(1 for _ in root.traverse())


def test_an_ordinary_page_is_not_touched() -> None:
    assert defuse(PAGE) is PAGE


def test_a_large_flat_page_is_not_touched() -> None:
    page = PAGE * 4_000
    assert defuse(page) == page


def test_a_long_data_attribute_is_not_touched() -> None:
    page = b"<div data-state='" + b'{"a": 1, "b": "c d e"}, ' * 5_000 + b"'>x</div>"
    assert defuse(page) == page


def test_a_script_that_looks_like_a_tag_still_ends() -> None:
    script = b"<script>if (a<b && c) { " + b"x = y; " * 2_000 + b"}</script><p>after</p>"
    tree = LexborHTMLParser(defuse(script))
    paragraph = tree.css_first("p")
    assert paragraph is not None
    assert paragraph.text() == "after"


def test_deep_nesting_is_flattened_but_its_text_stays() -> None:
    page = b"<title>T</title>" + b"<div>" * 100_000 + b"<p>deep <a href=/x>link</a></p>"
    tree = LexborHTMLParser(defuse(page))
    assert "deep" in tree.text()
    assert tree.css_first("a[href]") is not None
    assert _nodes(page) < 100


def test_unmatched_closing_tags_do_not_hide_the_depth() -> None:
    assert _nodes(b"<div></x>" * 50_000) < 100


@pytest.mark.parametrize(
    "attributes",
    [
        b" ".join(b"a%d=1" % n for n in range(60_000)),
        b"".join(b'a%d="1"' % n for n in range(60_000)),
        b"/".join(b"a%d" % n for n in range(60_000)),
    ],
)
def test_a_tag_with_too_many_attributes_loses_them(attributes: bytes) -> None:
    tree = LexborHTMLParser(defuse(b"<div " + attributes + b"><p>text</p></div>"))
    assert "text" in tree.text()


def test_many_unclosed_formatting_tags_do_not_multiply() -> None:
    hoard = b"".join(b"<b id=%d>" % n for n in range(3_000))
    assert _nodes(b"<div>" + hoard + b"</div>" + b"<div>x</div>" * 3_000) < 20_000


def test_more_tags_than_any_page_has_are_cut() -> None:
    assert _nodes(b"<i></i>" * 400_000) < 90_000


@given(st.lists(st.sampled_from([b"<div>", b"</div>", b"<b id=1>", b"x", b"<", b">", b'"', b" "])))
def test_small_pages_of_any_shape_are_not_touched(parts: list[bytes]) -> None:
    page = b"".join(parts)
    assert defuse(page) == page
