from hypothesis import given
from hypothesis import strategies as st

from tidings.model.articles.article import UnreadablePage
from tidings.model.web.discovery import OpmlOutline
from tidings.model.web.reason import Reason
from tidings.read.feeds.opml import read_opml, write_opml


def test_nested_folders_are_read_in_order() -> None:
    body = b"""<?xml version="1.0"?><opml version="1.1"><head><title>Mine</title></head><body>
      <outline text="One" xmlUrl="https://one.example/feed" htmlUrl="https://one.example/"/>
      <outline text="News">
        <outline title="Two" text="2" type="rss" XMLURL="https://two.example/feed"/>
        <outline text="Local"><outline xmlurl="https://three.example/feed"/></outline>
      </outline>
      <outline text="Page" type="link" url="https://four.example/"/>
    </body></opml>"""
    assert read_opml(body) == (
        OpmlOutline("One", "https://one.example/feed", "https://one.example/"),
        OpmlOutline("Two", "https://two.example/feed", None, "News"),
        OpmlOutline("", "https://three.example/feed", None, "News/Local"),
        OpmlOutline("Page", None, "https://four.example/"),
    )


def test_bare_ampersands_and_html_entities_are_repaired() -> None:
    body = b'<opml><body><outline text="Fish & K&auml;se" xmlUrl="https://a.example/?x=1&y=2"/>'
    assert read_opml(body) == (OpmlOutline("Fish & Käse", "https://a.example/?x=1&y=2", None),)


def test_a_body_that_is_not_opml_gives_a_reason() -> None:
    read = read_opml(b"<html></html>")
    assert read == UnreadablePage(Reason.BAD_FEED, "not an OPML file: it has no opml element")


def test_a_list_without_addresses_gives_a_reason() -> None:
    read = read_opml(b"<opml><body><outline text='Empty folder'/></body></opml>")
    assert read == UnreadablePage(Reason.BAD_FEED, "the OPML file has no outline with an address")


def test_a_deep_file_is_harmless() -> None:
    outlines = read_opml(b"<opml><body>" + b"<outline text='f' xmlUrl='http://a'>" * 5_000)
    assert isinstance(outlines, tuple)


WORDS = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=12)
HREFS = WORDS.map(lambda word: f"https://example.com/{word}?a=1&b=<2>")
OUTLINES = st.builds(
    OpmlOutline,
    title=WORDS,
    feed_href=HREFS,
    site_href=st.none() | HREFS,
    folder=st.lists(WORDS, max_size=3).map("/".join),
)


@given(st.lists(OUTLINES, min_size=1, max_size=8))
def test_written_outlines_can_be_read_again(outlines: list[OpmlOutline]) -> None:
    read = read_opml(write_opml(outlines))
    assert isinstance(read, tuple)
    assert set(read) == set(outlines)


@given(st.text(), st.text())
def test_any_text_can_be_written(title: str, folder: str) -> None:
    written = write_opml([OpmlOutline(title, "https://example.com/", None, folder)], title)
    read = read_opml(written)
    assert isinstance(read, tuple)
    assert [outline.feed_href for outline in read] == ["https://example.com/"]


@given(st.binary() | st.binary().map(b"<opml><outline xmlUrl='a".__add__))
def test_any_bytes_are_outlines_or_a_reason(body: bytes) -> None:
    read = read_opml(body)
    assert isinstance(read, tuple) or read.reason is Reason.BAD_FEED


def test_settings_are_kept_in_a_namespace_of_their_own() -> None:
    plain = OpmlOutline("One", "https://one.example/feed", None)
    own = OpmlOutline("Two", "https://two.example/feed", None, "", "solar & wind", ("en", "de"))
    assert b"tidings:" not in write_opml([plain])
    assert read_opml(write_opml([plain, own])) == (plain, own)
