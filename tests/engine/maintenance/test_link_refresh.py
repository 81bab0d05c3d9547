import asyncio
import fcntl
import os
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from tests.engine.paper_server import PaperServer, clocked_crawler, paper_server

from tidings.engine.commands.command_values import DeleteArticle
from tidings.engine.commands.issuing import opened_commands
from tidings.engine.library.library import Library
from tidings.engine.live.crawler import opened_crawler
from tidings.engine.live.link_refresh_timer import LinkRefreshTimer
from tidings.engine.maintenance.link_refresh import LinksBusy, refresh_links
from tidings.engine.maintenance.link_refresh_process import pause_function
from tidings.engine.maintenance.reindex import rebuild
from tidings.engine.process.home import Home, ensure_home
from tidings.engine.process.message import packed
from tidings.engine.process.page_attempts import PageAttempts
from tidings.engine.sources import source_list
from tidings.model.crawl.visit import ArchivePlace
from tidings.model.search.results import Query
from tidings.search.links.edge_segments import EdgeSegments
from tidings.search.links.link_ranks import UNLINKED, LinkRanks
from tidings.search.links.page_keys import page_key
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.world.server.server import WorldServer


async def crawled(settings: Settings, site: WorldServer) -> Home:
    home = ensure_home(settings)
    database = open_database(home.database, settings.store)
    for url in site.urls:
        source_list.add_source(database, url, datetime.now(UTC))
    database.close()
    async with opened_crawler(settings) as crawler:
        await crawler.crawl()
    return home


def small_site(stand: PaperServer) -> list[str]:
    """Serve a front page with two stories, one linking to the other, and a redirect to that."""
    first, second = stand.article(1), stand.article(2)
    stand.article(1, foot=f"<p><a href='{second}'>What the mayor said before</a></p>")
    stand.pages["/short"] = (301, "text/html", stand.url(second))
    stand.front(first, second, "/short")
    return [stand.url(path) for path in ("/", first, second)]


async def test_front_pages_outrank_articles_and_articles_outrank_unlinked_pages(
    settings: Settings, site: WorldServer
) -> None:
    home = await crawled(settings, site)
    result = refresh_links(home, settings)
    assert result.read == result.linking_pages > 50
    assert result.links > 20 * result.hosts
    ranks = LinkRanks.load(home.links)
    database = open_database(home.database, settings.store)
    connection = database.read()
    urls = [row[0] for row in connection.execute("SELECT url FROM urls WHERE article IS NOT NULL")]
    linked = [url for url in urls if ranks.linking(page_key(url))[0]]
    assert len(linked) > len(urls) / 2
    articles = ranks.pages([page_key(url) for url in linked])
    fronts = [url for url in site.urls if ranks.linking(page_key(url))[0]]
    assert len(fronts) >= len(site.urls) - 1  # one paper's pages do not link to its front page
    assert ranks.pages([page_key(url) for url in fronts]).min() > articles.max()
    assert articles.min() > UNLINKED == pytest.approx(float(ranks.pages([1])[0]))
    titles = dict(connection.execute("SELECT url, title FROM articles"))
    named_by_links = [url for url in titles if titles[url] in ranks.anchors_of(page_key(url))]
    assert len(named_by_links) > len(titles) / 2
    database.close()


async def test_a_run_continues_where_the_last_one_stopped(settings: Settings) -> None:
    home = Home(settings.home)
    async with paper_server() as stand, clocked_crawler(settings) as crawl:
        front, first, second = small_site(stand)
        await crawl.follow(front)
        await crawl.crawl()
        first_run = refresh_links(home, settings)
        assert first_run.read == first_run.linking_pages == 3
        assert refresh_links(home, settings).read == 0
        before = LinkRanks.load(home.links)
        third = stand.article(3, foot=f"<a href='{second}'>As we wrote of the river</a>")
        stand.front(stand.url(third))
        await crawl.crawl(rounds=1)
        again = refresh_links(home, settings)
    after = LinkRanks.load(home.links)
    assert (again.read, again.linking_pages) == (2, 4)  # the front page's new copy and the story
    assert before.linking(page_key(second)) == (2, 0)
    assert after.linking(page_key(second)) == (2, 0)  # the front page no longer links to it
    assert before.linking(page_key(first)) == (1, 0)
    assert after.linking(page_key(first)) == (0, 0)
    assert "What the mayor said before" in after.anchors_of(page_key(second))


async def test_a_job_reads_the_same_links_as_the_process_beside_a_crawl(
    settings: Settings, site: WorldServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tidings.engine.maintenance.link_job._CHUNK", 9)
    home = await crawled(settings, site)
    beside = refresh_links(home, settings, lambda seconds: None)
    ranks = LinkRanks.load(home.links)
    EdgeSegments(home.links).clear()
    progress: list[tuple[int, int]] = []
    job = refresh_links(home, settings, on_progress=lambda *each: progress.append(each))
    assert replace(job, seconds=0.0) == replace(beside, seconds=0.0)
    assert np.array_equal(LinkRanks.load(home.links).page.keys, ranks.page.keys)
    assert progress[-1] == (job.read, job.read)
    assert len(progress) == -(-job.read // 9)


async def test_redirects_count_for_their_target(settings: Settings) -> None:
    async with paper_server() as stand, clocked_crawler(settings) as crawl:
        front, _, second = small_site(stand)
        stand.front("/short")
        await crawl.follow(front)
        await crawl.crawl()
        refresh_links(Home(settings.home), settings)
        ranks = LinkRanks.load(Home(settings.home).links)
        assert ranks.linking(page_key(second))[0] == 1
        assert ranks.anchors_of(page_key(second)) == "What happened at /short"
        assert float(ranks.pages([page_key(second)])[0]) > UNLINKED


async def test_a_damaged_graph_is_read_again_from_the_archive(settings: Settings) -> None:
    home = Home(settings.home)
    async with paper_server() as stand, clocked_crawler(settings) as crawl:
        front, _, second = small_site(stand)
        await crawl.follow(front)
        await crawl.crawl()
    refresh_links(home, settings)
    before = LinkRanks.load(home.links)
    for path in home.links.glob("*.sheaf"):
        path.write_bytes(path.read_bytes()[:-100] + b"x" * 100)
    result = refresh_links(home, settings)
    assert "damaged" in result.notes[0]
    assert result.read == 3
    keys = [page_key(front), page_key(second)]
    assert LinkRanks.load(home.links).pages(keys).tolist() == before.pages(keys).tolist()


async def test_a_killed_refresh_keeps_the_former_ranks(settings: Settings) -> None:
    home = Home(settings.home)
    async with paper_server() as stand, clocked_crawler(settings) as crawl:
        front, *_ = small_site(stand)
        await crawl.follow(front)
        await crawl.crawl()
    refresh_links(home, settings)
    at = LinkRanks.load(home.links).at
    script = (
        "import os, signal, sys\n"
        "from tidings.search.links import {module}\n"
        "from tidings.engine.maintenance import link_refresh_process as process\n"
        "{module}.{name} = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        "process.main()\n"
    )
    for module, name in (
        ("edge_segments", "write_array_file"),
        ("link_ranks", "write_array_file"),
    ):
        for path in home.links.glob("edges-*"):
            path.unlink()
        code = script.format(module=module, name=name)
        done = subprocess.run(
            [sys.executable, "-c", code], input=packed(settings), timeout=60, check=False
        )
        assert done.returncode == -9
        assert LinkRanks.load(home.links).at == at
    assert refresh_links(home, settings).linking_pages == 3
    assert LinkRanks.load(home.links).at != at


async def test_the_timer_refreshes_old_ranks_and_ends_its_process(settings: Settings) -> None:
    home = Home(settings.home)
    settings = replace(settings, links=replace(settings.links, interval=0.001, share=1.0))
    async with paper_server() as stand, clocked_crawler(settings) as crawl:
        front, _, second = small_site(stand)
        await crawl.follow(front)
        await crawl.crawl()
    timer = asyncio.create_task(
        LinkRefreshTimer(home, settings).run(first_seconds=0.0, check_seconds=0.02)
    )
    async with asyncio.timeout(60):
        while LinkRanks.load(home.links).at is None:
            await asyncio.sleep(0.02)
    timer.cancel()
    await asyncio.gather(timer, return_exceptions=True)
    assert timer.cancelled()
    assert LinkRanks.load(home.links).linking(page_key(second))[0] == 2
    refresh_links(home, settings)  # the lock is free


async def test_without_an_interval_the_timer_does_nothing(settings: Settings) -> None:
    settings = replace(settings, links=replace(settings.links, interval=0.0))
    await LinkRefreshTimer(ensure_home(settings), settings).run(first_seconds=3600.0)
    assert not list(Home(settings.home).links.iterdir())


def test_a_second_run_at_the_same_time_is_refused(settings: Settings) -> None:
    home = ensure_home(settings)
    open_database(home.database, settings.store).close()
    refresh_links(home, settings)  # an empty home without links is valid
    with (home.links / "lock").open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(LinksBusy, match="Another process"):
            refresh_links(home, settings)


def test_a_page_that_kills_its_process_twice_is_skipped(tmp_path: Path) -> None:
    path, place, next_place = tmp_path / "attempt", ArchivePlace("a", 0, 9), ArchivePlace("a", 9, 9)
    for _ in range(2):
        with PageAttempts(path) as attempts:  # the process dies in this block
            assert attempts.may_try(place)
    for _ in range(2):
        with PageAttempts(path) as attempts:
            assert not attempts.may_try(place)
            assert attempts.may_try(next_place)
    with PageAttempts(path) as attempts:
        assert not attempts.may_try(place)
        assert not attempts.may_try(next_place)
        assert attempts.may_try(ArchivePlace("a", 18, 9))
        attempts.done()
    with PageAttempts(path) as attempts:
        assert attempts.may_try(place)


def test_the_process_sleeps_to_keep_to_its_share_of_a_core(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("tidings.engine.maintenance.link_refresh_process.time.sleep", slept.append)
    pause_function(0.1)(0.5)
    pause_function(1.0)(0.5)
    assert slept == [pytest.approx(4.5), 0.0]
    monkeypatch.setattr(
        "tidings.engine.maintenance.link_refresh_process.os.getppid", lambda: os.getpid()
    )
    pause = pause_function(1.0)
    monkeypatch.setattr("tidings.engine.maintenance.link_refresh_process.os.getppid", lambda: 1)
    with pytest.raises(SystemExit):
        pause(0.1)


async def test_why_and_sources_report_links(settings: Settings) -> None:
    async with paper_server() as stand, paper_server() as other, clocked_crawler(settings) as crawl:
        front, _, second = small_site(stand)
        other.front(second)
        await crawl.follow(front, other.url("/"))
        await crawl.crawl()
        before = await crawl.why(second)
        assert before.links is None
        assert (await crawl.sources())[front].domain_rank is None
        await crawl.close()
        refresh_links(Home(settings.home), settings)
        explanation = await crawl.why(second)
        short = await crawl.why(stand.url("/short"))
        unlinked = await crawl.why(other.url("/"))
        sources = await crawl.sources()
    assert explanation.links is not None
    assert (explanation.links.pages, explanation.links.domains) == (3, 1)
    assert explanation.links.anchors[0].startswith("What")
    assert explanation.links.percentile >= 50.0
    assert any("3 archived pages on 1 other domains" in line for line in explanation.reasons)
    assert any("anchor texts: “" in line for line in explanation.reasons)
    assert short.links == explanation.links
    assert unlinked.links is not None
    assert unlinked.links.pages == 0
    assert "no archived page links to it" in unlinked.reasons
    linked, linking = sources[front], sources[other.url("/")]
    assert linked.domain_rank is not None
    assert linking.domain_rank is not None
    assert linked.domain_rank > linking.domain_rank == pytest.approx(UNLINKED, abs=1e-3)
    assert linked.host_rank is not None
    assert linked.host_rank > UNLINKED


async def test_an_article_is_found_by_its_anchor_texts_after_a_rebuild(
    settings: Settings,
) -> None:
    async with paper_server() as stand, clocked_crawler(settings) as crawl:
        _, _, second = small_site(stand)
        await crawl.follow(stand.url("/"))
        await crawl.crawl()
        await crawl.close()
    refresh_links(Home(settings.home), settings)
    query = Query('"what the mayor said before"')
    assert found_urls(settings, query) == []
    rebuild(settings, lambda done, total: None)
    assert found_urls(settings, query) == [second]


async def test_links_to_a_deleted_article_no_longer_say_its_headline(settings: Settings) -> None:
    async with paper_server() as stand, clocked_crawler(settings) as crawl:
        front, _, second = small_site(stand)
        await crawl.follow(front)
        await crawl.crawl()
        await crawl.close()
        refresh_links(Home(settings.home), settings)
        with opened_commands(settings) as commands:
            commands.issue(DeleteArticle(second))
        for url in (second, stand.url("/short")):
            explanation = await crawl.why(url)
            assert explanation.links is not None
            assert explanation.links.pages
            assert explanation.links.anchors == ()
            assert not any("What" in line for line in explanation.reasons)
        await crawl.close()
    rebuild(settings, lambda done, total: None)
    assert found_urls(settings, Query('"what the mayor said before"')) == []


def found_urls(settings: Settings, query: Query) -> list[str]:
    library = Library.open(settings)
    try:
        return [hit.url for hit in library.search(query).hits]
    finally:
        library.close()
