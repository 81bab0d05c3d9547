"""Second looks at kept articles: edits and deletions are found, noise and our own progress not."""

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
from tidings.store.database.sqlite import Database
from tidings.world.server.server import serve
from tidings.world.world import World

HOUR = 3600.0


class Watch:
    """Our clock, which can be moved on."""

    def __init__(self) -> None:
        self.skipped = 0.0

    def __call__(self) -> float:
        return time.time() + self.skipped


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def eager(settings: Settings) -> Settings:
    """Every request earns a look."""
    return replace(settings, crawl=replace(settings.crawl, recheck_share=1.0))


def follow(settings: Settings, *urls: str) -> None:
    database = Database(ensure_home(settings.home).database, settings.store)
    for url in urls:
        source_list.add_source(database, url, datetime.now(UTC))
    database.close()


async def crawl(newsroom: Crawler, *, recheck: bool = True) -> RecheckTally:
    """Crawl until idle and return what the second looks found."""
    before = newsroom.tally.rechecks()
    await newsroom.crawl(recheck=recheck)
    after = newsroom.tally.rechecks()
    return RecheckTally(
        after.looks - before.looks,
        after.revisions - before.revisions,
        after.deletions - before.deletions,
    )


def kept(newsroom: Crawler) -> dict[str, Article]:
    return {article.url: article for article in newsroom.library.newest(10_000)}


async def test_edits_and_deletions_of_the_world_are_found_and_nothing_else(
    eager: Settings, watch: Watch
) -> None:
    async with serve(World(seed=9, history=6, per_hour=0), speed=0) as site:
        follow(eager, *site.urls)
        async with opened_crawler(eager, watch, Random(1)) as newsroom:
            await crawl(newsroom)
            before = {page.url: page for page in site.world.articles()}
            for hours in (40.0, 0.2):  # the second time confirms what was missing
                site.advance(hours * HOUR)
                watch.skipped += hours * HOUR
                await crawl(newsroom)
            after = {page.url: page for page in site.world.articles()}
            articles = kept(newsroom)
    lasting = set(before) & set(after) & set(articles)
    edited = {url for url in lasting if after[url].revision > before[url].revision}
    gone = (set(before) - set(after)) & set(articles)
    assert len(edited) >= 4
    assert len(gone) == 2
    assert {url for url, article in articles.items() if article.revision > 1} == edited
    assert {url for url, article in articles.items() if article.gone_at} == gone
    assert {articles[url].gone_status for url in gone} == {404, 410}
    titles = {url: articles[url].title.split() for url in edited}
    assert titles == {url: after[url].title.split() for url in edited}


async def test_looks_stay_within_their_share_over_restarts(
    settings: Settings, watch: Watch
) -> None:
    looks = 0
    async with serve(World(seed=9, history=6, per_hour=0), speed=0) as site:
        follow(settings, site.urls[0])
        for _ in range(3):
            async with opened_crawler(settings, watch, Random(1)) as newsroom:
                for _ in range(4):
                    site.advance(6 * HOUR)
                    watch.skipped += 6 * HOUR
                    looks += (await crawl(newsroom)).looks
                    visits = [v.path for v in site.log.visits() if v.path != "/robots.txt"]
                    assert looks <= 0.05 * len(visits)
                articles = kept(newsroom)
    front = site.urls[0].removesuffix("/")
    again = sum(max(0, visits.count(url.removeprefix(front)) - 1) for url in articles)
    assert looks > 0
    assert again == looks


TITLE = "Ferry number {n} runs aground off the old pier"
PROMO = (
    "Our harbour letter comes every Friday morning and tells you what the boats have been up to."
)


def story(n: int, extra: str = "") -> str:
    """The page of an article of its own words, all with the same promotion within."""
    chance = Random(n)
    words = "tide rope crew gale buoy quay deck sail mast keel hull dock crane pilot chart".split()
    told = "".join(
        f"<p>{' '.join(chance.choices(words, k=40)).capitalize()} {n}{at}.</p>\n" for at in range(6)
    )
    title = TITLE.format(n=n)
    return (
        f"<html lang=en><head><title>{title}</title><meta property='og:type' content='article'>"
        f"<meta property='article:published_time' content='2026-03-0{n % 9 + 1}T08:00:00Z'></head>"
        f"<body><article><h1>{title}</h1>{told}<p>{PROMO}</p>\n{extra}</article></body></html>"
    )


FRONT_LINKS = "".join(
    f"<h2><a href='/news/{n}'>{TITLE.format(n=n)}</a></h2><p>More of it inside.</p>"
    for n in range(12)
)
FRONT = f"<html><head><title>The Harbour</title></head><body>{FRONT_LINKS}</body></html>"


@dataclass
class Paper:
    """A paper whose pages are what a test says."""

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
async def newsroom(eager: Settings, watch: Watch, paper: Paper) -> AsyncIterator[Crawler]:
    """A newsroom that has crawled the paper once."""
    follow(eager, paper.url)
    async with opened_crawler(eager, watch, Random(1)) as newsroom:
        await crawl(newsroom)
        assert len(kept(newsroom)) == 12
        yield newsroom


async def look(newsroom: Crawler, watch: Watch, hours: float = 20.0) -> RecheckTally:
    watch.skipped += hours * HOUR
    return await crawl(newsroom)


async def test_what_we_learned_of_a_site_is_no_edit_by_its_publisher(
    newsroom: Crawler, watch: Watch, paper: Paper
) -> None:
    naive = [n for n in range(12) if PROMO in kept(newsroom)[url_of(paper, n)].text]
    assert naive  # the first ones were read before the promotion was known as one
    for n in range(12):
        paper.put(n, story(n, "<!-- served at noon -->"))
    paper.put(naive[0], story(naive[0]).replace("tide", "ebb"))
    assert await look(newsroom, watch) == RecheckTally(looks=12, revisions=1, deletions=0)
    history = newsroom.library.history(kept(newsroom)[url_of(paper, naive[0])])
    (revision,) = history.revisions
    changed = [run.text.split() for run in revision.text if run.change is not WordChange.KEPT]
    assert {word for words in changed for word in words} == {"tide", "ebb"}


async def test_stamps_counters_and_links_make_no_revision(
    newsroom: Crawler, watch: Watch, paper: Paper
) -> None:
    for n in range(12):
        paper.put(n, story(n, f"<p>Updated {n} minutes ago</p><p>{n}28 comments</p>"))
    assert await look(newsroom, watch) == RecheckTally(looks=12, revisions=0, deletions=0)


async def test_a_deleted_article_gets_a_tombstone_and_stays_readable(
    newsroom: Crawler, watch: Watch, paper: Paper
) -> None:
    lost = "Page not found"
    paper.put(1, "gone", "410 Gone")
    paper.put(2, "no", "404 Not Found")
    paper.put(3, paper.url, "302 Found")
    paper.put(4, f"<html><head><title>{lost}</title></head><body><h1>{lost}</h1></body></html>")
    paper.put(5, "busy", "503 Service Unavailable")
    assert (await look(newsroom, watch)).deletions == 1  # the others must be missing twice
    assert kept(newsroom)[url_of(paper, 1)].gone_status == 410
    assert await look(newsroom, watch, 0.2) == RecheckTally(looks=3, revisions=0, deletions=3)
    articles = kept(newsroom)
    gone = {n for n in range(12) if articles[url_of(paper, n)].gone_at is not None}
    assert gone == {1, 2, 3, 4}
    said = newsroom.library.why(url_of(paper, 2))
    assert said.indexed
    assert any("deleted by the publisher" in reason for reason in said.reasons)


async def test_an_article_that_comes_back_loses_its_tombstone_and_keeps_the_story(
    newsroom: Crawler, watch: Watch, paper: Paper
) -> None:
    paper.put(1, "gone", "410 Gone")
    await look(newsroom, watch)
    assert kept(newsroom)[url_of(paper, 1)].gone_at is not None
    paper.put(1, story(1))
    await look(newsroom, watch)
    back = kept(newsroom)[url_of(paper, 1)]
    assert (back.gone_at, back.revision) == (None, 1)
    history = newsroom.library.history(back)
    assert [tombstone.status for tombstone in history.tombstones] == [410]
    assert history.tombstones[0].back_at is not None


async def test_a_moved_article_is_neither_deleted_nor_doubled(
    newsroom: Crawler, watch: Watch, paper: Paper
) -> None:
    paper.put(1, f"{paper.url}news/harbour/1-ferry", "301 Moved Permanently")
    paper.pages["/news/harbour/1-ferry"] = ("200 OK", story(1).replace("rope", "chain"))
    paper.put(2, f"{paper.url}news/7", "301 Moved Permanently")
    await look(newsroom, watch)
    await look(newsroom, watch, 0.2)
    articles = kept(newsroom)
    assert len(articles) == 12
    moved = articles[url_of(paper, 1)]
    assert (moved.revision, moved.gone_at) == (2, None)
    assert "chain" in moved.text
    assert articles[url_of(paper, 2)].gone_at is not None  # another article stands there now


async def test_a_crawl_that_was_not_asked_to_looks_at_nothing_again(
    newsroom: Crawler, watch: Watch, paper: Paper
) -> None:
    paper.put(2, "no", "404 Not Found")
    await look(newsroom, watch)  # leaves a look to confirm the loss
    watch.skipped += HOUR
    before = len(paper.log)
    assert (await crawl(newsroom, recheck=False)).looks == 0
    assert not [path for path in paper.log[before:] if path.startswith("/news/")]
    assert (await look(newsroom, watch)).deletions == 1  # the suspicion was not forgotten


async def test_no_share_means_no_looks(settings: Settings, watch: Watch, paper: Paper) -> None:
    never = replace(settings, crawl=replace(settings.crawl, recheck_share=0.0))
    follow(never, paper.url)
    async with opened_crawler(never, watch) as newsroom:
        await crawl(newsroom)
        assert (await look(newsroom, watch)).looks == 0


async def test_following_looks_again_by_itself(
    newsroom: Crawler, watch: Watch, paper: Paper
) -> None:
    paper.put(1, story(1).replace("tide", "ebb"))
    watch.skipped += 20 * HOUR
    following = asyncio.create_task(newsroom.follow())
    async with asyncio.timeout(30):
        while newsroom.tally.revisions == 0:
            await asyncio.sleep(0.02)
    newsroom.stop()
    await following
    assert kept(newsroom)[url_of(paper, 1)].revision == 2
