"""Commands from any process: executed by whoever owns the home, once, with an answer each."""

import logging
import os
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tidings.engine.commands import execution, source_commands
from tidings.engine.commands.command_kinds import effect_of, kind_of, to_text
from tidings.engine.commands.command_values import (
    AddSource,
    Answer,
    Command,
    ImportSources,
    PauseSource,
    RemoveSource,
    ResumeSource,
    RetrySource,
    SourceAdded,
    SourcePaused,
    SourceRemoved,
    SourceResumed,
    SourceRetried,
    SourcesImported,
)
from tidings.engine.commands.issuing import (
    CommandRefused,
    Commands,
    IssueListener,
    execute_waiting,
)
from tidings.engine.process.home import Home, HomeUnusable, ensure_home
from tidings.engine.process.home_lock import HomeLock, HomeOwner
from tidings.engine.sources.source_list import follow_source
from tidings.events.work_events import CommandBroke, CommandExecuted
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.tables.commands.command_rows import add_command, command_by_id
from tidings.store.tables.sources.pauses import paused_sources
from tidings.store.tables.sources.sources import followed_sources

URL = "https://paper.example/"


def now() -> datetime:
    return datetime.now(UTC)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return ensure_home(Settings(home=tmp_path / "home"))


@pytest.fixture
def database(home: Home) -> Iterator[Database]:
    database = open_database(home.database, StoreSettings(commit_seconds=0.0))
    yield database
    database.close()


@pytest.fixture
def commands(home: Home, database: Database) -> Commands:
    return Commands(Settings(home=home.folder), database)


def issue(commands: Commands, command: Command) -> Answer:
    (answer,) = commands.issue(command)
    return answer


def urls(database: Database) -> list[str]:
    return [source.url for source in followed_sources(database.read())]


def test_without_an_owner_the_issuer_executes_its_commands_in_order(
    commands: Commands, database: Database
) -> None:
    answers = commands.issue(AddSource("paper.example"), RemoveSource(URL), AddSource(URL))
    assert answers == [SourceAdded(URL, True), SourceRemoved(URL), SourceAdded(URL, True)]
    assert issue(commands, AddSource(URL)) == SourceAdded(URL, False)
    assert urls(database) == [URL]


def test_a_pause_lasts_until_the_source_is_resumed_or_removed(
    commands: Commands, database: Database
) -> None:
    issue(commands, AddSource(URL))
    assert issue(commands, PauseSource("paper.example")) == SourcePaused(URL, True)
    assert issue(commands, PauseSource(URL)) == SourcePaused(URL, False)
    assert list(paused_sources(database.read())) == [1]
    assert issue(commands, ResumeSource(URL)) == SourceResumed(URL, True)
    assert issue(commands, ResumeSource(URL)) == SourceResumed(URL, False)
    commands.issue(PauseSource(URL), RemoveSource(URL), AddSource(URL))
    assert paused_sources(database.read()) == {}


def test_a_refused_command_says_why_and_does_not_hold_up_the_next(commands: Commands) -> None:
    with pytest.raises(CommandRefused, match="is not followed"):
        issue(commands, PauseSource("unknown.example"))
    commands.issue(AddSource(URL), PauseSource(URL))
    with pytest.raises(CommandRefused, match=f"tidings resume {URL}"):
        issue(commands, RetrySource(URL))
    assert issue(commands, ResumeSource(URL)) == SourceResumed(URL, True)
    assert isinstance(issue(commands, RetrySource(URL)), SourceRetried)


def test_operators_learn_what_was_executed(
    commands: Commands, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(connection: Any, command: RetrySource, progress: object, now: datetime) -> None:
        raise KeyError("a bug")

    effects: dict[str, Any] = {"retry": broken}
    monkeypatch.setattr(execution, "effect_of", lambda kind: effects.get(kind, effect_of(kind)))
    with caplog.at_level(logging.INFO, "tidings"):
        commands.issue(AddSource(URL), ImportSources(("https://a.example/", "https://b.example/")))
        for refused in (PauseSource("unknown.example"), RetrySource(URL)):
            with pytest.raises(CommandRefused):
                issue(commands, refused)
    assert [each.msg for each in caplog.records] == [
        CommandExecuted("add", URL, "done"),
        CommandExecuted("import", "2 sources", "done"),
        CommandExecuted("pause", "unknown.example", "refused"),
        CommandBroke("retry", "It could not be executed (KeyError: 'a bug')."),
    ]


def test_a_command_that_raises_an_error_is_undone_and_refused(
    commands: Commands, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(connection: Any, command: AddSource, progress: object, now: datetime) -> None:
        follow_source(connection, command.url, now)
        raise KeyError("a bug")

    with monkeypatch.context() as patch:
        patch.setattr(execution, "effect_of", lambda kind: broken)
        with pytest.raises(CommandRefused, match="could not be executed"):
            issue(commands, AddSource(URL))
    assert urls(database) == []
    assert issue(commands, AddSource(URL)) == SourceAdded(URL, True)


def test_what_a_killed_process_left_waiting_is_executed_by_the_next_issuer(
    commands: Commands, database: Database
) -> None:
    left = AddSource(URL)
    number = database.write(
        lambda db: add_command(db, kind_of(left), to_text(left), now())
    ).result()
    issue(commands, AddSource("https://other.example/"))
    assert urls(database) == [URL, "https://other.example/"]
    row = command_by_id(database.read(), number)
    assert row is not None
    assert (row.is_open, row.answer) == (False, to_text(SourceAdded(URL, True)))


class Notes(IssueListener):
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.owner: HomeOwner | None = None
        self.told = threading.Event()
        self.progress: list[tuple[int, int]] = []

    def on_progress(self, done: int, total: int) -> None:
        self.progress.append((done, total))

    def on_wait(self, owner: HomeOwner) -> None:
        self.owner = owner
        self.told.set()


def test_an_issuer_waits_for_the_owner_and_learns_who_that_is(
    home: Home, database: Database, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tidings.engine.commands.issuing._PATIENCE_SECONDS", 0.0)
    notes, answers = Notes(), []
    waiting = threading.Thread(
        target=lambda: answers.extend(commands.issue(AddSource(URL), listener=notes))
    )
    with HomeLock(home, "rebuilding"):
        waiting.start()
        assert notes.told.wait(20)
        assert str(notes.owner) == f"process {os.getpid()}, which is rebuilding"
        assert urls(database) == []
        execute_waiting(database, now)
        waiting.join(20)
        assert answers == [SourceAdded(URL, True)]


def test_an_issuer_takes_over_when_the_owner_is_gone(
    home: Home, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tidings.engine.commands.issuing._PATIENCE_SECONDS", 0.0)
    notes, answers = Notes(), []
    with HomeLock(home):
        waiting = threading.Thread(
            target=lambda: answers.extend(commands.issue(AddSource(URL), listener=notes))
        )
        waiting.start()
        assert notes.told.wait(20)
    waiting.join(20)
    assert answers == [SourceAdded(URL, True)]


def test_a_long_import_goes_on_in_parts_and_continues_where_it_was_left(
    commands: Commands, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source_commands, "_BATCH", 10)
    feeds = tuple(f"https://paper{number}.example/feed" for number in range(25))
    issue(commands, AddSource(feeds[3]))
    notes = Notes()
    (answer,) = commands.issue(ImportSources(feeds), listener=notes)
    assert answer == SourcesImported(tuple(url for url in feeds if url != feeds[3]))
    assert notes.progress == [(10, 25), (20, 25)]
    assert sorted(urls(database)) == sorted(feeds)
    assert issue(commands, ImportSources(feeds)) == SourcesImported(())


async def test_commands_can_be_awaited(commands: Commands) -> None:
    assert await commands.issue_async(AddSource(URL)) == [SourceAdded(URL, True)]


def test_a_crawl_waits_for_a_process_that_executes_commands(home: Home) -> None:
    brief = HomeLock(home, "a command")
    brief.__enter__()
    held = threading.Event()

    def crawl() -> None:
        with HomeLock(home):
            held.set()

    crawling = threading.Thread(target=crawl)
    crawling.start()
    assert not held.wait(0.2)
    brief.__exit__()
    crawling.join(20)
    assert held.is_set()
    with HomeLock(home), pytest.raises(HomeUnusable), HomeLock(home, "a command"):
        pass
