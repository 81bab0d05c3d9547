"""Lets knowledge, stories and the index follow what was ingested, before its command ends."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from functools import partial
from typing import Final

from tidings.engine.followers.follower import following
from tidings.engine.followers.index_act import index_follower
from tidings.engine.followers.ready_entries import ReadyEntries
from tidings.engine.knowledge.knowledge_keeper import KnowledgeKeeper
from tidings.engine.knowledge.stored_knowledge import StoredKnowledge
from tidings.engine.maintenance.reannotate import DuplicatePlaces, regroup_stories
from tidings.engine.maintenance.reindex import rebuild as rebuild_index
from tidings.engine.mirroring.index_fetching import restore_index
from tidings.engine.process.home import Home
from tidings.engine.process.home_files import opened_files
from tidings.engine.runners.runner_choice import opened_runner
from tidings.search.index.errors import IndexBusy, IndexUnusable
from tidings.search.index.search_index import Index
from tidings.settings.tree import Settings
from tidings.store.database.database import Database
from tidings.store.files.file_store import FileStore
from tidings.store.tables.changes.article_changes import newest_change

# Changes that are added to the index one after another; more are indexed by several processes, into
# a new index. The job `index` starts these from as many articles on.
_FEW: Final = 20_000


class CatchUpStep(StrEnum):
    """What follows an ingest."""

    KNOWLEDGE = "learning words and topics"
    STORIES = "grouping stories"
    INDEX = "indexing"


OnStep = Callable[[CatchUpStep, int, int], None]  # the step, done, total


def catch_up(
    home: Home, settings: Settings, database: Database, on_step: OnStep, command: str = ""
) -> None:
    """Make versions of knowledge, group stories and index; whatever is up to date costs little.

    If this is killed, the next crawl, rebuild or ingest does it. `command` starts the ingest again.
    """
    files = opened_files(home)
    on_step(CatchUpStep.KNOWLEDGE, 0, 1)
    stored = None if files is None else StoredKnowledge(files, home.knowledge)
    asyncio.run(KnowledgeKeeper(database, home.knowledge, stored=stored).catch_up())
    opened = partial(opened_runner, settings, database, command=command)
    places = DuplicatePlaces(opened, home, begins_anew=False)
    regroup_stories(database, settings.group, partial(on_step, CatchUpStep.STORIES), places)
    with suppress(IndexBusy):  # somebody rebuilds it, and takes in what is new
        _index(home, settings, database, files, partial(on_step, CatchUpStep.INDEX))


def _index(
    home: Home,
    settings: Settings,
    database: Database,
    files: FileStore | None,
    on_progress: Callable[[int, int], None],
) -> None:
    if files is not None:
        restore_index(files, home.index, settings.search)
    try:
        index = Index.open(home.index, settings.search, writable=True)
    except IndexUnusable:
        rebuild_index(settings, on_progress)
        return
    try:
        behind = newest_change(database.read()) - index.last_seq()
        if behind <= _FEW:
            on_progress(0, behind)
            _follow(index, settings, database)
    finally:
        index.close()
    if behind > _FEW:
        rebuild_index(settings, on_progress)


def _follow(index: Index, settings: Settings, database: Database) -> None:
    lost: list[Exception] = []
    ready = ReadyEntries()
    with following(database, index_follower(database, index, settings.search, ready, lost.append)):
        pass  # leaving the block waits until everything is taken in
    if lost:
        raise lost[0]
