"""Politeness on real servers: the ledger equals their logs, and publishers' wishes are honoured."""

import io
import json
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from tests.engine.live.test_crawler import crawl, follow
from tests.engine.paper_server import PaperServer, paper_server

from tidings.engine.library.library import Library
from tidings.engine.live.crawler import opened_crawler
from tidings.engine.maintenance.article_export import ExportFilter, export_articles
from tidings.engine.maintenance.warc_export import export_warc
from tidings.engine.process.home import Home
from tidings.model.search.results import Query
from tidings.model.web.rights import ContentUse
from tidings.settings.tree import Settings
from tidings.store.archive.warc_files import ArchiveReader
from tidings.store.archive.warc_record import inflate_member, parse_record
from tidings.store.database.sqlite import Database
from tidings.store.tables.frontier.request_log import logged_requests_since
from tidings.world.server.server import WorldServer


@pytest.fixture
async def stand() -> AsyncIterator[PaperServer]:
    async with paper_server() as each:
        yield each


async def test_the_ledger_equals_what_the_servers_saw_and_all_delays_are_held(
    settings: Settings, site: WorldServer
) -> None:
    slow = replace(settings.fetch, delay=0.02, domain_delay=0.01, address_delay=0.01)
    settings = replace(settings, fetch=slow)
    urls = site.urls[:2]
    follow(settings, *urls)
    async with opened_crawler(settings) as newsroom:
        await newsroom.crawl(None, max_pages=40)
    library = Library.open(settings)
    lines = [line for line in logged_requests_since(library._database.read()) if line.sent]
    told = library.ledger(limit=5)
    one = library.ledger(urls[0])
    library.close()
    seen = site.log.visits()
    assert Counter((line.path, line.status) for line in lines) == Counter(
        (visit.path, visit.status) for visit in seen
    )
    assert told.requests == len(seen)
    assert told.by_purpose["robots"] == 2
    assert told.delays_held, told.worst
    assert {gap.gate for gap in told.smallest} == {"host", "domain", "address"}
    assert len(told.lines) == 5
    papers = {visit.paper for visit in seen}
    assert one.requests in [sum(v.paper == paper for v in seen) for paper in papers]
    for line in lines:
        assert line.address == line.host.partition(":")[0]


async def test_a_second_process_keeps_its_distance_from_the_first(
    settings: Settings, stand: PaperServer
) -> None:
    stand.front()
    settings = replace(settings, fetch=replace(settings.fetch, delay=0.4))
    follow(settings, stand.url("/"))
    await crawl(settings)
    async with opened_crawler(settings) as newsroom:
        await newsroom.crawl(rounds=1)
        told = newsroom.library.ledger()
    assert told.requests >= 4
    assert told.delays_held, told.worst


async def test_wishes_are_stored_shown_and_honoured(settings: Settings, stand: PaperServer) -> None:
    plain = stand.article(1)
    copyless = stand.article(2, head='<meta name="robots" content="noarchive">')
    mute = stand.article(3, head='<meta name="tidings" content="nosnippet">')
    over = stand.article(
        4, head='<meta name="robots" content="unavailable_after: 2020-01-01 00:00">'
    )
    mined = stand.article(5, head='<meta name="tdm-reservation" content="1">')
    shut = stand.article(6)
    stand.pages["/robots.txt"] = (
        200,
        "text/plain",
        "User-agent: *\nContent-Signal: search=yes, ai-train=no\n"
        f"Content-Signal: {shut} search=no\n",
    )
    paths = (plain, copyless, mute, over, mined, shut)
    stand.front(*paths)
    stand.feed("/feed", list(paths))
    follow(settings, stand.url("/feed"))
    await crawl(settings)
    async with opened_crawler(settings) as newsroom:
        library = newsroom.library
        said = {path: library.why(stand.url(path)) for path in paths}
        asked = Query("bridge mended", limit=20, copies=True)
        hits = {hit.url: hit for hit in library.search(asked).hits}
        assert {stand.url(path) for path in (plain, copyless, mute, mined)} == set(hits)
        assert hits[stand.url(plain)].snippet.text
        assert not hits[stand.url(mute)].snippet.text
        assert "refused: the page asks not to be shown any more" in said[over].reasons
        assert "refused: its publisher does not allow it to be searched" in said[shut].reasons
        assert any("ai-train=no" in reason for reason in said[plain].reasons)
        assert said[plain].archived
        assert said[copyless].archived is None
        kept = library.article(said[copyless].article or "")
        assert kept is not None
        assert (kept.title, kept.text, kept.html) == ("Bridge number 2 to be mended", "", "")
        assert library.archived(stand.url(copyless)) is None
    assert stand.asked["/.well-known/tdmrep.json"] == 1
    assert_exports_honour_them(settings, stand, paths)


def assert_exports_honour_them(
    settings: Settings, stand: PaperServer, paths: tuple[str, ...]
) -> None:
    plain, copyless, mute, _, mined, _ = paths
    home = Home(settings.home)
    database = Database(home.database, settings.store)

    def exported(use: ContentUse | None) -> tuple[dict[str, dict[str, object]], Counter[str]]:
        out = io.BytesIO()
        done = export_articles(database, ExportFilter(use=use), "jsonl", out, lambda _: None)
        rows = [json.loads(line) for line in out.getvalue().splitlines()]
        return {row["url"]: row for row in rows}, done.left_out

    everything, _ = exported(None)
    assert set(everything) == {stand.url(path) for path in (plain, copyless, mute, mined)}
    assert everything[stand.url(plain)]["text"]
    assert not everything[stand.url(copyless)]["text"]
    searchable, left_out = exported(ContentUse.AI_INPUT)
    assert stand.url(mined) not in searchable
    assert left_out == Counter({"tdm-reservation: 1": 1})
    trained, left_out = exported(ContentUse.AI_TRAIN)
    assert not trained
    assert left_out.total() == 4
    out = io.BytesIO()
    export_warc(database, ArchiveReader(home.archive), ExportFilter(), out, lambda _: None)
    database.close()
    assert out.getvalue()
    _assert_pages(out.getvalue(), {stand.url(plain)}, {stand.url(copyless)})


def _assert_pages(warc: bytes, there: set[str], absent: set[str]) -> None:
    urls = set()
    start = 0
    while start < len(warc):
        content, start = inflate_member(warc, start)
        urls.add(parse_record(content).headers.get("warc-target-uri", ""))
    assert there <= urls
    assert not absent & urls


async def test_an_article_whose_page_changes_its_mind_is_hidden(
    settings: Settings, stand: PaperServer
) -> None:
    path = stand.article(1)
    stand.front(path)
    follow(settings, stand.url("/"))
    await crawl(settings)
    stand.article(1, head='<meta name="robots" content="noindex">')
    database = Database(Home(settings.home).database, settings.store)
    due = datetime.now(UTC).timestamp()
    database.write(
        lambda db: db.execute("UPDATE urls SET due = ? WHERE article IS NOT NULL", (due,))
    ).result()
    database.close()
    async with opened_crawler(settings) as newsroom:
        assert newsroom.library.newest(5)
        await newsroom.crawl()
        assert not newsroom.library.newest(5)
    async with opened_crawler(settings) as newsroom:
        assert newsroom.library.search(Query("bridge")).total == 0
        assert any("hidden since" in r for r in newsroom.library.why(stand.url(path)).reasons)
