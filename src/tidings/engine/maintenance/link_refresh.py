"""Refreshes link ranks: reads the archive's links since the last run, and ranks again."""

import fcntl
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain, islice
from pathlib import Path

import numpy as np

from tidings.engine.jobs.job import Progress, Runner
from tidings.engine.maintenance.link_job import LinkJob, SegmentOutput
from tidings.engine.maintenance.rank_job import ranks_by_job
from tidings.engine.process.home import Home
from tidings.engine.process.home_archive import archive_of
from tidings.engine.process.home_database import opened_database
from tidings.engine.process.page_attempts import PageAttempts
from tidings.engine.runners.runner_choice import opened_runner
from tidings.model.crawl.visit import ArchivePlace
from tidings.search.links.aliases import KeyAliases
from tidings.search.links.array_file import ArrayFileDamaged
from tidings.search.links.edge_segments import EdgeSegments
from tidings.search.links.edges import Edges
from tidings.search.links.link_ranks import LinkRanks
from tidings.search.links.page_keys import Keys, page_key
from tidings.search.links.page_links import PageLinks, page_links
from tidings.search.links.rank_computation import ranks_of
from tidings.settings.tree import LinkSettings, Settings
from tidings.store.archive.warc_files import ArchiveReader
from tidings.store.archive.warc_record import DamagedRecord, read_record
from tidings.store.database.database import Database
from tidings.store.tables.articles.articles import article_ids
from tidings.store.tables.articles.other_spellings import other_spellings
from tidings.store.tables.frontier.canonical_targets import canonical_targets

_BATCH = 2_000  # pages in one segment: about 40 MB in memory
_STRIDE = 32  # pages between two pauses: about 30 ms of work
_MASK = 0xFFFF_FFFF_FFFF_FFFF

Pause = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Places:
    """Who reads and ranks pages, and the database that notes it."""

    database: Database
    runner: Runner | None  # None: this process


class LinksBusy(Exception):
    """Another process is refreshing the links of this home."""


@dataclass(frozen=True, slots=True)
class LinkRefresh:
    """What a refresh has read, and the size of the link graph."""

    read: int  # archived pages read in this run
    pages: int  # ranked
    linking_pages: int  # with known links
    links: int
    hosts: int
    domains: int
    anchors: int  # anchor texts of links to articles
    seconds: float
    notes: tuple[str, ...] = ()


def refresh_links(
    home: Home,
    settings: Settings,
    pause: Pause | None = None,
    on_progress: Progress = lambda done, of: None,
    places: Places | None = None,
) -> LinkRefresh:
    """Read the links of the pages archived since the last run, and publish new ranks.

    Pages are read and ranked as jobs, in `places` or in processes of this machine. With `pause` all
    is done in this process, and it is called every few pages with the seconds of work they took.
    If this process is killed, the former ranks stay valid, and only the pages of the last batch
    are read again.
    """
    began = time.monotonic()
    home.links.mkdir(exist_ok=True)
    with _locked(home.links), _opened(home, settings, places, pause) as places:
        segments = EdgeSegments(home.links)
        notes: list[str] = []
        try:
            read = _add_new_links(home, segments, settings, places, pause, on_progress)
            edges = segments.load()
        except ArrayFileDamaged as damage:
            notes.append(
                f"The link graph was damaged ({damage}): it was read again from the archive."
            )
            segments.clear()
            read = _add_new_links(home, segments, settings, places, pause, on_progress)
            edges = segments.load()
        segments.join(edges)
        links = (edges, *_aliases_and_articles(places.database))
        now = datetime.now(UTC)
        if places.runner is None:
            ranks = ranks_of(*links, settings.links)
        else:
            ranks = ranks_by_job(places.runner, places.database, links, settings.links, now)
        ranks.save(home.links, now)
    return _result(read, edges, ranks, time.monotonic() - began, notes)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    with (folder / "lock").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise LinksBusy(
                f"Another process is refreshing the links in {folder}: wait until it is done."
            ) from None
        yield


@contextmanager
def _opened(
    home: Home, settings: Settings, places: Places | None, pause: Pause | None
) -> Iterator[Places]:
    """Open the database, and choose who reads and ranks, if nobody did."""
    if places is not None:
        yield places
        return
    with closing(opened_database(home)) as database:
        if pause is not None:
            yield Places(database, None)
            return
        with opened_runner(settings, database) as runner:
            yield Places(database, runner)


def _add_new_links(
    home: Home,
    segments: EdgeSegments,
    settings: Settings,
    places: Places,
    pause: Pause | None,
    on_progress: Progress,
) -> int:
    """Add the links of pages archived since the last run; return the number of pages."""
    database = places.database
    if places.runner is None:
        return _add_slowly(home, segments, settings, database, pause or _at_once)
    job = LinkJob(home, settings.links, segments.until(), datetime.now(UTC))
    if not job.count(database.read()):
        return 0
    return places.runner.run(job, SegmentOutput(segments, database), on_progress).items


def _at_once(seconds: float) -> None:
    """Pause nowhere."""


def _add_slowly(
    home: Home, segments: EdgeSegments, settings: Settings, database: Database, pause: Pause
) -> int:
    """Do the same beside a crawl, in this process alone."""
    read = 0
    with PageAttempts(home.links / "attempt") as attempts:
        archive = archive_of(home, database)
        pages = _pages(archive, segments.until(), settings.links, attempts, pause)
        while batch := list(islice(pages, _BATCH)):
            segments.append(Edges.of(page for _, page in batch if page is not None), batch[-1][0])
            attempts.done()
            read += len(batch)
    return read


def _pages(
    archive: ArchiveReader,
    after: ArchivePlace | None,
    settings: LinkSettings,
    attempts: PageAttempts,
    pause: Pause,
) -> Iterator[tuple[ArchivePlace, PageLinks | None]]:
    began = time.process_time()
    for number, (capture, member) in enumerate(archive.members_after(after), start=1):
        links = None
        if attempts.may_try(capture.place):
            links = _links_of(member, settings)
        yield capture.place, links
        if number % _STRIDE == 0:
            pause(time.process_time() - began)
            began = time.process_time()


def _links_of(member: bytes, settings: LinkSettings) -> PageLinks | None:
    try:
        return page_links(read_record(member), settings)
    except DamagedRecord:
        return None


def _aliases_and_articles(database: Database) -> tuple[KeyAliases, Keys]:
    """Return which URLs are aliases of others, and which are articles."""
    connection = database.read()
    aliases = KeyAliases.of(
        chain(
            ((key & _MASK, page_key(url)) for key, url in canonical_targets(connection)),
            ((key & _MASK, kept & _MASK) for key, kept in other_spellings(connection)),
        )
    )
    ids = [int(id_, 16) for id_ in article_ids(connection)]
    return aliases, np.array(ids, dtype=np.uint64)


def _result(
    read: int, edges: Edges, ranks: LinkRanks, seconds: float, notes: list[str]
) -> LinkRefresh:
    return LinkRefresh(
        read=read,
        pages=len(ranks.page.keys),
        linking_pages=len(edges.counts),
        links=len(edges.target),
        hosts=len(ranks.host.keys),
        domains=len(ranks.domain.keys),
        anchors=len(ranks.anchors.keys),
        seconds=round(seconds, 3),
        notes=tuple(notes),
    )
