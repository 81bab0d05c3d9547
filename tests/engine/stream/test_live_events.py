import queue
from collections.abc import Iterator

import pytest
from tests.engine.stream.written_home import WrittenHome

from tidings.engine.library.library import Library
from tidings.engine.stream import live_events
from tidings.engine.stream.event_stream import HomeStream, StreamPart
from tidings.engine.stream.live_events import Joint, LiveEvents, Tick
from tidings.engine.stream.position import Position
from tidings.engine.stream.stream_event import StreamEvent
from tidings.engine.stream.stream_filter import EVERYTHING, StreamFilter

PATIENCE = 60.0
FERRIES = StreamFilter("ferry")


def frame(event: StreamEvent) -> bytes:
    return f"{event.position} ".encode()


class Follow:
    """Live events of a home, and their ticks."""

    def __init__(self, stream: HomeStream) -> None:
        self.ticks: queue.Queue[Tick] = queue.Queue()
        self.live = LiveEvents(stream, frame, self.ticks.put)

    def until(self, end: Position) -> list[Tick]:
        """Return the ticks up to a position."""
        ticks = [self.ticks.get(timeout=PATIENCE)]
        while ticks[-1].end != end:
            ticks.append(self.ticks.get(timeout=PATIENCE))
        return ticks


@pytest.fixture
def follow(library: Library) -> Iterator[Follow]:
    follow = Follow(HomeStream(library))
    yield follow
    follow.live.close()


def test_equal_filters_share_one_block(home: WrittenHome, follow: Follow) -> None:
    home.release(0)
    start = Position(0, 0)
    follow.live.open(EVERYTHING, start)
    follow.live.open(FERRIES, start)
    follow.live.open(StreamFilter("ferry"), start)
    assert isinstance(follow.live.joint(FERRIES, start), Joint)
    home.keep("a", text="A ferry.")
    home.keep("b", text="A plane.")
    home.keep("c", text="A ferry.")
    home.release()
    ticks = follow.until(Position(3, 0))
    assert b"".join(tick.blocks.get(EVERYTHING, b"") for tick in ticks) == b"1-0 2-0 3-0 "
    assert b"".join(tick.blocks.get(FERRIES, b"") for tick in ticks) == b"1-0 3-0 "
    assert all(len(tick.blocks) <= 2 for tick in ticks)


def test_who_joins_gets_kept_blocks_or_reads_the_log_before(
    home: WrittenHome, follow: Follow
) -> None:
    home.keep("a")
    home.release()
    live, begin = follow.live, Position(1, 0)
    live.open(EVERYTHING, begin)
    for name in "bcd":
        home.keep(name, text="A ferry.")
        home.release()
        follow.until(Position(ord(name) - ord("a") + 1, 0))
    joint = live.joint(EVERYTHING, Position(2, 0))
    assert isinstance(joint, Joint)
    assert list(joint.blocks) == [b"3-0 ", b"4-0 "]
    now = live.joint(EVERYTHING, Position(4, 0))
    assert isinstance(now, Joint)
    assert (list(now.blocks), now.next_tick) == ([], joint.next_tick)
    assert live.joint(EVERYTHING, Position(0, 0)) == begin  # up to there it reads the log
    assert live.joint(EVERYTHING, Position(9, 0)) is None  # ahead of us: another process was
    live.open(FERRIES, Position(2, 0))  # nothing was judged by this one yet
    assert live.joint(FERRIES, Position(2, 0)) == Position(4, 0)


def test_the_first_who_comes_back_sets_the_beginning_for_all(
    home: WrittenHome, follow: Follow
) -> None:
    home.keep("a", "b", "c")
    home.release()
    follow.live.open(EVERYTHING, Position(1, 0))
    follow.until(Position(3, 0))
    joint = follow.live.joint(EVERYTHING, Position(1, 0))
    assert isinstance(joint, Joint)
    assert b"".join(joint.blocks) == b"2-0 3-0 "


def test_what_is_kept_is_bounded(
    home: WrittenHome, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_events, "_MAX_BYTES", 10)
    home.release(0)
    live = follow.live
    live.open(EVERYTHING, Position(0, 0))
    for number in range(1, 7):
        home.keep(f"n{number}")
        home.release()
        follow.until(Position(number, 0))
    assert sum(tick.size for tick in live._ticks) <= 10
    assert live.joint(EVERYTHING, Position(0, 0)) == Position(4, 0)
    assert isinstance(live.joint(EVERYTHING, Position(5, 0)), Joint)
    monkeypatch.setattr(live_events, "_MAX_BYTES", 0)
    home.keep("last")
    home.release()
    follow.until(Position(7, 0))
    assert not live._ticks
    assert live.joint(EVERYTHING, Position(3, 0)) == Position(7, 0)


def test_without_readers_nothing_is_read(home: WrittenHome, follow: Follow) -> None:
    home.release(0)
    follow.live.open(EVERYTHING, Position(0, 0))
    follow.live.leave(EVERYTHING)
    home.keep("a")
    home.release()
    follow.live.open(EVERYTHING, Position(1, 0))  # and it goes on with the next one
    home.keep("b")
    home.release()
    ticks = follow.until(Position(2, 0))
    assert [tick.start for tick in ticks] == [Position(1, 0)]


def test_who_opens_while_the_log_is_read_for_another_gets_what_it_missed(
    home: WrittenHome, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.keep("a", "b")
    home.release()
    part, live, has_changed_readers = HomeStream.part, follow.live, False

    def change_readers(stream: HomeStream, after: Position) -> StreamPart:
        nonlocal has_changed_readers
        found = part(stream, after)
        if not has_changed_readers:
            has_changed_readers = True
            live.leave(EVERYTHING)
            live.open(EVERYTHING, Position(1, 0))
        return found

    monkeypatch.setattr(HomeStream, "part", change_readers)
    live.open(EVERYTHING, Position(2, 0))  # has everything
    assert follow.until(Position(2, 0))[0].start == Position(1, 0)
