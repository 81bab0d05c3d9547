"""Dates, authors, categories and what feeds say about themselves, under all their names."""

from datetime import UTC, datetime, timedelta

import pytest
from tests.suites.feed_documents import atom, feed_in, item_in, rss

from tidings.model.web.discovery import FeedItem

DAY = datetime(2024, 5, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    "name",
    [
        *("pubDate", "pubdate", "published", "date", "dc:date", "dcterms:issued", "dcterms:date"),
        *("dcterms:created", "atom:published", "prism:publicationDate"),
    ],
)
def test_the_date_of_an_rss_item_is_found(name: str) -> None:
    assert item_in(rss(f"<{name}> 2024-05-01 </{name}>")).published == DAY
    assert item_in(rss(f"<pubDate>soon</pubDate><{name}>2024-05-01</{name}>")).published == DAY
    assert item_in(rss(f"<pubDate/><{name}><![CDATA[2024-05-01]]></{name}>")).published == DAY


@pytest.mark.parametrize(
    "name", ["atom:updated", "dcterms:modified", "dc:modified", "updated", "modified", "lastmod"]
)
def test_the_last_change_of_an_rss_item_is_found(name: str) -> None:
    item = item_in(rss(f"<{name}>2024-05-01</{name}>"))
    assert (item.published, item.updated) == (None, DAY)


@pytest.mark.parametrize(
    "name", ["published", "issued", "created", "dc:date", "dcterms:issued", "pubDate"]
)
def test_the_date_of_an_atom_entry_is_found(name: str) -> None:
    item = item_in(atom(f"<{name}>2024-05-01</{name}><updated>2024-05-02</updated>"))
    assert (item.published, item.updated) == (DAY, DAY + timedelta(days=1))


def test_the_first_of_several_dates_counts() -> None:
    dates = "<published>2024-05-01</published><published>2023-05-01</published>"
    assert item_in(atom(dates)).published == DAY


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("Wed, 01 May 2024 10:30:00 GMT", (10, 30)),
        ("Wed, 1 May 24 10:30:00 +0000", (10, 30)),
        ("01 May 2024 10:30 UT", (10, 30)),
        ("Wed, 01 May 2024 06:30:00 EDT", (10, 30)),
        ("Wed, 01 May 2024 12:30:00 +02:00", (10, 30)),
        ("Wed, 01 May 2024 12:30:00 GMT+02:00", (10, 30)),
        ("Wed, 01 May, 2024 10:30:00 UTC", (10, 30)),
        ("Wed May 01 2024 12:30:00 +0200", (10, 30)),
        ("Wed May  1 10:30:00 2024", (10, 30)),
        ("Wed, 1st May 2024 10:30:00 GMT", (10, 30)),
        ("Wednesday, May 1, 2024 - 10:30am", (10, 30)),
        ("Wed, 2024/05/01 06:30:00 EDT", (10, 30)),
        ("2024-05-01T12:30:00+02:00", (10, 30)),
        ("2024-05-01T10:30:00.1234Z", (10, 30)),
        ("2024-05-01T10:30Z", (10, 30)),
        ("2024-05-01 10:30:00", (10, 30)),
        ("20240501T103000", (10, 30)),
        ("1714559400", (10, 30)),
        ("2024-05", (0, 0)),
        ("mer., 01 mai 2024 12:30:00 +0200", (10, 30)),
    ],
)
def test_dates_are_read_in_the_forms_of_feeds(written: str, moment: tuple[int, int]) -> None:
    published = item_in(rss(f"<pubDate>{written}</pubDate>")).published
    assert published is not None
    there = published.astimezone(UTC)
    assert (there.date(), there.hour, there.minute) == (DAY.date(), *moment)


@pytest.mark.parametrize(
    "written", ["", "  ", "yesterday", "Sun, 99 Jun 2009 12:00:00 GMT", "9999-12-31T23:59:59-99:99"]
)
def test_what_is_no_date_is_none(written: str) -> None:
    assert item_in(rss(f"<pubDate>{written}</pubDate>")).published is None


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Jo Doe", "Jo Doe"),
        ("jo@a.example (Jo Doe)", "Jo Doe"),
        ("Jo Doe (jo@a.example)", "Jo Doe"),
        ("Jo Doe &lt;jo@a.example&gt;", "Jo Doe"),
        ("&quot;Jo Doe&quot; &lt;jo@a.example&gt;", "Jo Doe"),
        ("jo@a.example &lt;Jo Doe&gt;", "Jo Doe"),
        ("Jo Doe jo@a.example", "Jo Doe"),
        ("jo@a.example Jo Doe", "Jo Doe"),
        ("Jo Doe (mailto:jo@a.example)", "Jo Doe"),
        ("noreply@a.example (Jo (the) Doe)", "Jo (the) Doe"),
        ("jo@a.example (Jo@Home)", "Jo@Home"),
        ("&quot;Doe, Jo&quot; &lt;jo@a.example&gt;", "Doe, Jo"),
        ("Jo &lt;not an address&gt;", "Jo <not an address>"),
        ("Jo &amp; Sons (Ltd)", "Jo & Sons (Ltd)"),
        ("jo@a.example (Jo), al@a.example (Al)", "Jo, Al"),
        ("jo@a.example", "jo@a.example"),
        ("(jo@a.example)", "jo@a.example"),
        ("jo@a.example ()", "jo@a.example"),
        ("Jo Doe (University)", "Jo Doe (University)"),
        ("@jo (Jo)", "@jo (Jo)"),
        ("by <a href='/jo'>Jo Doe</a>", "by Jo Doe"),
        ("&lt;a href='/jo'&gt;Jo Doe&lt;/a&gt; (University)", "Jo Doe (University)"),
        ("by <![CDATA[Jo Doe]]>", "by Jo Doe"),
        ("<name>Jo Doe</name><title>Editor</title>", "Jo Doe"),
        ("<name/><email>jo@a.example</email>", "jo@a.example"),
    ],
)
@pytest.mark.parametrize("element", ["author", "dc:creator", "dc:author", "atom:author"])
def test_an_author_is_a_name(element: str, written: str, name: str) -> None:
    assert item_in(rss(f"<{element}>{written}</{element}>")).authors == (name,)
    assert item_in(atom(f"<{element}>{written}</{element}>")).authors == (name,)


def authors(item: FeedItem) -> str:
    return ", ".join(item.authors)


def test_authors_are_found_where_they_are_written() -> None:
    assert authors(item_in(rss("<author>Jo</author><dc:creator>Al</dc:creator>"))) == "Al, Jo"
    assert authors(item_in(rss("<dc:creator>Jo</dc:creator><author>Jo</author>"))) == "Jo"
    assert authors(item_in(rss("<itunes:author>Jo</itunes:author>"))) == "Jo"
    assert authors(item_in(rss("<author>Jo</author><itunes:author>Al</itunes:author>"))) == "Jo"
    feed_author = "<author><name>Desk</name></author>"
    assert authors(item_in(atom("", feed_author))) == "Desk"
    assert authors(item_in(atom("<author><name>Jo</name></author>", feed_author))) == "Jo"
    source = "<source><author><name>Other</name></author></source>"
    assert authors(item_in(atom(source, feed_author))) == "Desk"
    several = "<author><name>Jo</name></author><author><name>Al</name></author>"
    assert authors(item_in(atom(several))) == "Jo, Al"


def test_a_hostile_author_costs_no_time() -> None:
    for text in ("@" * 5_000, "a@" + "a-b." * 5_000 + "!", "(" * 5_000, "a@b (" * 2_000):
        assert item_in(rss(f"<author>{text}</author>")).href


@pytest.mark.parametrize(
    ("entry", "categories"),
    [
        ("<category term='a' label='A'/><category term='b'/><category>c</category>", "A b c"),
        ("<category term='a'/><category term='a'/><category term=' '/>", "a"),
        ("<dc:subject>a</dc:subject><dc:subject>b</dc:subject>", "a b"),
        ("<category>&lt;b&gt;a&lt;/b&gt;</category><category><![CDATA[b&c]]></category>", "a b&c"),
    ],
)
def test_categories_are_named_once(entry: str, categories: str) -> None:
    assert " ".join(item_in(atom(entry)).categories) == categories


@pytest.mark.parametrize(
    ("channel", "language"),
    [
        ("<language>en-gb</language>", "en-gb"),
        ("<dc:language>de</dc:language>", "de"),
        ("<language> </language>", None),
        ("", None),
    ],
)
def test_the_language_of_a_feed_is_read(channel: str, language: str | None) -> None:
    assert feed_in(rss("", channel)).language == language


def test_a_feed_with_nothing_in_it_is_read() -> None:
    read = feed_in(b"<rss/>")
    assert (read.title, read.home, read.items) == ("", None, ())
    assert feed_in(b"<feed/>").items == ()
    assert item_in(rss("")).title == ""
