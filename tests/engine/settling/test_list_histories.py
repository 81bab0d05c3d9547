"""Feeds, sitemaps and index pages that die, come back, double and move, on real servers."""

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
    async with paper_server() as stand:
        yield stand


@pytest.fixture
async def room(settings: Settings) -> AsyncIterator[ClockedCrawler]:
    async with clocked_crawler(settings) as one:
        yield one


def feeds(*paths: str) -> str:
    return "".join(FEED_LINK.format(path) for path in paths)


async def test_a_feed_that_dies_rests_and_comes_back(
    paper: PaperServer, room: ClockedCrawler
) -> None:
    stories = [paper.article(number) for number in range(3)]
    paper.front(*stories, head=feeds("/feed.rss"))
    paper.feed("/feed.rss", stories)
    alive = paper.pages["/feed.rss"]
    await room.follow(f"{paper.origin}/")
    await room.crawl()
    paper.pages["/feed.rss"] = (404, "text/html", "gone for now")
    await room.crawl(rounds=1)
    said = await room.why(paper.url("/feed.rss"))
    assert (said.state, said.next_visit is not None) == (FrontierState.QUEUED, True)
    await room.crawl(rounds=6)
    asked = paper.asked["/feed.rss"]
    assert asked == 1 + 6
    said = await room.why(paper.url("/feed.rss"))
    assert said.state == FrontierState.RESTING
    assert any(Reason.DEAD in sentence and "not found" in sentence for sentence in said.reasons)
    await room.close()
    await room.crawl(rounds=2)
    assert paper.asked["/feed.rss"] == asked
    paper.pages["/feed.rss"] = alive
    room.wait(days=31)
    await room.crawl()
    assert paper.asked["/feed.rss"] == asked + 1
    assert (await room.why(paper.url("/feed.rss"))).state == FrontierState.DONE
    await room.crawl(rounds=1)
    assert paper.asked["/feed.rss"] == asked + 2


async def test_a_page_in_the_place_of_a_feed_is_no_end(
    paper: PaperServer, room: ClockedCrawler
) -> None:
    stories = [paper.article(number) for number in range(3)]
    paper.front(*stories, head=feeds("/feed.rss"))
    paper.feed("/feed.rss", stories)
    alive = paper.pages["/feed.rss"]
    await room.follow(f"{paper.origin}/")
    await room.crawl()
    paper.page("/parked", "<p>This name is for sale.</p>")
    paper.pages["/feed.rss"] = (302, "", paper.url("/parked"))
    await room.crawl(rounds=2)
    said = await room.why(paper.url("/feed.rss"))
    assert said.state == FrontierState.QUEUED
    assert any(Reason.BAD_FEED in each and "/parked" in each for each in said.reasons)
    paper.pages["/feed.rss"] = alive
    room.wait(days=2)
    await room.crawl()
    assert (await room.why(paper.url("/feed.rss"))).state == FrontierState.DONE


async def test_an_address_that_never_was_a_feed_is_given_up(
    paper: PaperServer, room: ClockedCrawler
) -> None:
    paper.front(paper.article(1), head=feeds("/nothing.rss"))
    await room.follow(f"{paper.origin}/")
    await room.crawl(rounds=3)
    said = await room.why(paper.url("/nothing.rss"))
    assert (said.state, said.next_visit) == (FrontierState.FAILED, None)
    assert paper.asked["/nothing.rss"] == 1


async def test_an_index_page_that_dies_is_tried_again(
    paper: PaperServer, room: ClockedCrawler
) -> None:
    stories = [paper.article(number) for number in range(12)]
    paper.front("/sport", *stories)
    items = "".join(f"<li><a href='{story}'>What was said {story}</a></li>" for story in stories)
    paper.page("/sport", f"<h1>Sport</h1><ul>{items}</ul>")
    alive = paper.pages["/sport"]
    await room.follow(f"{paper.origin}/")
    await room.crawl()
    said = await room.why(paper.url("/sport"))
    assert said.kind == "index"
    del paper.pages["/sport"]
    await room.crawl(rounds=7)
    said = await room.why(paper.url("/sport"))
    assert (said.state, said.kind) == (FrontierState.RESTING, "index")
    paper.pages["/sport"] = alive
    room.wait(days=31)
    await room.crawl()
    said = await room.why(paper.url("/sport"))
    assert (said.state, said.kind) == (FrontierState.DONE, "index")


async def test_twins_of_a_feed_are_merged_and_part_again(
    paper: PaperServer, room: ClockedCrawler
) -> None:
    stories = [paper.article(number) for number in range(6)]
    paper.front(*stories, head=feeds("/feed", "/feed/?format=xml", "/sport.rss"))
    paper.feed("/feed", stories)
    paper.feed("/feed/?format=xml", stories[:4], dates=False)
    paper.feed("/sport.rss", stories[3:])
    await room.follow(f"{paper.origin}/")
    await room.crawl()
    await room.crawl(rounds=4)
    said = await room.why(paper.url("/feed/?format=xml"))
    assert said.state == FrontierState.RESTING
    assert said.target == paper.url("/feed")
    assert any(Reason.SAME_FEED in each for each in said.reasons)
    assert (await room.why(paper.url("/feed"))).state == FrontierState.DONE
    assert (await room.why(paper.url("/sport.rss"))).state == FrontierState.DONE
    asked = paper.asked["/feed/?format=xml"]
    await room.crawl(rounds=2)
    assert paper.asked["/feed/?format=xml"] == asked
    paper.feed("/feed/?format=xml", [paper.article(number) for number in range(20, 26)])
    room.wait(days=31)
    await room.crawl()
    said = await room.why(paper.url("/feed/?format=xml"))
    assert (said.state, said.target) == (FrontierState.DONE, None)


async def test_a_twin_wakes_when_the_better_one_dies(
    paper: PaperServer, room: ClockedCrawler
) -> None:
    stories = [paper.article(number) for number in range(6)]
    paper.front(*stories, head=feeds("/feed", "/other"))
    paper.feed("/feed", stories)
    paper.feed("/other", stories[:5])
    await room.follow(f"{paper.origin}/")
    await room.crawl()
    await room.crawl(rounds=4)
    assert (await room.why(paper.url("/other"))).state == FrontierState.RESTING
    paper.pages["/feed"] = (410, "text/html", "gone")
    await room.crawl(rounds=4)
    assert (await room.why(paper.url("/feed"))).state == FrontierState.RESTING
    assert (await room.why(paper.url("/other"))).state == FrontierState.DONE


async def test_a_sitemap_is_fetched_again_when_its_index_says_so(
    paper: PaperServer, room: ClockedCrawler
) -> None:
    stories = [paper.article(number) for number in range(4)]
    paper.front(stories[0])
    paper.pages["/robots.txt"] = (200, "text/plain", f"Sitemap: {paper.url('/index.xml')}")
    paper.sitemap("/one.xml", stories[:2])
    paper.sitemap("/two.xml", stories[2:3])
    children = {"/one.xml": "2026-10-01T08:30:00Z", "/two.xml": "2026-10-02T08:30:00Z"}
    paper.sitemap_index("/index.xml", children)
    await room.follow(f"{paper.origin}/")
    await room.crawl()
    await room.crawl(rounds=2)
    assert (paper.asked["/one.xml"], paper.asked["/two.xml"]) == (1, 1)
    assert paper.asked["/index.xml"] >= 3
    said = await room.why(paper.url("/one.xml"))
    assert any(Reason.UNMOVED in each for each in said.reasons)
    paper.sitemap("/two.xml", stories[2:])
    paper.sitemap_index("/index.xml", {"/two.xml": "2026-10-03T09:00:00Z"})
    await room.crawl(rounds=1)
    assert (paper.asked["/one.xml"], paper.asked["/two.xml"]) == (1, 2)
    assert (await room.why(paper.url(stories[3]))).kind == "article"
    said = await room.why(paper.url("/one.xml"))
    assert (said.state, said.next_visit) == (FrontierState.RESTING, None)
    assert any(Reason.UNLISTED in each for each in said.reasons)
    assert not (await room.sources())[f"{paper.origin}/"].synthetic


async def test_feeds_beyond_the_sites_share_are_dropped_with_the_reason(
    paper: PaperServer, settings: Settings
) -> None:
    few = replace(settings, crawl=replace(settings.crawl, max_feeds_per_site=2))
    async with clocked_crawler(few) as room:
        stories = [paper.article(number) for number in range(3)]
        paths = [f"/{name}.rss" for name in ("all", "sport", "tags")]
        paper.front(*stories, head=feeds(*paths))
        for path, story in zip(paths, stories, strict=True):
            paper.feed(path, [story])
        await room.follow(f"{paper.origin}/")
        await room.crawl(rounds=2)
        said = await room.why(paper.url("/tags.rss"))
        assert (said.state, paper.asked["/tags.rss"]) == (FrontierState.DROPPED, 0)
        assert any(Reason.TOO_MANY_FEEDS in each for each in said.reasons)


async def test_an_article_makes_feeds_known_but_not_its_comments(
    paper: PaperServer, room: ClockedCrawler
) -> None:
    foot = "<p><a href='/rss.xml'>RSS</a> <a href='https://else.example/rss.xml'>Else</a></p>"
    head = feeds("/2026/11/story-1/feed/", "/comments.rss", "/all.rss")
    story = paper.article(1, head, foot)
    paper.front(story)
    paper.feed("/all.rss", [story, paper.article(2)])
    paper.feed("/rss.xml", [story, paper.article(3)])
    await room.follow(f"{paper.origin}/")
    await room.crawl()
    assert (await room.why(paper.url("/2026/11/story-2"))).kind == "article"
    assert (await room.why(paper.url("/2026/11/story-3"))).kind == "article"
    assert paper.asked["/comments.rss"] == paper.asked["/2026/11/story-1/feed/"] == 0


async def test_a_link_to_another_followed_site_joins_its_frontier(
    paper: PaperServer, room: ClockedCrawler
) -> None:
    async with paper_server() as other:
        hidden = other.article(7)
        other.front(other.article(8))
        paper.front(paper.article(1), other.url(hidden), "https://nobody.example/x")
        await room.follow(f"{paper.origin}/", f"{other.origin}/")
        await room.crawl()
        said = await room.why(other.url(hidden))
        assert (said.kind, said.found_on) == ("article", f"{paper.origin}/")
        assert (await room.sources())[f"{other.origin}/"].articles == 2


async def test_a_site_without_feeds_and_sitemaps_is_marked(
    paper: PaperServer, room: ClockedCrawler
) -> None:
    paper.front(*(paper.article(number) for number in range(3)))
    await room.follow(f"{paper.origin}/")
    await room.crawl()
    source = (await room.sources())[f"{paper.origin}/"]
    assert (source.synthetic, source.articles) == (True, 3)


async def test_the_news_of_a_paper_without_feed_and_sitemap_is_found(
    site: WorldServer, room: ClockedCrawler
) -> None:
    paper = site.urls[6]
    await room.follow(paper)
    await room.crawl()
    assert (await room.sources())[paper].synthetic
    known = {page.url for page in site.world.articles()}
    site.advance(6 * 3600)
    fresh = [
        page.url
        for page in site.world.articles()
        if page.url not in known and page.allowed and page.url.startswith(paper)
    ]
    assert fresh
    await room.crawl(rounds=1)
    assert {(await room.why(url)).kind for url in fresh} == {"article"}
