"""Politeness on real servers: the request log equals theirs, publishers' requests are honoured."""

import io
import json
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from tests.engine.live.test_crawler import crawl, follow
from tests.engine.paper_server import PaperServer, paper_server

from tidings.engine.exporting.article_export import ExportFilter, export_articles
from tidings.engine.exporting.warc_export import export_warc
from tidings.engine.library.library import Library
from tidings.engine.live.crawler import opened_crawler
from tidings.engine.process.home import Home
from tidings.model.search.results import Query
from tidings.model.web.rights import ContentUse
from tidings.settings.tree import Settings
from tidings.store.archive.warc_files import ArchiveReader
from tidings.store.archive.warc_record import inflate_member, parse_record
from tidings.store.database.database import open_database
from tidings.store.tables.frontier.request_log import logged_requests_since
from tidings.world.server.server import WorldServer


@pytest.fixture
async def stand() -> AsyncIterator[PaperServer]:
    async with paper_server() as each:
        yield each


async def test_the_request_log_equals_the_servers_logs_and_all_delays_are_kept(
    settings: Settings, site: WorldServer
) -> None:
    slow = replace(settings.fetch, delay=0.02, domain_delay=0.01, address_delay=0.01)
    settings = replace(settings, fetch=slow)
    urls = site.urls[:2]
    follow(settings, *urls)
    async with opened_crawler(settings) as crawler:
        await crawler.crawl(None, max_pages=40)
    library = Library.open(settings)
    lines = [line for line in logged_requests_since(library._database.read()) if line.sent]
    report = library.politeness_report(limit=5)
    report_of_one = library.politeness_report(urls[0])
    library.close()
    seen = site.log.requests()
    assert Counter((line.path, line.status) for line in lines) == Counter(
        (visit.path, visit.status) for visit in seen
    )
    assert report.requests == len(seen)
    assert report.by_purpose["robots"] == 2
    assert report.delays_held, report.worst
    assert {gap.gate for gap in report.smallest} == {"host", "domain", "address"}
    assert len(report.lines) == 5
    papers = {visit.paper for visit in seen}
    assert report_of_one.requests in [sum(v.paper == paper for v in seen) for paper in papers]
    for line in lines:
        assert line.address == line.host.partition(":")[0]


async def test_a_second_process_keeps_the_delay_after_the_first_ones_requests(
    settings: Settings, stand: PaperServer
) -> None:
    stand.front()
    settings = replace(settings, fetch=replace(settings.fetch, delay=0.4))
    follow(settings, stand.url("/"))
    await crawl(settings)
    async with opened_crawler(settings) as crawler:
        await crawler.crawl(rounds=1)
        report = crawler.library.politeness_report()
    assert report.requests >= 4
    assert report.delays_held, report.worst


async def test_publishers_requests_are_stored_shown_and_honoured(
    settings: Settings, stand: PaperServer
) -> None:
    plain = stand.article(1)
    noarchive = stand.article(2, head='<meta name="robots" content="noarchive">')
    nosnippet = stand.article(3, head='<meta name="tidings" content="nosnippet">')
    expired = stand.article(
        4, head='<meta name="robots" content="unavailable_after: 2020-01-01 00:00">'
    )
    tdm_reserved = stand.article(5, head='<meta name="tdm-reservation" content="1">')
    unsearchable = stand.article(6)
    stand.pages["/robots.txt"] = (
        200,
        "text/plain",
        "User-agent: *\nContent-Signal: search=yes, ai-train=no\n"
        f"Content-Signal: {unsearchable} search=no\n",
    )
    paths = (plain, noarchive, nosnippet, expired, tdm_reserved, unsearchable)
    stand.front(*paths)
    stand.feed("/feed", list(paths))
    follow(settings, stand.url("/feed"))
    await crawl(settings)
    async with opened_crawler(settings) as crawler:
        library = crawler.library
        explanations = {path: library.why(stand.url(path)) for path in paths}
        query = Query("bridge mended", limit=20, copies=True)
        hits = {hit.url: hit for hit in library.search(query).hits}
        assert {stand.url(path) for path in (plain, noarchive, nosnippet, tdm_reserved)} == set(
            hits
        )
        assert hits[stand.url(plain)].snippet.text
        assert not hits[stand.url(nosnippet)].snippet.text
        assert "refused: the page asks not to be shown any more" in explanations[expired].reasons
        assert (
            "refused: its publisher does not allow it to be searched"
            in explanations[unsearchable].reasons
        )
        assert any("ai-train=no" in reason for reason in explanations[plain].reasons)
        assert explanations[plain].archived
        assert explanations[noarchive].archived is None
        kept = library.article(explanations[noarchive].article or "")
        assert kept is not None
        assert (kept.title, kept.text, kept.html) == ("Bridge number 2 to be mended", "", "")
        assert library.archived(stand.url(noarchive)) is None
    assert stand.requests["/.well-known/tdmrep.json"] == 1
    assert_exports_honour_requests(settings, stand, paths)


def assert_exports_honour_requests(
    settings: Settings, stand: PaperServer, paths: tuple[str, ...]
) -> None:
    plain, noarchive, nosnippet, _, tdm_reserved, _ = paths
    home = Home(settings.home)
    database = open_database(home.database, settings.store)

    def exported(use: ContentUse | None) -> tuple[dict[str, dict[str, object]], Counter[str]]:
        out = io.BytesIO()
        counts = export_articles(database, ExportFilter(use=use), "jsonl", out, lambda _: None)
        rows = [json.loads(line) for line in out.getvalue().splitlines()]
        return {row["url"]: row for row in rows}, counts.left_out

    everything, _ = exported(None)
    assert set(everything) == {
        stand.url(path) for path in (plain, noarchive, nosnippet, tdm_reserved)
    }
    assert everything[stand.url(plain)]["text"]
    assert not everything[stand.url(noarchive)]["text"]
    searchable, left_out = exported(ContentUse.AI_INPUT)
    assert stand.url(tdm_reserved) not in searchable
    assert left_out == Counter({"tdm-reservation: 1": 1})
    trained, left_out = exported(ContentUse.AI_TRAIN)
    assert not trained
    assert left_out.total() == 4
    out = io.BytesIO()
    export_warc(database, ArchiveReader(home.archive), ExportFilter(), out, lambda _: None)
    database.close()
    assert out.getvalue()
    _assert_pages(out.getvalue(), {stand.url(plain)}, {stand.url(noarchive)})


def _assert_pages(warc: bytes, present: set[str], absent: set[str]) -> None:
    urls = set()
    start = 0
    while start < len(warc):
        content, start = inflate_member(warc, start)
        urls.add(parse_record(content).headers.get("warc-target-uri", ""))
    assert present <= urls
    assert not absent & urls


async def test_an_article_is_hidden_when_its_page_becomes_noindex(
    settings: Settings, stand: PaperServer
) -> None:
    path = stand.article(1)
    stand.front(path)
    follow(settings, stand.url("/"))
    await crawl(settings)
    stand.article(1, head='<meta name="robots" content="noindex">')
    database = open_database(Home(settings.home).database, settings.store)
    due = datetime.now(UTC).timestamp()
    database.write(
        lambda db: db.execute("UPDATE urls SET due = ? WHERE article IS NOT NULL", (due,))
    ).result()
    database.close()
    async with opened_crawler(settings) as crawler:
        assert crawler.library.newest(5)
        await crawler.crawl()
        assert not crawler.library.newest(5)
    async with opened_crawler(settings) as crawler:
        assert crawler.library.search(Query("bridge")).total == 0
        assert any("hidden since" in r for r in crawler.library.why(stand.url(path)).reasons)
