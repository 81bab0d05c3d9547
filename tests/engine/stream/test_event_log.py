from datetime import timedelta
from random import Random

import pytest
from tests.engine.stream.written_home import NOW, WrittenHome

from tidings.engine.library.library import Library
from tidings.engine.stream.event_log import EventLog, LogEntry
from tidings.engine.stream.position import Position
from tidings.model.articles.change import Change
from tidings.store.tables.changes.article_changes import prune_changes
from tidings.store.tables.changes.story_changes import prune_story_changes

START = Position(0, 0)


@pytest.fixture
def log(library: Library) -> EventLog:
    return EventLog(library.database, library.index)


def described(entries: list[LogEntry] | tuple[LogEntry, ...]) -> list[str]:
    return [
        f"{entry.position} "
        + (f"{entry.change.kind} {entry.change.article}" if isinstance(entry.change, Change)
           else f"story {entry.change.story}")
        for entry in entries
    ]  # fmt: skip


def everything(log: EventLog, after: Position = START, limit: int = 100) -> list[str]:
    told: list[str] = []
    while True:
        chunk = log.chunk(after, limit)
        assert chunk.gap is None
        if not chunk.entries:
            return told
        told += described(list(chunk.entries))
        after = chunk.end


def test_both_logs_have_one_order(home: WrittenHome, log: EventLog) -> None:
    home.keep("a", "b")
    home.group(1, "a", "b")
    home.keep("c")
    home.group(1, "a", "b", "c")
    home.group(2, "c")
    home.release()
    expected = ["1-0 new a", "2-0 new b", "2-1 story 1", "3-1 new c", "3-2 story 1", "3-3 story 2"]
    assert everything(log) == expected
    assert log.end() == Position(3, 3)
    for limit in (1, 2, 3, 5):
        assert everything(log, limit=limit) == expected


def test_what_the_index_has_not_taken_in_is_not_told(home: WrittenHome, log: EventLog) -> None:
    home.group(1, "x")
    home.keep("a", "b")
    home.group(2, "a", "b")
    assert everything(log) == ["0-1 story 1"]
    home.release(1)
    assert everything(log) == ["0-1 story 1", "1-1 new a"]
    assert log.end() == Position(1, 1)
    home.release(2)
    assert everything(log, Position(1, 1)) == ["2-1 new b", "2-2 story 2"]


def test_a_story_that_changes_later_comes_later(home: WrittenHome, log: EventLog) -> None:
    home.keep("a")
    home.release()
    assert everything(log) == ["1-0 new a"]
    home.group(1, "a")  # grouped after the article was told
    assert everything(log, Position(1, 0)) == ["1-1 story 1"]
    home.keep("b")
    home.release()
    assert everything(log) == ["1-0 new a", "1-1 story 1", "2-1 new b"]


@pytest.mark.parametrize("seed", range(3))
def test_whoever_comes_back_at_any_time_gets_the_same(
    home: WrittenHome, log: EventLog, seed: int
) -> None:
    """What is told live, in pieces, while more arrives, is what a replay tells."""
    rng = Random(seed)
    live: list[str] = []
    position = START
    for step in range(40):
        if rng.random() < 0.5:
            home.keep(*(f"{step}.{part}" for part in range(rng.randint(1, 3))))
        if rng.random() < 0.4:
            home.group(rng.randint(1, 5), "0.0")
        if rng.random() < 0.4:
            home.release()
        chunk = log.chunk(position, rng.choice((1, 2, 7, 100)))
        live += described(list(chunk.entries))
        position = chunk.end
    home.release()
    live += everything(log, position)
    replayed = everything(log)
    assert live == replayed
    assert len(set(replayed)) == len(replayed)
    for line in replayed:
        after = Position.read(line.split()[0])
        assert everything(log, after, 13) == replayed[replayed.index(line) + 1 :]


def test_a_part_ends_where_it_should(home: WrittenHome, log: EventLog) -> None:
    home.keep("a", "b")
    home.group(1, "a")
    home.group(2, "b")
    home.keep("c")
    home.release()
    chunk = log.chunk(START, 100, Position(2, 1))
    assert described(list(chunk.entries)) == ["1-0 new a", "2-0 new b", "2-1 story 1"]
    assert chunk.end == Position(2, 1)


def test_what_was_pruned_is_a_gap(home: WrittenHome, log: EventLog) -> None:
    home.keep("a", "b", "c", "d")
    home.group(1, "a")
    home.group(2, "b")
    home.keep("e")
    home.release()
    home.database.write(lambda db: prune_changes(db, NOW, 2)).result()
    chunk = log.chunk(Position(1, 0), 100)
    assert chunk.gap is not None
    assert (chunk.gap.after, chunk.gap.until) == (Position(1, 0), Position(3, 0))
    assert chunk.gap.log_begins == NOW
    assert described(list(chunk.entries)) == [
        "4-0 new d", "4-1 story 1", "4-2 story 2", "5-2 new e",
    ]  # fmt: skip
    home.database.write(lambda db: prune_story_changes(db, NOW, 1)).result()
    again = log.chunk(Position(3, 0), 100)
    assert again.gap is not None
    assert (again.gap.until, again.end) == (Position(3, 1), Position(5, 2))
    assert log.chunk(Position(3, 1), 100).gap is None


def test_a_log_without_rows_is_a_gap_up_to_now(home: WrittenHome, log: EventLog) -> None:
    home.keep("a", "b")
    home.group(1, "a")
    home.release()
    later = NOW + timedelta(days=1)
    home.database.write(lambda db: prune_changes(db, later, 9)).result()
    home.database.write(lambda db: prune_story_changes(db, later, 9)).result()
    chunk = log.chunk(START, 100)
    assert chunk.gap is not None
    assert chunk.end == chunk.gap.until == log.end() == Position(2, 1)
    assert chunk.gap.log_begins is None
    assert log.chunk(chunk.end, 100).gap is None


def test_an_id_of_another_home_is_recognised(home: WrittenHome, log: EventLog) -> None:
    home.keep("a")
    home.group(1, "a")
    home.release()
    for known in (START, Position(1, 0), Position(1, 1)):
        assert log.foreign_gap(known) is None
    for foreign in (Position(2, 0), Position(0, 2), Position(10**17, 10**17)):
        gap = log.foreign_gap(foreign)
        assert gap is not None
        assert gap.until == Position(1, 1)


def test_it_is_known_whether_there_may_be_more(home: WrittenHome, log: EventLog) -> None:
    home.keep("a")
    assert log.has_changed()
    assert not log.has_changed()
    home.release()
    assert log.has_changed()
    home.keep("b")
    assert log.has_changed()
    assert not log.has_changed()
