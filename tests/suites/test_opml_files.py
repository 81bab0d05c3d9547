"""OPML as readers export it: folders, versions, spellings, and files that are broken."""

import pytest

from tidings.model.articles.article import UnreadablePage
from tidings.read.feeds.opml import read_opml

FEED = "http://a.example/feed"


def folders_and_feeds(body: str | bytes) -> list[tuple[str, str | None]]:
    outlines = read_opml(body if isinstance(body, bytes) else body.encode())
    assert isinstance(outlines, tuple), outlines
    return [(outline.folder, outline.feed_href) for outline in outlines]


@pytest.mark.parametrize(
    ("outlines", "folder"),
    [
        (f"<outline text='A' xmlUrl='{FEED}'/>", ""),
        (f"<outline type='rss' title='A' xmlUrl=' {FEED} '></outline>", ""),
        (f"<outline xmlUrl='{FEED}'/>", ""),
        (f"<outline text='F'><outline text='A' xmlUrl='{FEED}'/></outline>", "F"),
        (f"<outline title='F'><outline xmlUrl='{FEED}'/></outline>", "F"),
        (f"<outline text='F'><outline text='G'><outline xmlUrl='{FEED}'/></outline>", "F/G"),
        (f"<outline text='F' r:isSet='true'><outline xmlUrl='{FEED}'/></outline>", "F"),
        (f"<outline text='F'><outline text='A & B' XMLURL='{FEED}'></outline>", "F"),
        (f"<OUTLINE TEXT='A' XMLURL='{FEED}'/>", ""),
        (f"<outline type='rss' url='{FEED}'/>", ""),
        ("<outline xmlUrl='feed://a.example/feed'/>", ""),
        (f"<outline xmlUrl='feed:{FEED}'/>", ""),
        (f"<outline text='a < b' xmlUrl='{FEED}'/>", ""),
        (f"<outline text='A' xmlUrl='{FEED}'/><outline text='B' xmlU", ""),
    ],
)
@pytest.mark.parametrize(
    "root",
    [
        "<opml version='1.0'><head><title>T</title></head><body>X</body></opml>",
        "<opml xmlns='urn:opml' version='2.0'><body>X</body></opml>",
        "<!DOCTYPE html><OPML><BODY>X",
        '<?xml version="1.0" encoding="ISO-8859-1"?><opml>X</opml>',
    ],
)
def test_subscriptions_are_found(root: str, outlines: str, folder: str) -> None:
    assert folders_and_feeds(root.replace("X", outlines)) == [(folder, FEED)]


def test_titles_and_pages_are_read() -> None:
    body = (
        "<?xml version='1.0' encoding='iso-8859-1'?><opml><body>"
        f"<outline text='\xc9 &amp;amp; x' xmlUrl='{FEED}?a&b' htmlUrl='http://a.example/'/>"
        "<outline type='link' text='P' url='http://b.example/'/></body></opml>"
    )
    outlines = read_opml(body.encode("latin-1"))
    assert isinstance(outlines, tuple)
    assert [(each.title, each.feed_href, each.site_href) for each in outlines] == [
        ("É & x", f"{FEED}?a&b", "http://a.example/"),
        ("P", None, "http://b.example/"),
    ]


@pytest.mark.parametrize("body", ["", "garbage", "<rss/>", "<opml/>", "<opml><body><outline/>"])
def test_other_files_give_a_reason(body: str) -> None:
    assert isinstance(read_opml(body.encode()), UnreadablePage)
