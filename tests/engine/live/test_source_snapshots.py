"""The event loop and the writer share nothing that changes."""

import threading
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, datetime
from enum import Enum
from types import MappingProxyType
from typing import Any

import pytest
from tests.engine.settled_paper import EMPTY, SettledPaper, story

from tidings.crawl.traps.alias_learning import SiteRules
from tidings.crawl.traps.trap_accounts import SiteAccounts
from tidings.engine.live.crawler import opened_crawler
from tidings.engine.live.source_snapshots import SourceSnapshots
from tidings.engine.process.home import ensure_home
from tidings.engine.sources import source_list
from tidings.engine.state.fetch_budget import FetchBudget
from tidings.engine.state.focus_learning import FocusLearner
from tidings.engine.state.known_urls import KnownUrls
from tidings.engine.state.page_aliases import PageAliases
from tidings.engine.state.shape_accounts import ShapeAccounts
from tidings.engine.state.site_memory import SiteMemories
from tidings.engine.state.source_snapshot import SourceSnapshot
from tidings.model.crawl.source import SourceFocus
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.tables.frontier.seen_urls import SeenUrls
from tidings.world.server.server import WorldServer

WRITERS_OWN = (
    FetchBudget, FocusLearner, KnownUrls, PageAliases, SeenUrls, ShapeAccounts, SiteAccounts,
    SiteMemories, SiteRules,
)  # fmt: skip
PLAIN = (str, bytes, int, float, bool, datetime, Enum, type(None))


def mutable_parts(value: object, path: str) -> list[str]:
    """Return where a value holds something that can be changed."""
    if isinstance(value, PLAIN):
        return []
    if isinstance(value, tuple | frozenset):
        return [part for item in value for part in mutable_parts(item, f"{path}[]")]
    if isinstance(value, MappingProxyType):
        return [part for item in value.items() for part in mutable_parts(item, f"{path}{{}}")]
    if is_dataclass(value) and vars(type(value))["__dataclass_params__"].frozen:
        names = [field.name for field in fields(value)]
        return [
            part for name in names for part in mutable_parts(getattr(value, name), f"{path}.{name}")
        ]
    return [f"{path}: {type(value).__name__}"]


def settle_some(paper: SettledPaper) -> None:
    for number in range(9):
        paper.settle(paper.visit(f"calendar/2031/{number}"), EMPTY)
        paper.settle(
            paper.visit(f"news/{number}-a-long-headline"), story(f"{'long ' * number}bridge")
        )
    for number, colour in enumerate(("red", "green", "blue", "grey")):
        for session in "ab":
            path = f"story/{number}?sid={session}{number}"
            paper.settle(paper.visit(path), story(f"{colour} tower"))


def test_a_snapshot_cannot_be_changed_in_any_part(paper: SettledPaper) -> None:
    settle_some(paper)
    snapshot = paper.open()
    assert snapshot.traps.accounts
    assert snapshot.traps.alias_rules
    assert snapshot.memory
    assert mutable_parts(snapshot, "snapshot") == []
    assert mutable_parts(paper.settler.state.followed, "followed") == []


def test_every_settled_visit_brings_a_snapshot_that_stays_as_it_was(paper: SettledPaper) -> None:
    first = paper.settle(paper.visit("calendar/2031/1"), EMPTY).snapshot
    assert first is not None
    accounts = dict(first.traps.accounts)
    second = paper.settle(paper.visit("calendar/2031/2"), EMPTY).snapshot
    assert second is not None
    assert dict(first.traps.accounts) == accounts
    assert {account.visits for account in accounts.values()} == {1}
    assert {account.visits for account in second.traps.accounts.values()} == {2}


async def test_a_source_is_opened_once_and_again_when_its_topic_changes(
    paper: SettledPaper,
) -> None:
    opened: list[str] = []
    state = paper.settler.state
    open_source = state.open

    def noted(connection: Any, source: Any) -> SourceSnapshot:
        opened.append(source.about.words)
        return open_source(connection, source)

    state.open = noted  # type: ignore[method-assign]
    snapshots = SourceSnapshots(paper.database, state)
    plain = await snapshots.of(paper.source)
    assert await snapshots.of(paper.source) is plain
    focused = await snapshots.of(replace(paper.source, about=SourceFocus("bridge")))
    assert (focused.words, bool(focused.focus)) == ("bridge", True)
    newer = replace(focused, memory=b"new")
    snapshots.note(newer)
    assert await snapshots.of(replace(paper.source, about=SourceFocus("bridge"))) is newer
    snapshots.forget(paper.source.id)
    assert await snapshots.of(paper.source) == plain
    assert opened == ["", "bridge", ""]


def guard(monkeypatch: pytest.MonkeyPatch, kind: type, trespassers: set[str]) -> None:
    """Note every thread but the writer's that looks at an object of this kind."""
    look: Callable[[object, str], Any] = object.__getattribute__
    begin: Callable[..., None] = vars(kind)["__init__"]
    being_made: list[object] = []  # whoever makes an object may fill it

    def guarded(self: object, name: str) -> Any:
        thread = threading.current_thread().name
        if thread != "store-writer" and not name.startswith("__") and not being_made:
            trespassers.add(f"{thread}: {kind.__name__}.{name}")
        return look(self, name)

    def begun(self: object, *args: Any, **options: Any) -> None:
        being_made.append(self)
        begin(self, *args, **options)
        being_made.pop()

    monkeypatch.setattr(kind, "__getattribute__", guarded)
    monkeypatch.setattr(kind, "__init__", begun)


async def test_in_a_crawl_only_the_writer_looks_at_what_it_changes(
    settings: Settings, site: WorldServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    trespassers: set[str] = set()
    for kind in WRITERS_OWN:
        guard(monkeypatch, kind, trespassers)
    database = open_database(ensure_home(settings).database, settings.store)
    now = datetime.now(UTC)
    source_list.add_source(database, site.urls[0], now)
    source_list.add_source(database, site.urls[1], now, SourceFocus("election vote"))
    database.close()
    async with opened_crawler(settings) as crawler:
        summary = await crawler.crawl()
    assert summary.articles_new > 5
    assert trespassers == set()
