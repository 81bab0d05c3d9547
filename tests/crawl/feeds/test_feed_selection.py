import pytest

from tidings.crawl.feeds.feed_selection import FeedSelection, SeenSitemaps, selected_feeds
from tidings.model.web.discovery import FeedLink
from tidings.read.pages.page_announcements import PageAnnouncements

ARTICLE = "https://paper.example/2026/11/story"


def known(said: PageAnnouncements, page: str = ARTICLE, is_article: bool = True) -> FeedSelection:
    return selected_feeds(said, page, page, "paper.example", is_article)


@pytest.mark.parametrize(
    ("href", "title"),
    [
        ("/comments/feed", ""),
        ("/feed/7", "The Paper » Kommentare zu: Die Brücke"),
        ("/2026/11/story/feed/", ""),
        ("/2026/11/story?format=atom", ""),
        ("/?s=bridge&feed=rss2", ""),
        ("/search/bridge/feed", ""),
    ],
)
def test_a_feed_of_comments_of_one_article_or_of_a_search_is_left_aside(
    href: str, title: str
) -> None:
    said = PageAnnouncements((FeedLink(href, title), FeedLink("/feed", "The Paper")))
    assert known(said) == FeedSelection(feeds=("/feed",), aside=1)


def test_what_extends_an_index_pages_address_is_its_feed() -> None:
    said = PageAnnouncements((FeedLink("/sport/feed", "Sport"),))
    section = "https://paper.example/sport"
    assert known(said, section, is_article=False).feeds == ("/sport/feed",)


def test_an_article_known_by_its_number_does_not_bring_its_own_feed() -> None:
    said = PageAnnouncements((FeedLink("/?p=17&feed=rss2", ""), FeedLink("/?p=171&feed=rss2", "")))
    assert known(said, "https://paper.example/?p=17").feeds == ("/?p=171&feed=rss2",)


def test_only_the_sites_own_feeds_are_taken_from_anchors() -> None:
    said = PageAnnouncements(
        (FeedLink("https://feeds.example/paper", ""),),
        ("/sitemap.xml", "https://else.example/sitemap.xml"),
        (FeedLink("/rss.xml", ""), FeedLink("https://else.example/rss.xml", "")),
    )
    found = known(said)
    assert found.feeds == ("https://feeds.example/paper",)
    assert (found.sitemaps, found.pages) == (("/sitemap.xml",), ("/rss.xml",))


def test_a_host_is_heard_once_and_again_when_it_says_something_new() -> None:
    heard = SeenSitemaps()
    assert heard.is_news("https://paper.example/a", ("/one.xml",))
    assert not heard.is_news("https://paper.example/b", ("/one.xml",))
    assert heard.is_news("https://sport.paper.example/", ("/one.xml",))
    assert heard.is_news("https://paper.example/c", ("/one.xml", "/two.xml"))
    assert not heard.is_news("https://silent.example/", ())
