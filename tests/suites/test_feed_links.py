"""The address of an item: which of its links is the page, and against what it is resolved."""

import pytest
from tests.suites.feed_documents import atom, feed_in, item_in, rss

PAGE = "http://news.example/1"


@pytest.mark.parametrize(
    "item",
    [
        f"<link>{PAGE}</link>",
        f"<link>\n  {PAGE}\n </link>",
        "<link>http://news.example/\n   1</link>",
        f"<link><![CDATA[{PAGE}]]></link>",
        f"<link/><link>{PAGE}</link>",
        f"<link href='{PAGE}'/>",
        f"<atom:link href='{PAGE}'/>",
        f"<atom:link rel='' href='{PAGE}'/>",
        f"<atom:link rel='self' href='/self'/><atom:link rel='alternate' href='{PAGE}'/>",
        f"<guid>{PAGE}</guid>",
        f"<guid isPermaLink='TRUE'> {PAGE} </guid>",
        f"<link></link><guid>{PAGE}</guid>",
        f"<link>{PAGE}</link><guid>http://news.example/other</guid>",
        f"<link>http://proxy.example/x</link><feedburner:origLink>{PAGE}</feedburner:origLink>",
        f"<link>{PAGE}</link><enclosure url='http://news.example/a.mp3'/><enclosure url='/b'/>",
        f"<link>{PAGE}</link><comments>http://news.example/1#comments</comments>",
        f"<source url='http://o.example/feed'>Other</source><link>{PAGE}</link>",
    ],
)
def test_the_page_of_an_rss_item_is_found(item: str) -> None:
    assert item_in(rss(item, link="")).href == PAGE


@pytest.mark.parametrize(
    "entry",
    [
        f"<link href='{PAGE}'/>",
        f"<link rel='' href=' {PAGE} '/>",
        f"<link rel='ALTERNATE' href='{PAGE}'/>",
        f"<link rel='http://www.iana.org/assignments/relation/alternate' href='{PAGE}'/>",
        f"<link rel='alternate'/><link rel='alternate' href='{PAGE}'/>",
        f"<link>{PAGE}</link>",
        f"<id>{PAGE}</id>",
        f"<id>{PAGE}</id><link rel='enclosure' href='http://news.example/a.mp3'/>",
        f"<id>tag:1</id><content type='text/html' src='{PAGE}'/>",
        f"<link rel='replies' type='text/html' href='/comments'/><link href='{PAGE}'/>",
        f"<link type='application/atom+xml' href='/feed'/><link type='text/html' href='{PAGE}'/>",
        f"<link rel='via' href='http://o.example/'/><link rel='self' href='/s'/><id>{PAGE}</id>",
        f"<source><link href='http://o.example/'/></source><link href='{PAGE}'/>",
    ],
)
def test_the_page_of_an_atom_entry_is_found(entry: str) -> None:
    assert item_in(atom(entry, link="")).href == PAGE


@pytest.mark.parametrize(
    "item",
    [
        "<title>Nothing</title>",
        "<guid isPermaLink='false'>http://news.example/1</guid>",
        "<guid>12345</guid>",
        "<enclosure url='http://news.example/a.mp3' type='audio/mpeg'/>",
        "<comments>http://news.example/1#c</comments>",
        "<atom:link rel='payment' href='http://pay.example/'/>",
    ],
)
def test_what_is_not_a_page_is_no_address(item: str) -> None:
    assert feed_in(rss(item, link="")).items == ()


@pytest.mark.parametrize(
    "written",
    [
        "http://news.example/?a=1&amp;b=2",
        "http://news.example/?a=1&b=2",
        "http://news.example/?a=1&amp;amp;b=2",
        "<![CDATA[http://news.example/?a=1&b=2]]>",
        "http://news.example/?a=1&#38;b=2",
    ],
)
def test_an_ampersand_in_an_address_is_one_however_it_is_written(written: str) -> None:
    assert item_in(rss("", link=f"<link>{written}</link>")).href == "http://news.example/?a=1&b=2"


@pytest.mark.parametrize(
    ("base", "href", "address"),
    [
        ("http://a.example/x/", "y", "http://a.example/x/y"),
        ("http://a.example/x", "/y", "http://a.example/y"),
        ("http://a.example/x?q", "?p", "http://a.example/x?p"),
        ("http://a.example/x/", "//b.example/y", "http://b.example/y"),
        ("http://a.example/x/", "http://b.example/", "http://b.example/"),
        ("http://ä.example/ü/", "y", "http://ä.example/ü/y"),
        ("http://[", "y", "y"),
        ("", "y", "y"),
    ],
)
def test_addresses_are_resolved_against_xml_base(base: str, href: str, address: str) -> None:
    root = f'xml:base="{base}"'
    assert item_in(atom("", link=f"<link href='{href}'/>", root=root)).href == address
    assert item_in(rss("", link=f"<link>{href}</link>", root=root)).href == address
    assert item_in(atom("", link=f"<link {root} href='{href}'/>")).href == address


def test_every_kind_of_address_knows_its_base() -> None:
    base = 'xml:base="http://a.example/x/"'
    guid = "<guid isPermaLink='true'>/y</guid>"
    assert item_in(rss("", link=guid, root=base)).href == "http://a.example/y"
    rdf = (
        f'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" {base}'
        ' xmlns="http://purl.org/rss/1.0/"><item rdf:about="y"/></rdf:RDF>'
    )
    assert item_in(rdf.encode()).href == "http://a.example/x/y"
    assert item_in(f'<CHANNEL {base}><ITEM HREF="y"/></CHANNEL>'.encode()).href == (
        "http://a.example/x/y"
    )


def test_links_of_the_feed_itself_are_told_apart() -> None:
    links = (
        "<link rel='self' href='http://a.example/feed '/><link href=' http://a.example/'/>"
        "<link rel='hub' href='http://hub.example/'/><link rel='next' href='/2'/>"
    )
    read = feed_in(atom("", links))
    assert (read.home, read.self_href, read.hub) == (
        "http://a.example/",
        "http://a.example/feed",
        "http://hub.example/",
    )
    prefixed = links.replace("<link", "<atom:link")
    read = feed_in(rss("", f"{prefixed}<link>http://a.example/</link>"))
    assert (read.home, read.self_href, read.hub) == (
        "http://a.example/",
        "http://a.example/feed",
        "http://hub.example/",
    )
