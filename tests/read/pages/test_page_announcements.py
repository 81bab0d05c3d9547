import pytest

from tidings.read.pages.html import parse_html
from tidings.read.pages.page_announcements import PageAnnouncements, page_announcements


def said(body: str, head: str = "") -> PageAnnouncements:
    page = f"<html><head>{head}</head><body>{body}</body></html>"
    return page_announcements(parse_html(page, "https://paper.example/a"))


@pytest.mark.parametrize(
    "href",
    ["/feed.rss", "/news.atom", "index.RDF", "/rss.xml", "/feed/", "/rss", "/feeds/all.atom",
     "/feed.json", "/?feed=rss2", "/list?id=7&format=atom", "/rss_sport.xml"],
)  # fmt: skip
def test_an_anchor_to_a_feed_is_recognised_by_its_name(href: str) -> None:
    assert [link.href for link in said(f"<a href='{href}'>x</a>").linked] == [href]


@pytest.mark.parametrize(
    "href",
    ["/feedback", "/sitemap", "/carss/atomic-energy", "/feed-the-birds.html", "/rss-explained",
     "/brandfeed/story", "/?q=feed", "#rss"],
)  # fmt: skip
def test_an_anchor_with_a_similar_name_is_not_a_feed(href: str) -> None:
    found = said(f"<a href='{href}'>RSS feed</a>")
    assert (found.linked, found.sitemaps) == ((), ())


def test_the_type_of_an_anchor_marks_a_feed() -> None:
    anchor = "<a type='application/rss+xml' href='/feedpage?x=1'>News</a>"
    (link,) = said(anchor).linked
    assert (link.href, link.title) == ("/feedpage?x=1", "News")


def test_sitemaps_are_recognised_by_name_and_by_relation() -> None:
    found = said("<a href='/sitemap-news.xml.gz'>Map</a>", "<link rel='sitemap' href='/map.xml'>")
    assert found.sitemaps == ("/map.xml", "/sitemap-news.xml.gz")


def test_a_nofollow_anchor_is_ignored() -> None:
    assert said("<a rel='nofollow' href='/feed.rss'>RSS</a>").linked == ()


def test_the_number_of_announcements_is_limited() -> None:
    body = "".join(f"<a href='/{n}.rss'>{n}</a>" for n in range(500))
    assert len(said(body).linked) <= 100
