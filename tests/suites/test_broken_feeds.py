"""XML that is not well formed: no item, date or address is lost to it, and nothing takes long."""

import pytest
from tests.suites.feed_documents import feed_in

from tidings.model.web.discovery import FeedItem
from tidings.read.feeds.feed_formats import read_feed
from tidings.read.feeds.opml import read_opml
from tidings.read.feeds.sitemaps import read_sitemap

COUNT = 6


def items(template: str) -> tuple[FeedItem, ...]:
    """Return the items of a feed in which every item is written like this."""
    written = "".join(f"<item>{template.replace('N', str(n))}</item>" for n in range(COUNT))
    return feed_in(f"<rss><channel><title>T</title>{written}</channel></rss>".encode()).items


@pytest.mark.parametrize(
    "description",
    [
        "x<br>y",
        "x<br>y<br>z",
        "x</p>y",
        "</div></div></div></div></div>x",
        "<p>x<p>y<p>z",
        "<ul><li>x<li>y</ul>",
        "<b><i>x</b>y</i>",
        "x<img src=a.gif width=3>y",
        "x<hr noshade>y",
        "x<a href='1' href='2'>y</a>",
        'x<a title="it\'s "quoted" twice">y</a>',
        "if a <b and c",
        "x < y <3 z",
        "<![CDATA[x <![CDATA[y]]> z]]>",
        "x ]]> y",
        "<!-- a -- b -->x",
        "<!DOCTYPE html>x",
        "<?php echo 1 ?>x",
        "x &nbsp; &bogus; & y &#0; &#xd83d; &#99999999;",
        "x\x03\x0b\x1fy",
        "x\uffffy",
        "<o:p>x</o:p>",
        "see <http://a.example/>, or <jo@a.example>",
    ],
)
def test_a_broken_description_costs_no_other_field(description: str) -> None:
    fields = "<title>AN</title><link>http://a.example/N</link><pubDate>2024-05-01</pubDate>"
    for template in (
        f"{fields}<description>{description}</description>",
        f"<description>{description}</description>{fields}",
    ):
        read = items(template)
        assert [item.title for item in read] == [f"A{n}" for n in range(COUNT)]
        assert [item.href for item in read] == [f"http://a.example/{n}" for n in range(COUNT)]
        assert all(item.published for item in read)
        assert all(item.summary for item in read)


@pytest.mark.parametrize(
    "template",
    [
        "<title>AN<title><link>http://a.example/N</link>",  # the end tag has no slash
        "<title>AN<link>http://a.example/N</link>",
        "<link>http://a.example/N<title>AN</title>",
        "<title>AN</titel><link>http://a.example/N</link>",
        "<title>AN</title><link>http://a.example/N</link><item>",
        "<title>AN</title><link>http://a.example/N</link></guid></item></item>",
        "<description><![CDATA[x</description><title>AN</title><link>http://a.example/N</link>",
        "<title>AN</title><link>http://a.example/N</link><!-- never closed",
        "<TITLE>AN</title><link>http://a.example/N</LINK>",
    ],
)
def test_a_broken_item_costs_no_other_item(template: str) -> None:
    read = items(template)
    assert [item.href for item in read] == [f"http://a.example/{n}" for n in range(COUNT)]


def test_one_broken_item_is_the_only_loss() -> None:
    good = "<item><title>A</title><link>/a</link><description><![CDATA[x]]></description></item>"
    for bad in ("<item><li", "<item></p><title>", "</rss>", "</channel></channel>"):
        hrefs = [item.href for item in feed_in(f"<rss>{good}{bad}{good}</rss>".encode()).items]
        assert hrefs == ["/a", "/a"]


@pytest.mark.parametrize("end", range(0, 200, 7))
def test_a_feed_cut_anywhere_keeps_what_is_whole(end: int) -> None:
    whole = "<rss><channel><item><title>A</title><link>/a</link></item>"
    rest = (
        "<item><title>B &amp; b</title><link>/b</link><description><![CDATA[<p>x</p>]]>"
        "</description><guid isPermaLink='false'>1</guid></item></channel></rss>"
    ) * 2
    assert feed_in(f"{whole}{rest[:end]}".encode()).items[0].href == "/a"


@pytest.mark.parametrize(
    "bomb",
    [
        "<p>" * 40_000,
        "</p>" * 40_000,
        "<p></b>" * 20_000,
        "<a b" * 20_000,
        '<a b="' * 20_000,
        "<a " + "b" * 100_000 + ">",
        "<a" + " b=c" * 20_000 + ">",
        "<![CDATA[" * 20_000,
        "<![CDATA[</item>" * 10_000 + "]]>",
        "<!--" * 20_000,
        "<!--" * 20_000 + "-->",
        "<?" * 40_000,
        "<!x" * 20_000,
        "&" * 100_000,
        "&lt;a " * 20_000,
        "&lt;script " * 10_000,
        "&lt;title>" * 10_000,
        "<item>" * 20_000,
        "<item><title>" * 10_000,
        "<link>" * 20_000,
    ],
    ids=lambda bomb: bomb[:12],
)
def test_no_bomb_takes_long(bomb: str) -> None:
    item = f"<item><link>/a</link><description>{bomb}"
    assert feed_in(f"<rss><channel>{item}".encode()).items[0].href == "/a"
    read_feed(f"<feed><entry><title>{bomb}".encode())
    read_sitemap(f"<urlset><url><loc>{bomb}".encode())
    read_opml(f"<opml><body>{bomb}".encode())
