"""Rechecks of kept articles: find edits and deletions, ignore noise and our own learning."""

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from random import Random

import pytest

from tidings.engine.live.crawler import Crawler, opened_crawler
from tidings.engine.live.tally import RecheckTally
from tidings.engine.process.home import ensure_home
from tidings.engine.sources import source_list
from tidings.model.articles.article import Article
from tidings.model.articles.revision import WordChange
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.world.server.server import serve
from tidings.world.world import World

HOUR = 3600.0


class MovableClock:
    """A clock that tests can move forward."""

    def __init__(self) -> None:
        self.skipped = 0.0

    def __call__(self) -> float:
        return time.time() + self.skipped


@pytest.fixture
def clock() -> MovableClock:
    return MovableClock()


@pytest.fixture
def recheck_all(settings: Settings) -> Settings:
    """Every request earns a recheck."""
    return replace(settings, crawl=replace(settings.crawl, recheck_share=1.0))


def follow(settings: Settings, *urls: str) -> None:
    database = open_database(ensure_home(settings).database, settings.store)
    for url in urls:
        source_list.add_source(database, url, datetime.now(UTC))
    database.close()


async def crawl(crawler: Crawler, *, recheck: bool = True) -> RecheckTally:
    """Crawl until idle and return what the rechecks found."""
    before = crawler.tally.rechecks()
    await crawler.crawl(recheck=recheck)
    after = crawler.tally.rechecks()
    return RecheckTally(
        after.looks - before.looks,
        after.revisions - before.revisions,
        after.deletions - before.deletions,
    )


def kept(crawler: Crawler) -> dict[str, Article]:
    return {article.url: article for article in crawler.library.newest(10_000)}


async def test_edits_and_deletions_of_the_world_are_found_and_nothing_else(
    recheck_all: Settings, clock: MovableClock
) -> None:
    async with serve(World(seed=9, history=6, per_hour=0), speed=0) as site:
        follow(recheck_all, *site.urls)
        async with opened_crawler(recheck_all, clock, Random(1)) as crawler:
            await crawl(crawler)
            before = {page.url: page for page in site.world.articles()}
            for hours in (40.0, 0.2):  # the second crawl confirms what is missing
                site.advance(hours * HOUR)
                clock.skipped += hours * HOUR
                await crawl(crawler)
            after = {page.url: page for page in site.world.articles()}
            articles = kept(crawler)
    surviving = set(before) & set(after) & set(articles)
    edited = {url for url in surviving if after[url].revision > before[url].revision}
    gone = (set(before) - set(after)) & set(articles)
    assert len(edited) >= 4
    assert len(gone) == 2
    assert {url for url, article in articles.items() if article.revision > 1} == edited
    assert {url for url, article in articles.items() if article.gone_at} == gone
    assert {articles[url].gone_status for url in gone} == {404, 410}
    titles = {url: articles[url].title.split() for url in edited}
    assert titles == {url: after[url].title.split() for url in edited}


async def test_rechecks_stay_within_their_share_across_restarts(
    settings: Settings, clock: MovableClock
) -> None:
    looks = 0
    async with serve(World(seed=9, history=6, per_hour=0), speed=0) as site:
        follow(settings, site.urls[0])
        for _ in range(3):
            async with opened_crawler(settings, clock, Random(1)) as crawler:
                for _ in range(4):
                    site.advance(6 * HOUR)
                    clock.skipped += 6 * HOUR
                    looks += (await crawl(crawler)).looks
                    visits = [v.path for v in site.log.requests() if v.path != "/robots.txt"]
                    assert looks <= 0.05 * len(visits)
                articles = kept(crawler)
    front = site.urls[0].removesuffix("/")
    again = sum(max(0, visits.count(url.removeprefix(front)) - 1) for url in articles)
    assert looks > 0
    assert again == looks


TITLE = "Ferry number {n} runs aground off the old pier"
PROMO = (
    "Our harbour letter comes every Friday morning and tells you what the boats have been up to."
)


def story(n: int, extra: str = "") -> str:
    """A page with an article of its own words; all pages contain the same promotion."""
    rng = Random(n)
    words = "tide rope crew gale buoy quay deck sail mast keel hull dock crane pilot chart".split()
    paragraphs = "".join(
        f"<p>{' '.join(rng.choices(words, k=40)).capitalize()} {n}{at}.</p>\n" for at in range(6)
    )
    title = TITLE.format(n=n)
    return (
        f"<html lang=en><head><title>{title}</title><meta property='og:type' content='article'>"
        f"<meta property='article:published_time' content='2026-03-0{n % 9 + 1}T08:00:00Z'></head>"
        f"<body><article><h1>{title}</h1>{paragraphs}<p>{PROMO}</p>\n{extra}</article></body></html>"
    )


FRONT_LINKS = "".join(
    f"<h2><a href='/news/{n}'>{TITLE.format(n=n)}</a></h2><p>More of it inside.</p>"
    for n in range(12)
)
FRONT = f"<html><head><title>The Harbour</title></head><body>{FRONT_LINKS}</body></html>"


@dataclass
class Paper:
    """A paper whose pages a test defines."""

    url: str = ""
    pages: dict[str, tuple[str, str]] = field(default_factory=dict)  # path -> status line, body
    log: list[str] = field(default_factory=list)

    def put(self, n: int, body: str, status: str = "200 OK") -> None:
        self.pages[f"/news/{n}"] = (status, body)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        path = head.split()[1].decode()
        self.log.append(path)
        status, body = self.pages.get(path, ("404 Not Found", "Not found"))
        lines = [f"HTTP/1.1 {status}", "Connection: close", "Content-Type: text/html"]
        if status.startswith("3"):
            lines.append(f"Location: {body}")
        data = body.encode()
        lines.append(f"Content-Length: {len(data)}")
        writer.write("\r\n".join([*lines, "", ""]).encode() + data)
        await writer.drain()
        writer.close()


@pytest.fixture
async def paper() -> AsyncIterator[Paper]:
    paper = Paper()
    paper.pages["/"] = ("200 OK", FRONT)
    for n in range(12):
        paper.put(n, story(n))
    server = await asyncio.start_server(paper.answer, "127.0.0.1", 0)
    paper.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    async with server:
        yield paper


def url_of(paper: Paper, n: int) -> str:
    return f"{paper.url}news/{n}"


@pytest.fixture
async def crawler(
    recheck_all: Settings, clock: MovableClock, paper: Paper
) -> AsyncIterator[Crawler]:
    """A crawler that has crawled the paper once."""
    follow(recheck_all, paper.url)
    async with opened_crawler(recheck_all, clock, Random(1)) as crawler:
        await crawl(crawler)
        assert len(kept(crawler)) == 12
        yield crawler


async def recheck(crawler: Crawler, clock: MovableClock, hours: float = 20.0) -> RecheckTally:
    clock.skipped += hours * HOUR
    return await crawl(crawler)


async def test_what_we_learned_about_a_site_is_not_an_edit_by_its_publisher(
    crawler: Crawler, clock: MovableClock, paper: Paper
) -> None:
    with_promotion = [n for n in range(12) if PROMO in kept(crawler)[url_of(paper, n)].text]
    assert with_promotion  # the first ones were read before the promotion was recognised
    for n in range(12):
        paper.put(n, story(n, "<!-- served at noon -->"))
    paper.put(with_promotion[0], story(with_promotion[0]).replace("tide", "ebb"))
    assert await recheck(crawler, clock) == RecheckTally(looks=12, revisions=1, deletions=0)
    history = crawler.library.history(kept(crawler)[url_of(paper, with_promotion[0])])
    (revision,) = history.revisions
    changed = [run.text.split() for run in revision.text if run.change is not WordChange.KEPT]
    assert {word for words in changed for word in words} == {"tide", "ebb"}


async def test_timestamps_and_counters_make_no_revision(
    crawler: Crawler, clock: MovableClock, paper: Paper
) -> None:
    for n in range(12):
        paper.put(n, story(n, f"<p>Updated {n} minutes ago</p><p>{n}28 comments</p>"))
    assert await recheck(crawler, clock) == RecheckTally(looks=12, revisions=0, deletions=0)


async def test_a_deleted_article_gets_a_tombstone_and_stays_readable(
    crawler: Crawler, clock: MovableClock, paper: Paper
) -> None:
    lost = "Page not found"
    paper.put(1, "gone", "410 Gone")
    paper.put(2, "no", "404 Not Found")
    paper.put(3, paper.url, "302 Found")
    paper.put(4, f"<html><head><title>{lost}</title></head><body><h1>{lost}</h1></body></html>")
    paper.put(5, "busy", "503 Service Unavailable")
    assert (await recheck(crawler, clock)).deletions == 1  # the others must be missing twice
    assert kept(crawler)[url_of(paper, 1)].gone_status == 410
    assert await recheck(crawler, clock, 0.2) == RecheckTally(looks=3, revisions=0, deletions=3)
    articles = kept(crawler)
    gone = {n for n in range(12) if articles[url_of(paper, n)].gone_at is not None}
    assert gone == {1, 2, 3, 4}
    explanation = crawler.library.why(url_of(paper, 2))
    assert explanation.indexed
    assert any("deleted by the publisher" in reason for reason in explanation.reasons)


async def test_an_article_that_comes_back_loses_its_tombstone_and_keeps_its_history(
    crawler: Crawler, clock: MovableClock, paper: Paper
) -> None:
    paper.put(1, "gone", "410 Gone")
    await recheck(crawler, clock)
    assert kept(crawler)[url_of(paper, 1)].gone_at is not None
    paper.put(1, story(1))
    await recheck(crawler, clock)
    back = kept(crawler)[url_of(paper, 1)]
    assert (back.gone_at, back.revision) == (None, 1)
    history = crawler.library.history(back)
    assert [tombstone.status for tombstone in history.tombstones] == [410]
    assert history.tombstones[0].back_at is not None


async def test_a_moved_article_is_neither_deleted_nor_doubled(
    crawler: Crawler, clock: MovableClock, paper: Paper
) -> None:
    paper.put(1, f"{paper.url}news/harbour/1-ferry", "301 Moved Permanently")
    paper.pages["/news/harbour/1-ferry"] = ("200 OK", story(1).replace("rope", "chain"))
    paper.put(2, f"{paper.url}news/7", "301 Moved Permanently")
    await recheck(crawler, clock)
    await recheck(crawler, clock, 0.2)
    articles = kept(crawler)
    assert len(articles) == 12
    moved = articles[url_of(paper, 1)]
    assert (moved.revision, moved.gone_at) == (2, None)
    assert "chain" in moved.text
    assert articles[url_of(paper, 2)].gone_at is not None  # another article is there now


async def test_a_crawl_without_recheck_visits_no_article_again(
    crawler: Crawler, clock: MovableClock, paper: Paper
) -> None:
    paper.put(2, "no", "404 Not Found")
    await recheck(crawler, clock)  # leaves a recheck to confirm the loss
    clock.skipped += HOUR
    before = len(paper.log)
    assert (await crawl(crawler, recheck=False)).looks == 0
    assert not [path for path in paper.log[before:] if path.startswith("/news/")]
    assert (await recheck(crawler, clock)).deletions == 1  # the suspicion was not forgotten


async def test_without_a_share_there_are_no_rechecks(
    settings: Settings, clock: MovableClock, paper: Paper
) -> None:
    never = replace(settings, crawl=replace(settings.crawl, recheck_share=0.0))
    follow(never, paper.url)
    async with opened_crawler(never, clock) as crawler:
        await crawl(crawler)
        assert (await recheck(crawler, clock)).looks == 0


async def test_following_rechecks_by_itself(
    crawler: Crawler, clock: MovableClock, paper: Paper
) -> None:
    paper.put(1, story(1).replace("tide", "ebb"))
    clock.skipped += 20 * HOUR
    following = asyncio.create_task(crawler.follow())
    async with asyncio.timeout(30):
        while crawler.tally.revisions == 0:
            await asyncio.sleep(0.02)
    crawler.stop()
    await following
    assert kept(crawler)[url_of(paper, 1)].revision == 2
