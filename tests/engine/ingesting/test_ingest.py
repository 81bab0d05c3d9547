from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.engine.ingesting.archives import (
    DAY,
    Page,
    article_html,
    json_lines,
    pages,
    story_text,
    trec_text,
    trec_web,
    warc,
)
from tests.engine.ingesting.conftest import Ingest

from tidings.engine.exporting.article_export import ExportFilter, export_articles
from tidings.engine.ingesting.ingest import (
    IngestOutput,
    IngestProgress,
    IngestResult,
    ingest,
)
from tidings.engine.ingesting.record_places import IngestPlace
from tidings.engine.ingesting.survey import Selection
from tidings.engine.jobs.job import Part
from tidings.engine.library.library import Library
from tidings.engine.process.home import home_of
from tidings.engine.process.home_archive import archive_of
from tidings.engine.rebuilding.rebuild import rebuild_home
from tidings.engine.resuming.resume import resume_job
from tidings.engine.sources.source_list import add_source, source_statuses
from tidings.model.articles.ingestion import IngestOutcome
from tidings.model.crawl.rebuild_step import RebuildStep
from tidings.model.search.results import Query
from tidings.model.web.page import PageKind
from tidings.read.url import article_id, host_of, url_id
from tidings.settings.tree import Settings
from tidings.store.database.database import Database, open_database
from tidings.store.tables.articles.articles import article_by_id, article_count
from tidings.store.tables.articles.revisions import earlier_revisions
from tidings.store.tables.frontier.urls import url_record
from tidings.store.tables.takedowns.takedowns import note_takedowns

Opened = Callable[[], Database]


@pytest.fixture(autouse=True)
def read_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Starting a process for each of these tests would take most of their time."""
    monkeypatch.setattr("tidings.engine.runners.runner_choice.process_count", lambda _: 0)


def test_pages_of_an_archive_become_articles_that_can_be_found(
    tmp_path: Path, take_in: Ingest, settings: Settings
) -> None:
    done = take_in(warc(tmp_path / "some.warc.gz", pages(3)))
    assert done.outcomes == {IngestOutcome.NEW: 3}
    assert not done.problems
    library = Library.open(settings)
    try:
        found = library.search(Query("engineer walls winter"))
        assert {hit.url for hit in found.hits} == {page.url for page in pages(3)}
    finally:
        library.close()


def test_a_page_is_archived_as_it_was_and_dated_by_its_archive(
    tmp_path: Path, take_in: Ingest, opened: Opened, settings: Settings
) -> None:
    page = replace(pages(1)[0], body=article_html(0, date="2024-01-05"))
    take_in(warc(tmp_path / "some.warc.gz", [page]))
    database = opened()
    record = url_record(database.read(), host_of(page.url), url_id(page.url))
    assert record is not None
    assert record.place is not None
    copy = archive_of(home_of(settings), database).read(record.place)
    assert (copy.url, copy.at, copy.body) == (page.url, page.at, page.body)
    article = article_by_id(database.read(), article_id(page.url))
    assert article is not None
    assert article.first_seen == page.at
    assert article.published == datetime(2024, 1, 5, 9, tzinfo=UTC)


def test_nobody_follows_the_sites_of_an_archive(
    tmp_path: Path, take_in: Ingest, opened: Opened
) -> None:
    take_in(warc(tmp_path / "some.warc.gz", pages(2)))
    database = opened()
    assert source_statuses(database, DAY) == []
    due = database.read().execute("SELECT count(*) FROM urls WHERE due IS NOT NULL").fetchone()
    assert due[0] == 0


def test_following_a_site_later_gives_it_what_was_ingested(
    tmp_path: Path, take_in: Ingest, opened: Opened
) -> None:
    take_in(warc(tmp_path / "some.warc.gz", pages(2, "www.paper.example")))
    database = opened()
    add_source(database, "https://www.paper.example/news", datetime.now(UTC))
    (status,) = source_statuses(database, datetime.now(UTC))
    assert status.articles == 2
    sites = database.read().execute("SELECT DISTINCT site FROM urls").fetchall()
    assert [row[0] for row in sites] == [status.site.id]


def test_pages_of_a_followed_source_are_its_own(
    tmp_path: Path, take_in: Ingest, opened: Opened
) -> None:
    database = opened()
    add_source(database, "https://paper.example/", datetime.now(UTC))
    database.close()
    take_in(warc(tmp_path / "some.warc.gz", pages(2)))
    (status,) = source_statuses(opened(), datetime.now(UTC))
    assert status.articles == 2


def test_the_same_bytes_are_kept_once(tmp_path: Path, take_in: Ingest, opened: Opened) -> None:
    take_in(warc(tmp_path / "one.warc.gz", pages(3)))
    done = take_in(warc(tmp_path / "two.warc", pages(4), gzipped=False))
    assert done.outcomes == {IngestOutcome.KNOWN: 3, IngestOutcome.NEW: 1}
    assert article_count(opened().read()) == 4


def test_a_changed_page_is_a_revision_and_an_older_one_changes_nothing(
    tmp_path: Path, take_in: Ingest, opened: Opened
) -> None:
    page = pages(1)[0]
    later = replace(
        page, at=DAY + timedelta(days=3), body=article_html(0, "The mayor resigned on Sunday.")
    )
    between = replace(page, at=DAY + timedelta(days=1), body=article_html(0, "He denied it."))
    done = take_in(warc(tmp_path / "some.warc.gz", [page, later, between]))
    assert done.outcomes == {
        IngestOutcome.NEW: 1,
        IngestOutcome.REVISED: 1,
        IngestOutcome.OLDER: 1,
    }
    connection = opened().read()
    article = article_by_id(connection, article_id(page.url))
    assert article is not None
    assert "resigned" in article.text
    (earlier,) = earlier_revisions(connection, article.id)
    assert earlier.replaced_at == later.at
    assert "resigned" not in earlier.text


def test_what_was_deleted_here_stays_away(tmp_path: Path, take_in: Ingest, opened: Opened) -> None:
    file = warc(tmp_path / "one.warc.gz", pages(1))
    take_in(file)
    database = opened()
    url = pages(1)[0].url
    now = datetime.now(UTC)
    database.write(lambda db: note_takedowns(db, [(article_id(url), url)], now)).result()
    database.close()
    later = replace(pages(1)[0], body=article_html(7), at=DAY + timedelta(days=1))
    done = take_in(warc(tmp_path / "two.warc.gz", [later]))
    assert done.outcomes == {IngestOutcome.TAKEN_DOWN: 1}


@pytest.mark.parametrize(
    ("rule", "kept", "copied"), [("noindex", False, True), ("noarchive", True, False)]
)
def test_what_a_page_asks_of_robots_is_heeded(
    tmp_path: Path, take_in: Ingest, opened: Opened, rule: str, kept: bool, copied: bool
) -> None:
    body = article_html(0, head=f'<meta name="robots" content="{rule}">')
    page = replace(pages(1)[0], body=body)
    take_in(warc(tmp_path / "some.warc.gz", [page]))
    connection = opened().read()
    record = url_record(connection, host_of(page.url), url_id(page.url))
    assert record is not None
    assert (record.place is not None) == copied
    assert (article_count(connection) == 1) == kept


def test_trec_web_pages_are_read_like_others(
    tmp_path: Path, take_in: Ingest, opened: Opened
) -> None:
    done = take_in(trec_web(tmp_path / "B01.gz", pages(3)))
    assert done.outcomes == {IngestOutcome.NEW: 3}
    record = url_record(opened().read(), "paper.example", url_id(pages(3)[1].url))
    assert record is not None
    assert record.state.kind is PageKind.ARTICLE
    assert record.visited_at == pages(3)[1].at


def test_newswire_gets_addresses_that_never_resolve(
    tmp_path: Path, take_in: Ingest, opened: Opened
) -> None:
    done = take_in(trec_text(tmp_path / "ap880201", range(3)))
    assert done.outcomes == {IngestOutcome.NEW: 3}
    article = article_by_id(opened().read(), article_id("http://ap.invalid/AP880202-0001"))
    assert article is not None
    assert article.title == "Story 1 & more"
    assert article.authors == ("RUTH CALLOWAY",)
    assert article.text.split("\n") == story_text(1)
    assert article.published == datetime(1988, 2, 2, tzinfo=UTC)


def test_an_export_of_ours_comes_back_as_it_was(
    tmp_path: Path, take_in: Ingest, opened: Opened, settings: Settings
) -> None:
    take_in(warc(tmp_path / "some.warc.gz", pages(3)))
    database, export = opened(), tmp_path / "articles.jsonl"
    with export.open("wb") as sink:
        export_articles(database, ExportFilter(), "jsonl", sink, lambda counts: None)
    before = article_by_id(database.read(), article_id(pages(1)[0].url))
    database.close()
    settings = replace(settings, home=tmp_path / "other")
    done = ingest(settings, [str(export)], Selection(), IngestProgress())
    assert done.outcomes == {IngestOutcome.NEW: 3}
    other = open_database(home_of(settings).database, settings.store)
    after = article_by_id(other.read(), article_id(pages(1)[0].url))
    other.close()
    assert before is not None
    assert after is not None
    assert replace(after, html="", seq=0) == replace(before, html="", seq=0)


def test_only_what_is_wanted_is_read(tmp_path: Path, take_in: Ingest) -> None:
    file = warc(tmp_path / "some.warc.gz", pages(6))
    done = take_in(file, since=DAY + timedelta(hours=1), until=DAY + timedelta(hours=4), limit=3)
    assert done.outcomes == {IngestOutcome.NEW: 3}
    assert done.files[0].first == (DAY + timedelta(hours=1)).isoformat()


def test_a_file_that_cannot_be_read_stops_no_other(tmp_path: Path, take_in: Ingest) -> None:
    good = warc(tmp_path / "good.warc.gz", pages(4))
    cut = tmp_path / "cut.warc.gz"
    whole = warc(tmp_path / "whole.warc.gz", pages(4, start=4)).read_bytes()
    cut.write_bytes(whole[: len(whole) * 2 // 3])
    (tmp_path / "garbage.bin").write_bytes(b"\x00\x01garbage" * 99)
    (tmp_path / "empty.warc").touch()
    done = take_in(
        tmp_path / "garbage.bin", tmp_path / "empty.warc", cut, good, tmp_path / "absent.warc"
    )
    assert done.problems == {
        str(tmp_path / "absent.warc"): "does not exist",
        str(tmp_path / "empty.warc"): "is empty",
        str(tmp_path / "garbage.bin"): "is neither WARC, TREC Web, TREC text nor JSON lines: "
        "name its format with --format",
    }
    assert done.outcomes[IngestOutcome.NEW] >= 5
    assert "the file ends within it" in done.files[0].broken[0]


def test_broken_records_cost_only_themselves(tmp_path: Path, take_in: Ingest) -> None:
    data = bytearray(warc(tmp_path / "some.warc.gz", pages(5)).read_bytes())
    middle = data.index(b"\x1f\x8b\x08", len(data) // 2)
    data[middle + 60 : middle + 80] = b"\xff" * 20
    (tmp_path / "some.warc.gz").write_bytes(data)
    done = take_in(tmp_path / "some.warc.gz")
    assert done.outcomes[IngestOutcome.NEW] >= 4
    assert sum(file.skipped["broken"] for file in done.files) == 1


def test_pages_that_are_no_articles_and_other_answers_are_counted(
    tmp_path: Path, take_in: Ingest
) -> None:
    image = (("Content-Type", "image/png"),)
    done = take_in(
        warc(
            tmp_path / "some.warc.gz",
            [
                *pages(1),
                Page("https://paper.example/gone", b"<p>Not here", DAY, "404 Not Found"),
                Page("https://paper.example/logo.png", b"\x89PNG", DAY, headers=image),
                Page("https://paper.example/feed", b"<?xml version='1.0'?><rss><channel/></rss>"),
            ],
        )
    )
    assert done.outcomes == {
        IngestOutcome.NEW: 1,
        "the server did not answer with a page": 1,
        "no page: an image, a script or the like": 2,
    }


def test_rows_of_others_are_read_by_their_usual_names(
    tmp_path: Path, take_in: Ingest, opened: Opened
) -> None:
    rows: list[dict[str, object]] = [
        {"link": "https://a.example/1", "headline": "One", "content": "\n".join(story_text(1)),
         "pubDate": "Fri, 01 Mar 2024 10:00:00 GMT", "author": "A. Bee; C. Dee", "lang": "en-GB"},
        {"url": "https://a.example/2024/03/district-2-rebuilds", "crawl_date": 1709280000,
         "html": article_html(2).decode()},
    ]  # fmt: skip
    done = take_in(json_lines(tmp_path / "rows.jsonl.gz", rows))
    assert done.outcomes == {IngestOutcome.NEW: 2}
    connection = opened().read()
    first = article_by_id(connection, article_id("https://a.example/1"))
    second = article_by_id(connection, article_id("https://a.example/2024/03/district-2-rebuilds"))
    assert first is not None
    assert second is not None
    assert (first.title, first.authors, first.language) == ("One", ("A. Bee", "C. Dee"), "en")
    assert second.first_seen == datetime(2024, 3, 1, 8, tzinfo=UTC)


def test_a_rebuild_finds_nothing_to_correct(
    tmp_path: Path, take_in: Ingest, settings: Settings
) -> None:
    take_in(warc(tmp_path / "some.warc.gz", pages(3)), trec_text(tmp_path / "ap", range(2)))
    steps = frozenset({RebuildStep.EXTRACT, RebuildStep.ANNOTATE})
    done = rebuild_home(settings, steps, lambda *_: None, everything=False)
    assert (done.pages, done.corrected, done.hidden, done.added) == (3, 0, 0, 0)
    assert (done.articles, done.left) == (0, 5)


def test_a_home_is_left_without_scratch_files(
    tmp_path: Path, take_in: Ingest, settings: Settings
) -> None:
    take_in(trec_text(tmp_path / "ap.gz", range(2)))
    assert not list((settings.home / "jobs").iterdir())


def test_an_ingest_goes_on_by_the_number_of_its_job(
    tmp_path: Path, settings: Settings, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = warc(tmp_path / "some.warc.gz", pages(6))
    selection = Selection(since=DAY + timedelta(hours=1), limit=4)
    commit = IngestOutput.commit
    parts: list[str] = []

    def interrupted(self: IngestOutput, part: Part[IngestPlace], *more: Any) -> None:
        if parts:
            raise KeyboardInterrupt
        parts.append(part.key)
        commit(self, part, *more)

    monkeypatch.setattr("tidings.engine.ingesting.ingest.CHUNK", 2)
    with monkeypatch.context() as patched:
        patched.setattr(IngestOutput, "commit", interrupted)
        with pytest.raises(KeyboardInterrupt):
            ingest(settings, [str(file)], selection, IngestProgress())
    number = opened().read().execute("SELECT id FROM jobs").fetchone()[0]
    done = resume_job(settings, number, lambda done, of: None)
    assert isinstance(done, IngestResult)
    assert (done.job, done.skipped_parts) == (number, 1)
    assert done.outcomes == {IngestOutcome.NEW: 2}
