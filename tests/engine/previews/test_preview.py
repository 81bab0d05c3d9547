"""Previews of real servers: what is found, what stands in the way, and what stops them."""

import asyncio
import os
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest
from tests.engine.in_process_pool import InProcessPool
from tests.engine.paper_server import PaperServer, paper_server
from tests.servers.certificates import CertificateAuthority
from tests.servers.needs import needs

from tidings.engine.live.crawler import opened_crawler
from tidings.engine.previews import preview as previews
from tidings.engine.previews.preview import (
    AT_A_TIME,
    OwnEquipment,
    Previewer,
    PreviewsBusy,
    single_preview,
)
from tidings.engine.process.home import ensure_home
from tidings.engine.sources.source_list import SourceInvalid, add_source
from tidings.model.crawl.source_condition import SourceCause
from tidings.model.crawl.source_preview import PreviewedRobots, SourcePreview
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.tables.frontier.counts import counts_by
from tidings.world.server.server import WorldServer

SCRIPT = "<script src='/app.js'></script>"
CHALLENGE = (
    "<html><head><title>Just a moment...</title></head><body><noscript>Enable JavaScript and "
    "cookies to continue</noscript><script>window._cf_chl_opt={cvId:'3'};</script>"
    "<script src='/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1'></script></body></html>"
)


@pytest.fixture(autouse=True)
def own_pool_in_this_process(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not request.node.get_closest_marker("worker_processes"):
        monkeypatch.setattr(previews, "Pool", InProcessPool)


def causes(preview: SourcePreview) -> set[SourceCause]:
    return {problem.cause for problem in preview.problems}


def filled(server: PaperServer, announced: str = "") -> None:
    paths = [server.article(number) for number in range(8)]
    server.front(*paths, head=announced)


async def test_a_site_is_shown_with_its_feeds_sitemaps_and_headlines(settings: Settings) -> None:
    async with paper_server() as server:
        filled(server, "<link rel='alternate' type='application/rss+xml' href='/feed.xml'>")
        server.feed("/feed.xml", ["/2026/11/story-1", "/2026/11/story-2"])
        server.sitemap("/map.xml", ["/2026/11/story-3"])
        server.pages["/robots.txt"] = (200, "text/plain", "Sitemap: /map.xml")
        server.pages["/old"] = (301, "", "/")
        seen = await single_preview(f"{server.origin}/old", settings)
        assert seen.final_url == f"{server.origin}/"
        assert [(each.url, each.format, each.items) for each in seen.feeds] == [
            (f"{server.origin}/feed.xml", "rss", 2)
        ]
        assert seen.feeds[0].newest == datetime(2026, 11, 2, 8, tzinfo=UTC)
        assert [(each.format, each.items) for each in seen.sitemaps] == [("urlset", 1)]
        assert seen.index_pages[0].links > 0
        assert len(seen.headlines) == 5
        assert seen.headlines[0].published == datetime(2026, 11, 2, 8, tzinfo=UTC)
        assert (seen.robots, seen.problems, seen.is_complete) == (PreviewedRobots.ALLOWED, (), True)
        assert (seen.followed, seen.requests) == (None, 4)
        assert not settings.home.exists()


async def test_a_paper_of_the_world_is_shown_as_it_is_followed(
    site: WorldServer, settings: Settings
) -> None:
    names: set[str] = set()
    for url in site.urls[:4]:
        seen = await single_preview(url, settings)
        names.add(seen.name)
        assert seen.headlines, url
        assert causes(seen) == set(), url
        dates = [each.published for each in seen.headlines if each.published]
        assert all(older <= newer for newer, older in pairwise(dates))
    assert names - {""}  # not every paper says what it is called


async def test_a_feed_is_shown_as_a_feed(settings: Settings) -> None:
    async with paper_server() as server:
        server.feed("/feed.xml", ["/a-long-story-1", "/a-long-story-2"], dates=False)
        seen = await single_preview(f"{server.origin}/feed.xml", settings)
    assert (seen.name, [each.items for each in seen.feeds]) == ("P", [2])
    assert seen.leads_somewhere
    assert seen.index_pages == ()


async def test_without_announcements_the_usual_addresses_are_tried(settings: Settings) -> None:
    async with paper_server() as server:
        filled(server)
        server.feed("/feed", ["/2026/11/story-1"])
        seen = await single_preview(server.origin, settings)
        assert [each.url for each in seen.feeds] == [f"{server.origin}/feed"]
        assert seen.problems == ()  # nobody said that there is anything at the others
        assert seen.requests <= 10


async def test_what_is_followed_already_is_said(settings: Settings) -> None:
    async with paper_server() as server:
        filled(server)
        url = f"{server.origin}/"
        database = open_database(ensure_home(settings).database, settings.store)
        add_source(database, url, datetime.now(UTC))
        before = counts_by(database.read(), "state")
        assert (await single_preview(server.origin, settings)).followed == url
        assert counts_by(database.read(), "state") == before
        database.close()


@pytest.mark.parametrize(
    ("answer", "cause"),
    [
        ((403, "text/html", "no"), SourceCause.REFUSED),
        ((401, "text/html", "who are you"), SourceCause.LOGIN),
        ((404, "text/html", "none"), SourceCause.NOT_FOUND),
        ((500, "text/html", "ouch"), SourceCause.SERVER_ERROR),
        ((0, "", ""), SourceCause.NO_CONNECTION),
        ((302, "", "/"), SourceCause.REDIRECT_LOOP),
        ((302, "", "http://10.0.0.1/"), SourceCause.PRIVATE_ADDRESS),
        ((302, "", "http://169.254.169.254/latest/"), SourceCause.PRIVATE_ADDRESS),
        ((302, "", "file:///etc/passwd"), SourceCause.REDIRECT),
        ((200, "text/html", f"<html><body><div id=root></div>{SCRIPT}</body></html>"),
         SourceCause.NEEDS_JAVASCRIPT),
        ((200, "text/html", CHALLENGE), SourceCause.BOT_CHECK),
        ((200, "application/pdf", "%PDF-1.4 cut off"), SourceCause.NOT_A_PAGE),
        ((200, "text/html", "<html><body><p>Under construction</p></body></html>"),
         SourceCause.NO_ARTICLES),
    ],
    ids=["403", "401", "404", "500", "closed", "loop", "private", "metadata", "file", "script",
         "challenge", "document", "empty"],
)  # fmt: skip
async def test_what_stands_in_the_way_is_named_with_advice(
    settings: Settings, answer: tuple[int, str, str], cause: SourceCause
) -> None:
    async with paper_server() as server:
        server.pages["/"] = answer
        seen = await single_preview(server.origin, settings)
    assert cause in causes(seen), seen.problems
    assert all(problem.advice and problem.sentence for problem in seen.problems)
    assert not seen.leads_somewhere


async def test_robots_txt_is_obeyed_and_its_verdict_shown(settings: Settings) -> None:
    async with paper_server() as server:
        filled(server)
        server.pages["/robots.txt"] = (200, "text/plain", "User-agent: *\nDisallow: /")
        seen = await single_preview(server.origin, settings)
        assert set(server.requests) == {"/robots.txt"}
    assert (seen.robots, causes(seen)) == (PreviewedRobots.DENIED, {SourceCause.ROBOTS})


async def test_private_addresses_are_refused_before_anything_is_sent(settings: Settings) -> None:
    closed = replace(settings, fetch=replace(settings.fetch, allow_private=()))
    async with paper_server() as server:
        filled(server)
        seen = await single_preview(server.origin, closed)
        assert not server.requests
    assert causes(seen) == {SourceCause.PRIVATE_ADDRESS}
    assert seen.robots is PreviewedRobots.UNKNOWN


@pytest.mark.parametrize(
    "text", ["", "file:///etc/passwd", "javascript:x", "http://u:p@a.example/"]
)
async def test_what_is_no_web_address_is_refused(settings: Settings, text: str) -> None:
    with pytest.raises(SourceInvalid):
        await single_preview(text, settings)


async def test_a_page_that_names_thousands_of_lists_costs_a_few_requests(
    settings: Settings,
) -> None:
    links = "".join(
        f"<link rel='alternate' type='application/rss+xml' href='/feed{number}.xml'>"
        for number in range(3_000)
    )
    async with paper_server() as server:
        filled(server, links)
        seen = await single_preview(server.origin, settings)
        assert server.requests.total() <= 10
    assert not seen.is_complete
    assert len(seen.feeds) <= 50


@asynccontextmanager
async def _stalling_server(reached: asyncio.Event) -> AsyncIterator[str]:
    """A server that takes requests for anything but robots.txt and never answers them."""
    released = asyncio.Event()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if b"/robots.txt" not in (await reader.readuntil(b"\r\n\r\n")).splitlines()[0]:
            reached.set()
            await released.wait()
        writer.write(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    finally:
        released.set()
        server.close()


async def test_a_server_that_never_answers_ends_a_preview_in_time(settings: Settings) -> None:
    short = replace(settings, engine=replace(settings.engine, preview_seconds=0.3))
    async with _stalling_server(asyncio.Event()) as url:
        seen = await single_preview(url, short)
    assert (causes(seen), seen.is_complete) == ({SourceCause.TOO_SLOW}, False)


async def test_only_a_few_previews_run_at_a_time_and_a_cancelled_one_makes_room(
    settings: Settings,
) -> None:
    own = OwnEquipment(settings)
    previewer = Previewer(settings, own.borrowed)
    reached = asyncio.Event()
    async with _stalling_server(reached) as url:
        tasks = [asyncio.create_task(previewer.preview(url)) for _ in range(AT_A_TIME)]
        await reached.wait()
        with pytest.raises(PreviewsBusy, match="try again"):
            await previewer.preview(url)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        async with paper_server() as server:
            filled(server)
            assert (await previewer.preview(server.origin)).leads_somewhere
    await own.close()


@needs("openssl")
async def test_a_certificate_that_cannot_be_trusted_is_named(
    settings: Settings, tmp_path: Path
) -> None:
    own = CertificateAuthority(tmp_path / "authority").sign("IP:127.0.0.1")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(own)
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0, ssl=context)
    port = server.sockets[0].getsockname()[1]
    seen = await single_preview(f"https://127.0.0.1:{port}/", settings)
    server.close()
    (problem,) = seen.problems
    assert problem.cause is SourceCause.CERTIFICATE
    assert "certificate" in problem.sentence


async def test_a_language_that_is_not_wanted_is_said(settings: Settings) -> None:
    german = replace(settings, crawl=replace(settings.crawl, languages=("de",)))
    async with paper_server() as server:
        filled(server)
        seen = await single_preview(server.origin, german)
    assert seen.language == "en"
    assert causes(seen) == {SourceCause.LANGUAGE}


@pytest.mark.worker_processes
async def test_pages_are_read_in_another_process_which_ends(settings: Settings) -> None:
    async with paper_server() as server:
        filled(server)
        own = OwnEquipment(settings)
        async with own.borrowed() as (_, pool):
            (worker,) = pool.pids  # type: ignore[attr-defined]
            assert (await Previewer(settings, own.borrowed).preview(server.origin)).leads_somewhere
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)
        await own.close()


async def test_a_running_crawl_lends_its_fetcher_and_its_workers(settings: Settings) -> None:
    async with paper_server() as server, opened_crawler(settings) as crawler:
        filled(server)
        assert (await crawler.previewer().preview(server.origin)).leads_somewhere
        assert crawler.library.sources() == []
