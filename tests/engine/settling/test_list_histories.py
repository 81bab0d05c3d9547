"""Feeds, sitemaps and index pages that die, recover, duplicate and move, on real servers."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from tests.engine.paper_server import ClockedCrawler, PaperServer, clocked_crawler, paper_server

from tidings.model.web.page import FrontierState
from tidings.model.web.reason import Reason
from tidings.settings.tree import Settings
from tidings.world.server.server import WorldServer

FEED_LINK = "<link rel='alternate' type='application/rss+xml' href='{}'>"


@pytest.fixture
async def paper() -> AsyncIterator[PaperServer]:
    async with paper_server() as server:
        yield server


@pytest.fixture
async def crawler(settings: Settings) -> AsyncIterator[ClockedCrawler]:
    async with clocked_crawler(settings) as crawler:
        yield crawler


def feeds(*paths: str) -> str:
    return "".join(FEED_LINK.format(path) for path in paths)


async def test_a_dead_feed_rests_and_recovers(paper: PaperServer, crawler: ClockedCrawler) -> None:
    stories = [paper.article(number) for number in range(3)]
    paper.front(*stories, head=feeds("/feed.rss"))
    paper.feed("/feed.rss", stories)
    alive = paper.pages["/feed.rss"]
    await crawler.follow(f"{paper.origin}/")
    await crawler.crawl()
    paper.pages["/feed.rss"] = (404, "text/html", "gone for now")
    await crawler.crawl(rounds=1)
    explanation = await crawler.why(paper.url("/feed.rss"))
    assert (explanation.state, explanation.next_visit is not None) == (FrontierState.QUEUED, True)
    await crawler.crawl(rounds=6)
    requests = paper.requests["/feed.rss"]
    assert requests == 1 + 6
    explanation = await crawler.why(paper.url("/feed.rss"))
    assert explanation.state == FrontierState.RESTING
    assert any(
        Reason.DEAD in sentence and "not found" in sentence for sentence in explanation.reasons
    )
    await crawler.close()
    await crawler.crawl(rounds=2)
    assert paper.requests["/feed.rss"] == requests
    paper.pages["/feed.rss"] = alive
    crawler.wait(days=31)
    await crawler.crawl()
    assert paper.requests["/feed.rss"] == requests + 1
    assert (await crawler.why(paper.url("/feed.rss"))).state == FrontierState.DONE
    await crawler.crawl(rounds=1)
    assert paper.requests["/feed.rss"] == requests + 2


async def test_a_page_in_place_of_a_feed_does_not_end_the_feed(
    paper: PaperServer, crawler: ClockedCrawler
) -> None:
    stories = [paper.article(number) for number in range(3)]
    paper.front(*stories, head=feeds("/feed.rss"))
    paper.feed("/feed.rss", stories)
    alive = paper.pages["/feed.rss"]
    await crawler.follow(f"{paper.origin}/")
    await crawler.crawl()
    paper.page("/parked", "<p>This name is for sale.</p>")
    paper.pages["/feed.rss"] = (302, "", paper.url("/parked"))
    await crawler.crawl(rounds=2)
    explanation = await crawler.why(paper.url("/feed.rss"))
    assert explanation.state == FrontierState.QUEUED
    assert any(Reason.BAD_FEED in each and "/parked" in each for each in explanation.reasons)
    paper.pages["/feed.rss"] = alive
    crawler.wait(days=2)
    await crawler.crawl()
    assert (await crawler.why(paper.url("/feed.rss"))).state == FrontierState.DONE


async def test_a_url_that_never_was_a_feed_is_given_up(
    paper: PaperServer, crawler: ClockedCrawler
) -> None:
    paper.front(paper.article(1), head=feeds("/nothing.rss"))
    await crawler.follow(f"{paper.origin}/")
    await crawler.crawl(rounds=3)
    explanation = await crawler.why(paper.url("/nothing.rss"))
    assert (explanation.state, explanation.next_visit) == (FrontierState.FAILED, None)
    assert paper.requests["/nothing.rss"] == 1


async def test_a_dead_index_page_is_tried_again(
    paper: PaperServer, crawler: ClockedCrawler
) -> None:
    stories = [paper.article(number) for number in range(12)]
    paper.front("/sport", *stories)
    items = "".join(f"<li><a href='{story}'>What was said {story}</a></li>" for story in stories)
    paper.page("/sport", f"<h1>Sport</h1><ul>{items}</ul>")
    alive = paper.pages["/sport"]
    await crawler.follow(f"{paper.origin}/")
    await crawler.crawl()
    explanation = await crawler.why(paper.url("/sport"))
    assert explanation.kind == "index"
    del paper.pages["/sport"]
    await crawler.crawl(rounds=7)
    explanation = await crawler.why(paper.url("/sport"))
    assert (explanation.state, explanation.kind) == (FrontierState.RESTING, "index")
    paper.pages["/sport"] = alive
    crawler.wait(days=31)
    await crawler.crawl()
    explanation = await crawler.why(paper.url("/sport"))
    assert (explanation.state, explanation.kind) == (FrontierState.DONE, "index")


async def test_duplicate_feeds_are_merged_and_separated_again(
    paper: PaperServer, crawler: ClockedCrawler
) -> None:
    stories = [paper.article(number) for number in range(6)]
    paper.front(*stories, head=feeds("/feed", "/feed/?format=xml", "/sport.rss"))
    paper.feed("/feed", stories)
    paper.feed("/feed/?format=xml", stories[:4], dates=False)
    paper.feed("/sport.rss", stories[3:])
    await crawler.follow(f"{paper.origin}/")
    await crawler.crawl()
    await crawler.crawl(rounds=4)
    explanation = await crawler.why(paper.url("/feed/?format=xml"))
    assert explanation.state == FrontierState.RESTING
    assert explanation.target == paper.url("/feed")
    assert any(Reason.SAME_FEED in each for each in explanation.reasons)
    assert (await crawler.why(paper.url("/feed"))).state == FrontierState.DONE
    assert (await crawler.why(paper.url("/sport.rss"))).state == FrontierState.DONE
    requests = paper.requests["/feed/?format=xml"]
    await crawler.crawl(rounds=2)
    assert paper.requests["/feed/?format=xml"] == requests
    paper.feed("/feed/?format=xml", [paper.article(number) for number in range(20, 26)])
    crawler.wait(days=31)
    await crawler.crawl()
    explanation = await crawler.why(paper.url("/feed/?format=xml"))
    assert (explanation.state, explanation.target) == (FrontierState.DONE, None)


async def test_a_duplicate_feed_wakes_when_the_better_one_dies(
    paper: PaperServer, crawler: ClockedCrawler
) -> None:
    stories = [paper.article(number) for number in range(6)]
    paper.front(*stories, head=feeds("/feed", "/other"))
    paper.feed("/feed", stories)
    paper.feed("/other", stories[:5])
    await crawler.follow(f"{paper.origin}/")
    await crawler.crawl()
    await crawler.crawl(rounds=4)
    assert (await crawler.why(paper.url("/other"))).state == FrontierState.RESTING
    paper.pages["/feed"] = (410, "text/html", "gone")
    await crawler.crawl(rounds=4)
    assert (await crawler.why(paper.url("/feed"))).state == FrontierState.RESTING
    assert (await crawler.why(paper.url("/other"))).state == FrontierState.DONE


async def test_a_sitemap_is_fetched_again_when_its_index_says_so(
    paper: PaperServer, crawler: ClockedCrawler
) -> None:
    stories = [paper.article(number) for number in range(4)]
    paper.front(stories[0])
    paper.pages["/robots.txt"] = (200, "text/plain", f"Sitemap: {paper.url('/index.xml')}")
    paper.sitemap("/one.xml", stories[:2])
    paper.sitemap("/two.xml", stories[2:3])
    children = {"/one.xml": "2026-10-01T08:30:00Z", "/two.xml": "2026-10-02T08:30:00Z"}
    paper.sitemap_index("/index.xml", children)
    await crawler.follow(f"{paper.origin}/")
    await crawler.crawl()
    await crawler.crawl(rounds=2)
    assert (paper.requests["/one.xml"], paper.requests["/two.xml"]) == (1, 1)
    assert paper.requests["/index.xml"] >= 3
    explanation = await crawler.why(paper.url("/one.xml"))
    assert any(Reason.UNMOVED in each for each in explanation.reasons)
    paper.sitemap("/two.xml", stories[2:])
    paper.sitemap_index("/index.xml", {"/two.xml": "2026-10-03T09:00:00Z"})
    await crawler.crawl(rounds=1)
    assert (paper.requests["/one.xml"], paper.requests["/two.xml"]) == (1, 2)
    assert (await crawler.why(paper.url(stories[3]))).kind == "article"
    explanation = await crawler.why(paper.url("/one.xml"))
    assert (explanation.state, explanation.next_visit) == (FrontierState.RESTING, None)
    assert any(Reason.UNLISTED in each for each in explanation.reasons)
    assert not (await crawler.sources())[f"{paper.origin}/"].synthetic


async def test_feeds_beyond_the_sites_limit_are_dropped_with_a_reason(
    paper: PaperServer, settings: Settings
) -> None:
    few = replace(settings, crawl=replace(settings.crawl, max_feeds_per_site=2))
    async with clocked_crawler(few) as crawler:
        stories = [paper.article(number) for number in range(3)]
        paths = [f"/{name}.rss" for name in ("all", "sport", "tags")]
        paper.front(*stories, head=feeds(*paths))
        for path, story in zip(paths, stories, strict=True):
            paper.feed(path, [story])
        await crawler.follow(f"{paper.origin}/")
        await crawler.crawl(rounds=2)
        explanation = await crawler.why(paper.url("/tags.rss"))
        assert (explanation.state, paper.requests["/tags.rss"]) == (FrontierState.DROPPED, 0)
        assert any(Reason.TOO_MANY_FEEDS in each for each in explanation.reasons)


async def test_an_article_announces_feeds_but_its_comment_feed_is_ignored(
    paper: PaperServer, crawler: ClockedCrawler
) -> None:
    foot = "<p><a href='/rss.xml'>RSS</a> <a href='https://else.example/rss.xml'>Else</a></p>"
    head = feeds("/2026/11/story-1/feed/", "/comments.rss", "/all.rss")
    story = paper.article(1, head, foot)
    paper.front(story)
    paper.feed("/all.rss", [story, paper.article(2)])
    paper.feed("/rss.xml", [story, paper.article(3)])
    await crawler.follow(f"{paper.origin}/")
    await crawler.crawl()
    assert (await crawler.why(paper.url("/2026/11/story-2"))).kind == "article"
    assert (await crawler.why(paper.url("/2026/11/story-3"))).kind == "article"
    assert paper.requests["/comments.rss"] == paper.requests["/2026/11/story-1/feed/"] == 0


async def test_a_link_to_another_followed_site_joins_its_frontier(
    paper: PaperServer, crawler: ClockedCrawler
) -> None:
    async with paper_server() as other:
        hidden = other.article(7)
        other.front(other.article(8))
        paper.front(paper.article(1), other.url(hidden), "https://nobody.example/x")
        await crawler.follow(f"{paper.origin}/", f"{other.origin}/")
        await crawler.crawl()
        explanation = await crawler.why(other.url(hidden))
        assert (explanation.kind, explanation.found_on) == ("article", f"{paper.origin}/")
        assert (await crawler.sources())[f"{other.origin}/"].articles == 2


async def test_a_site_without_feeds_and_sitemaps_is_marked(
    paper: PaperServer, crawler: ClockedCrawler
) -> None:
    paper.front(*(paper.article(number) for number in range(3)))
    await crawler.follow(f"{paper.origin}/")
    await crawler.crawl()
    source = (await crawler.sources())[f"{paper.origin}/"]
    assert (source.synthetic, source.articles) == (True, 3)


async def test_the_news_of_a_paper_without_feed_and_sitemap_is_found(
    site: WorldServer, crawler: ClockedCrawler
) -> None:
    paper = site.urls[6]
    await crawler.follow(paper)
    await crawler.crawl()
    assert (await crawler.sources())[paper].synthetic
    known = {page.url for page in site.world.articles()}
    site.advance(6 * 3600)
    fresh = [
        page.url
        for page in site.world.articles()
        if page.url not in known and page.allowed and page.url.startswith(paper)
    ]
    assert fresh
    await crawler.crawl(rounds=1)
    assert {(await crawler.why(url)).kind for url in fresh} == {"article"}
