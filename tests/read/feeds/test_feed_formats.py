import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.model.articles.article import UnreadablePage
from tidings.model.web.discovery import Feed, FeedFormat, FeedItem
from tidings.model.web.reason import Reason
from tidings.read.feeds.feed_fields import MAX_ITEMS, MAX_SUMMARY, MAX_TITLE
from tidings.read.feeds.feed_formats import looks_like_feed, read_feed

NAMESPACES = (
    'xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns:content="http://purl.org/rss/1.0/modules/content/" '
    'xmlns:atom="http://www.w3.org/2005/Atom" '
    'xmlns:media="http://search.yahoo.com/mrss/" '
    'xmlns:sy="http://purl.org/rss/1.0/modules/syndication/" '
    'xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0"'
)


def rss(item: str, channel: str = "", prolog: str = '<?xml version="1.0"?>') -> bytes:
    text = f'{prolog}<rss version="2.0" {NAMESPACES}><channel>{channel}{item}</channel></rss>'
    return text.encode()


def feed(body: bytes, content_type: str = "") -> Feed:
    read = read_feed(body, content_type)
    assert isinstance(read, Feed), read
    return read


def only_item(body: bytes) -> FeedItem:
    (item,) = feed(body).items
    return item


def test_rss_2_is_read_with_its_extensions() -> None:
    read = feed(
        rss(
            """<item>
              <title>Council &amp; budget</title><link> https://example.com/1 </link>
              <guid isPermaLink="false">abc</guid>
              <pubDate>Wed, 01 May 2024 10:00:00 +0000</pubDate>
              <dc:creator>Jane Doe</dc:creator><author>joe@example.com (Joe Bloggs)</author>
              <category>Politics</category><category>Local</category><category>Local</category>
              <description>&lt;p&gt;First.&lt;/p&gt;&lt;p&gt;Second&lt;/p&gt;</description>
              <content:encoded><![CDATA[<p>All of it</p>]]></content:encoded>
            </item>""",
            """<title>The Example</title><link>https://example.com/</link><language>en-GB</language>
            <atom:link rel="self" href="https://example.com/feed"/>
            <atom:link rel="hub" href="https://hub.example.com/"/><ttl>15</ttl>""",
        )
    )
    assert read == Feed(
        format=FeedFormat.RSS,
        title="The Example",
        home="https://example.com/",
        language="en-GB",
        items=(
            FeedItem(
                href="https://example.com/1",
                title="Council & budget",
                published=datetime(2024, 5, 1, 10, tzinfo=UTC),
                summary="First. Second",
                authors=("Jane Doe", "Joe Bloggs"),
                categories=("Politics", "Local"),
                guid="abc",
            ),
        ),
        ttl=timedelta(minutes=15),
        hub="https://hub.example.com/",
        self_href="https://example.com/feed",
    )


def test_rss_0_91_with_its_doctype_is_read() -> None:
    doctype = (
        '<?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" '
        '"http://my.netscape.com/publish/formats/rss-0.91.dtd">'
    )
    item = only_item(rss("<item><title>A</title><link>/a</link></item>", prolog=doctype))
    assert (item.href, item.title) == ("/a", "A")


@pytest.mark.parametrize(
    "namespace", ["http://purl.org/rss/1.0/", "http://my.netscape.com/rdf/simple/0.9/"]
)
def test_rdf_items_beside_the_channel_are_read(namespace: str) -> None:
    read = feed(
        f"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="{namespace}"
          xmlns:dc="http://purl.org/dc/elements/1.1/">
          <channel rdf:about="https://example.com/rdf"><title>News</title>
            <link>https://example.com/</link></channel>
          <item rdf:about="https://example.com/1"><title>One</title>
            <dc:date>2024-05-01T10:00:00Z</dc:date></item>
        </rdf:RDF>""".encode()
    )
    assert (read.format, read.title, read.home) == (FeedFormat.RDF, "News", "https://example.com/")
    assert [(item.href, item.title) for item in read.items] == [("https://example.com/1", "One")]
    assert read.items[0].published == datetime(2024, 5, 1, 10, tzinfo=UTC)


def test_atom_1_is_read() -> None:
    read = feed(
        b"""<?xml version="1.0" encoding="utf-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de">
          <title type="html">Der &amp;amp; Die</title>
          <link href="https://example.com/"/><link rel="self" href="https://example.com/atom"/>
          <author><name>The Desk</name></author>
          <entry>
            <title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A <b>b</b></div></title>
            <link rel="enclosure" href="https://example.com/1.mp3"/>
            <link rel="alternate" type="application/pdf" href="https://example.com/1.pdf"/>
            <link rel="alternate" type="text/html" href="https://example.com/1"/>
            <id>tag:example.com,2024:1</id>
            <published>2024-05-01T10:00:00Z</published><updated>2024-05-02T10:00:00Z</updated>
            <category term="politik" label="Politik"/>
            <summary type="html">&lt;p&gt;Kurz&lt;/p&gt;</summary></entry>
        </feed>"""
    )
    assert (read.format, read.title, read.language) == (FeedFormat.ATOM, "Der & Die", "de")
    assert (read.home, read.self_href) == ("https://example.com/", "https://example.com/atom")
    assert read.items == (
        FeedItem(
            href="https://example.com/1",
            title="A b",
            published=datetime(2024, 5, 1, 10, tzinfo=UTC),
            updated=datetime(2024, 5, 2, 10, tzinfo=UTC),
            summary="Kurz",
            authors=("The Desk",),
            categories=("Politik",),
            guid="tag:example.com,2024:1",
        ),
    )


def test_atom_0_3_is_read() -> None:
    item = only_item(
        b"""<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry>
          <title mode="escaped" type="text/html">&lt;i&gt;Old&lt;/i&gt;</title>
          <link rel="alternate" type="text/html" href="https://example.com/old"/>
          <issued>2004-05-01T10:00:00Z</issued><modified>2004-05-02T10:00:00Z</modified>
        </entry></feed>"""
    )
    assert (item.href, item.title) == ("https://example.com/old", "Old")
    assert item.published == datetime(2004, 5, 1, 10, tzinfo=UTC)
    assert item.updated == datetime(2004, 5, 2, 10, tzinfo=UTC)


def test_an_atom_text_title_keeps_its_angle_brackets() -> None:
    item = only_item(
        b"""<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="/a"/>
        <title type="text">Why &lt;b&gt; is bold</title></entry></feed>"""
    )
    assert item.title == "Why <b> is bold"


def test_json_feed_is_read() -> None:
    document = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": "Example",
        "home_page_url": "https://example.com/",
        "feed_url": "https://example.com/feed.json",
        "language": "en",
        "hubs": [{"type": "WebSub", "url": "https://hub.example.com/"}],
        "items": [
            {
                "id": 7,
                "url": "https://example.com/7",
                "title": "Seven",
                "content_html": "<p>Long</p>",
                "date_published": "2024-05-01T10:00:00Z",
                "authors": [{"name": "Jane"}],
                "tags": ["a", 3],
            },
            {"id": "https://example.com/8", "summary": "Eight"},
            {"id": "no address"},
            "not an item",
        ],
    }
    read = feed(json.dumps(document).encode())
    assert (read.format, read.hub) == (FeedFormat.JSON, "https://hub.example.com/")
    assert read.items == (
        FeedItem(
            href="https://example.com/7",
            title="Seven",
            published=datetime(2024, 5, 1, 10, tzinfo=UTC),
            summary="Long",
            authors=("Jane",),
            categories=("a",),
            guid="7",
        ),
        FeedItem(
            href="https://example.com/8", title="", summary="Eight", guid="https://example.com/8"
        ),
    )


def test_a_lone_surrogate_in_json_does_not_survive() -> None:
    item = only_item(
        b'{"version": "https://jsonfeed.org/version/1", '
        b'"items": [{"url": "/a", "title": "x\\ud800\\u0000y"}]}'
    )
    assert item.title == "xy"


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (b"", "the body is empty"),
        (b" \n\t", "the body is empty"),
        (b"<!DOCTYPE html><html><body>no <rss> here</body></html>", "it is an HTML page"),
        (b"<svg></svg>", "it has no rss, RDF or feed element"),
        (b"just words", "it has no rss, RDF or feed element"),
        (b'{"items": []}', "JSON, but not a JSON Feed"),
        (b'{"items": ', "broken JSON: JSONDecodeError"),
        (b'{"a":' + b"[" * 100_000, "broken JSON: RecursionError"),
    ],
)
def test_a_body_that_is_not_a_feed_gives_a_reason(body: bytes, detail: str) -> None:
    assert read_feed(body) == UnreadablePage(Reason.BAD_FEED, detail)


def test_no_entity_is_ever_expanded_or_loaded() -> None:
    laughs = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))
    doctype = f'<!DOCTYPE rss [<!ENTITY l0 "ha"><!ENTITY f SYSTEM "file:///etc/passwd">{laughs}]>'
    body = rss("<item><link>/a</link><title>A &l9; &f; z</title></item>", prolog=doctype)
    assert only_item(body).title == "A &l9; &f; z"


def test_entities_in_attributes_are_not_expanded() -> None:
    doctype = '<!DOCTYPE rss [<!ENTITY x "https://evil.example/">]>'
    assert feed(rss('<item><atom:link href="&x;"/></item>', prolog=doctype)).items[0].href == "&x;"


def test_html_entities_and_stray_characters_keep_the_title() -> None:
    item = only_item(
        rss(
            "<item><title>K&auml;se&nbsp;&amp; Co AT&T 1 < 2 &hellip; &#x1F600;&#128; &bogus;"
            "</title>"
            "<link>https://example.com/?a=1&b=2&copy=3</link></item>"
        )
    )
    assert item.title == "Käse & Co AT&T 1 < 2 … 😀€ &bogus;"
    assert item.href == "https://example.com/?a=1&b=2&copy=3"


def test_a_reference_to_half_a_character_is_harmless() -> None:
    assert only_item(rss("<item><title>a&#xd83d;b&#0;</title><link>/a</link></item>")).title


def test_cdata_is_not_changed() -> None:
    item = only_item(
        rss(
            "<item><title><![CDATA[Fish & <b>chips</b> &amp; peas]]></title>"
            "<link><![CDATA[https://example.com/?a=1&b=2]]></link></item>"
        )
    )
    assert (item.title, item.href) == ("Fish & chips & peas", "https://example.com/?a=1&b=2")


@pytest.mark.parametrize(
    "junk", ["\ufeff", "\n\n  ", "<br />\n<b>Warning</b>: x in /a.php\n", "\0"]
)
def test_junk_before_the_prolog_is_skipped(junk: str) -> None:
    assert only_item(
        rss("<item><link>/a</link></item>", prolog=junk + '<?xml version="1.0"?>')
    ).href


@pytest.mark.parametrize(
    ("declared", "actual"),
    [
        ("utf-8", "cp1252"),
        ("utf-16", "utf-8"),
        ("iso-8859-1", "cp1252"),
        ("iso-8859-1", "utf-8"),
        ("punycode", "utf-8"),
        ("UTF-8", "utf-16"),
        ("utf-8", "utf-16-be"),
    ],
)
def test_a_wrong_encoding_declaration_does_no_harm(declared: str, actual: str) -> None:
    text = (
        f'<?xml version="1.0" encoding="{declared}"?><rss><channel><item><title>Zürich “1”</title>'
    )
    body = (text + "<link>/a</link></item></channel></rss>").encode(actual)
    assert only_item(body).title == "Zürich “1”"


@pytest.mark.parametrize("codec", ["gb18030", "shift_jis", "euc-jp", "iso-2022-jp", "big5"])
def test_a_declared_asian_encoding_is_used(codec: str) -> None:
    text = f'<?xml version="1.0" encoding="{codec}"?><rss><item><title>日本</title><link>/a</link>'
    assert only_item(text.encode(codec)).title == "日本"


@pytest.mark.parametrize(
    ("label", "codec", "title"),
    [
        ("windows-874", "cp874", "ข่าววันนี้"),
        ("ks_c_5601-1987", "cp949", "안녕하세요"),
        ("x-sjis", "cp932", "表示"),
        ("x-cp1251", "cp1251", "Привет"),
        ("ISO-8859-8-I", "iso8859-8", "שלום"),
    ],
)
def test_every_label_of_browsers_is_recognised(label: str, codec: str, title: str) -> None:
    text = f'<?xml version="1.0" encoding="{label}"?><rss><item><title>{title}</title>'
    assert only_item(f"{text}<link>/a</link></item></rss>".encode(codec)).title == title


@pytest.mark.parametrize("prolog", ["", '<?xml version="1.0" encoding="utf-8"?>'])
def test_an_undeclared_charset_is_guessed_from_the_words(prolog: str) -> None:
    title = "Новости дня: жители города встретили весну на набережной"
    text = f"{prolog}<rss><item><title>{title}</title><link>/a</link></item></rss>"
    assert only_item(text.encode("cp1251")).title == title


def test_the_header_names_the_charset_when_the_document_does_not() -> None:
    body = "<rss><item><title>Привет</title><link>/a</link></item></rss>".encode("cp1251")
    read = feed(body, "application/rss+xml; charset=windows-1251")
    assert read.items[0].title == "Привет"


def test_undeclared_prefixes_are_understood() -> None:
    item = only_item(
        b"<rss><channel><item><link>/a</link><dc:creator>Jane</dc:creator>"
        b"<dc:date>2024-05-01</dc:date></item></channel></rss>"
    )
    assert item.authors == ("Jane",)
    assert item.published == datetime(2024, 5, 1, tzinfo=UTC)


def test_an_unclosed_tag_loses_no_item() -> None:
    body = rss(
        "<item><title>A</title><link>/a</link><description>x <br> y</description></item>"
        "<item><title>B</title><link>/b</link></item>"
    )
    assert [item.href for item in feed(body).items] == ["/a", "/b"]


def test_a_truncated_feed_keeps_its_complete_items() -> None:
    body = rss("<item><link>/a</link></item><item><title>B</title><link>/b</link></item>")
    assert feed(body[: body.index(b"<title>B")]).items[0].href == "/a"


@pytest.mark.parametrize(
    ("item", "href"),
    [
        ("<link>/a</link><feedburner:origLink>/orig</feedburner:origLink>", "/orig"),
        ("<guid>https://example.com/g</guid>", "https://example.com/g"),
        ('<link/><guid isPermaLink="true">https://example.com/g</guid>', "https://example.com/g"),
        ('<atom:link href="/alternate"/>', "/alternate"),
        ('<link href="/as-in-atom"/>', "/as-in-atom"),
        ('<atom:link rel="self" href="/self"/><link>/a</link>', "/a"),
    ],
)
def test_the_address_of_an_item_is_found(item: str, href: str) -> None:
    assert only_item(rss(f"<item>{item}</item>")).href == href


@pytest.mark.parametrize(
    "item",
    [
        "<title>No address</title>",
        '<guid isPermaLink="false">https://example.com/g</guid>',
        "<guid>12345</guid>",
        f"<link>https://example.com/{'a' * 5000}</link>",
    ],
)
def test_an_item_without_an_address_is_left_out(item: str) -> None:
    assert feed(rss(f"<item>{item}</item>")).items == ()


def test_relative_links_are_resolved_only_against_xml_base() -> None:
    assert only_item(rss("<item><link>b/c</link></item>")).href == "b/c"
    atom = (
        b'<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://example.com/x/">'
        b'<entry xml:base="y/"><link href="z"/></entry></feed>'
    )
    assert only_item(atom).href == "https://example.com/x/y/z"


@pytest.mark.parametrize(
    ("channel", "ttl"),
    [
        ("<ttl>60</ttl>", timedelta(hours=1)),
        ("<ttl>0</ttl>", None),
        ("<ttl>soon</ttl>", None),
        ("<ttl>999999999999999</ttl>", None),
        ("<sy:updatePeriod>hourly</sy:updatePeriod>", timedelta(hours=1)),
        (
            "<sy:updatePeriod> Daily </sy:updatePeriod><sy:updateFrequency>4</sy:updateFrequency>",
            timedelta(hours=6),
        ),
        ("<sy:updatePeriod>never</sy:updatePeriod>", None),
    ],
)
def test_the_time_to_live_is_read(channel: str, ttl: timedelta | None) -> None:
    assert feed(rss("", channel)).ttl == ttl


@pytest.mark.parametrize(
    ("channel", "hours", "days"),
    [
        ("<skipHours><hour>0</hour><hour> 23 </hour></skipHours>", {0, 23}, set()),
        ("<skipHours><hour>24</hour></skipHours>", {0}, set()),
        ("<skipHours><hour>25</hour><hour>-1</hour><hour>noon</hour></skipHours>", set(), set()),
        ("<skipDays><day>Saturday</day><day>SUN</day></skipDays>", set(), {5, 6}),
        ("<skipDays><day>Holiday</day><day/></skipDays>", set(), set()),
        ("<skipHours>3</skipHours><hour>4</hour>", set(), set()),
    ],
)
def test_hours_and_days_to_skip_are_read(channel: str, hours: set[int], days: set[int]) -> None:
    read = feed(rss("", channel))
    assert (set(read.skip_hours), set(read.skip_days)) == (hours, days)


def test_items_and_texts_are_bounded() -> None:
    texts = f"<title>{'t' * 9000}</title><description>{'d ' * 90000}</description>"
    read = feed(
        rss(
            f"<item><link>/a</link>{texts}</item>"
            + "<item><link>/b</link></item>" * (MAX_ITEMS + 10)
        )
    )
    assert len(read.items) == MAX_ITEMS
    assert len(read.items[0].title) == MAX_TITLE
    assert len(read.items[0].summary) <= MAX_SUMMARY


def test_items_beyond_the_limit_are_counted() -> None:
    assert feed(rss("<item><link>/a</link></item>" * (MAX_ITEMS + 7))).unread == 7
    entries = '<entry><link href="/a"/></entry>' * (MAX_ITEMS + 8)
    assert feed(f"<feed>{entries}</feed>".encode()).unread == 8
    items = [{"id": "1", "url": "/a"}] * (MAX_ITEMS + 9)
    document = {"version": "https://jsonfeed.org/version/1.1", "items": items}
    assert feed(json.dumps(document).encode()).unread == 9
    assert feed(rss("<item><link>/a</link></item>")).unread == 0


def test_depth_is_harmless() -> None:
    assert isinstance(read_feed(b"<rss><channel>" + b"<item><description>" * 50_000), Feed)


def test_hostile_names_and_nesting_do_no_harm() -> None:
    names = f"<item><link>/a</link><author>{'@' * 1000}(</author></item>" * 2000
    assert len(feed(rss(names)).items) == 2000
    nested = "<item><link>/a</link><description>" * 100 + "<b/>" * 9000
    assert len(feed(rss(nested)).items) == 100


@pytest.mark.parametrize(
    "body",
    [
        "<RSS><CHANNEL><TITLE>P</TITLE><ITEM><LINK>http://e/1</LINK><DC:DATE>2026-11-16</DC:DATE>"
        "<GUID ISPERMALINK='false'>http://e/x</GUID></ITEM></CHANNEL></RSS>",
        "<Rss><Channel><Title>P</Title><Item><Link>http://e/1</Link>"
        "<PubDate>2026-11-16</PubDate></Item></Channel></Rss>",
        "<FEED xmlns='http://www.w3.org/2005/Atom'><TITLE>P</TITLE><ENTRY>"
        "<LINK REL='alternate' HREF='http://e/1'/><PUBLISHED>2026-11-16</PUBLISHED></ENTRY></FEED>",
    ],
)
def test_a_feed_in_capitals_is_read(body: str) -> None:
    assert feed(body.encode()).title == "P"
    item = only_item(body.encode())
    assert (item.href, item.published) == ("http://e/1", datetime(2026, 11, 16, tzinfo=UTC))


@pytest.mark.parametrize("words", ["made for <html> and <body>", "no <feed>", "x" * 9_000])
def test_elements_named_in_a_comment_before_the_root_are_ignored(words: str) -> None:
    item = "<item><link>http://e/1</link></item>"
    body = rss(item, prolog=f'<?xml version="1.0"?>\n<!-- {words} -->\n<?x y?>')
    assert looks_like_feed(body)
    assert only_item(body).href == "http://e/1"


@pytest.mark.parametrize(
    ("content", "count"),
    [
        ('<content src="1.html" type="text/html"/>', 1),
        ('<content src="1.html"/>', 1),
        ('<content src="1.jpg" type="image/jpeg"/>', 0),
    ],
)
def test_the_page_of_an_atom_entry_may_be_its_content_source(content: str, count: int) -> None:
    entry = f'<entry xml:base="http://e/a/"><id>tag:1</id>{content}</entry>'
    items = feed(f'<feed xmlns="http://www.w3.org/2005/Atom">{entry}</feed>'.encode()).items
    assert [item.href for item in items] == ["http://e/a/1.html"] * count


def test_an_empty_feed_is_a_feed() -> None:
    assert feed(b"<rss><channel><title>Quiet</title></channel></rss>").title == "Quiet"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b'<?xml version="1.0"?><rss version="2.0">', True),
        (b'\n<feed xmlns="http://www.w3.org/2005/Atom">', True),
        (b'<!-- x --><rdf:RDF xmlns="http://purl.org/rss/1.0/">', True),
        ('\ufeff<rss version="2.0">'.encode("utf-16"), True),
        (b'{"version": "https://jsonfeed.org/version/1.1", "items": []}', True),
        (b'{"version":"https:\\/\\/jsonfeed.org\\/version\\/1"}', True),
        (b"<html><body><rss></body></html>", False),
        (b"<!doctype html><p>&lt;rss&gt;<rss >", False),
        (b'{"version": 1}', False),
        (b"<urlset>", False),
        (b"", False),
    ],
)
def test_a_feed_is_recognised_by_its_first_bytes(body: bytes, expected: bool) -> None:
    assert looks_like_feed(body) is expected


FRAGMENTS = st.sampled_from(
    [
        *b"<rss> <channel> <item> </item> <title> </title> <link> </link> <entry>".split(),
        *b"<dc:date> <![CDATA[ ]]> &amp; &#55357; &nbsp; &a; ]> \xff \xef\xbf\xbf".split(),
        *b"<guid>http://a <ttl>9".split(),
        b"\0",
        b"<feed xmlns='http://www.w3.org/2005/Atom'>",
        b"<link href='a' xml:base='http://['/>",
        b"<!DOCTYPE rss [<!ENTITY a 'b'>",
        b"<rdf:RDF xmlns:rdf='x'>",
        b"<a:b:c d:e='f'>",
        b"<?xml encoding='utf-16'?>",
        b'{"version":',
    ]
)


@given(st.lists(FRAGMENTS | st.binary(max_size=8), max_size=40).map(b"".join), st.text(max_size=20))
def test_any_bytes_are_a_feed_or_a_reason(body: bytes, content_type: str) -> None:
    read = read_feed(body, content_type)
    assert isinstance(read, Feed) or read.reason is Reason.BAD_FEED
    looks_like_feed(body)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["items", "url", "id", "title", "authors", "name", "tags", "hubs"]),
                inner,
            )
        ),
        max_leaves=20,
    )
)
def test_any_json_is_a_feed_or_a_reason(value: object) -> None:
    document = {"version": "https://jsonfeed.org/version/1", "items": value, "hubs": value}
    read = feed(json.dumps(document).encode())
    assert all(item.title.encode().decode() == item.title for item in read.items)


@given(st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "Zs"]), max_size=60))
def test_a_plain_title_survives(title: str) -> None:
    title = title.replace("&", "+")  # which may begin an entity, and rightly be read as one
    body = f'<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="/a"/><title>{title}'
    words = [word for word in only_item(body.encode()).title.split() if word.isalnum()]
    assert [word for word in title.split() if word.isalnum()] == words
