import pytest

from tidings.crawl.feeds.feed_selection import FeedSelection, SeenSitemaps, selected_feeds
from tidings.model.web.discovery import FeedLink
from tidings.read.pages.page_announcements import PageAnnouncements

ARTICLE = "https://paper.example/2026/11/story"


def selected(
    announced: PageAnnouncements, page: str = ARTICLE, is_article: bool = True
) -> FeedSelection:
    return selected_feeds(announced, page, page, "paper.example", is_article)


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
def test_feeds_of_comments_of_one_article_or_of_a_search_are_ignored(href: str, title: str) -> None:
    announced = PageAnnouncements((FeedLink(href, title), FeedLink("/feed", "The Paper")))
    assert selected(announced) == FeedSelection(feeds=("/feed",), side_feeds=1)


def test_a_feed_below_an_index_pages_address_is_kept() -> None:
    announced = PageAnnouncements((FeedLink("/sport/feed", "Sport"),))
    section = "https://paper.example/sport"
    assert selected(announced, section, is_article=False).feeds == ("/sport/feed",)


def test_the_feed_of_an_article_addressed_by_number_is_ignored() -> None:
    announced = PageAnnouncements(
        (FeedLink("/?p=17&feed=rss2", ""), FeedLink("/?p=171&feed=rss2", ""))
    )
    assert selected(announced, "https://paper.example/?p=17").feeds == ("/?p=171&feed=rss2",)


def test_only_the_sites_own_feeds_are_taken_from_links() -> None:
    announced = PageAnnouncements(
        (FeedLink("https://feeds.example/paper", ""),),
        ("/sitemap.xml", "https://else.example/sitemap.xml"),
        (FeedLink("/rss.xml", ""), FeedLink("https://else.example/rss.xml", "")),
    )
    found = selected(announced)
    assert found.feeds == ("https://feeds.example/paper",)
    assert (found.sitemaps, found.pages) == (("/sitemap.xml",), ("/rss.xml",))


def test_sitemaps_of_an_origin_are_new_once_and_when_they_change() -> None:
    seen = SeenSitemaps()
    assert seen.is_new("https://paper.example/a", ("/one.xml",))
    assert not seen.is_new("https://paper.example/b", ("/one.xml",))
    assert seen.is_new("https://sport.paper.example/", ("/one.xml",))
    assert seen.is_new("https://paper.example/c", ("/one.xml", "/two.xml"))
    assert not seen.is_new("https://silent.example/", ())
