"""Which part goes to which place next: a pure object, without processes, threads or a clock.

It holds the parts that are neither committed nor still to be split, at most `size` of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median
from typing import Generic, TypeVar

from tidings.engine.jobs.job import I, Part

O = TypeVar("O")  # noqa: E741 - what came of a part

_MUCH_LONGER = 1.5  # times what was expected; the thesis calls tasks beyond this unusual
_KNOWN_PARTS = 3  # finished ones without which nobody knows what to expect
_REMEMBERED = 1_000  # finished parts from which the pace is known
_MAX_LOSSES = 8  # of one part: a place that dies is an accident, eight of them are not


class PartLost(Exception):
    """Every place to which a part went was lost; the message says what to do."""


@dataclass(frozen=True, slots=True)
class WindowRules:
    """How parts are given to places."""

    in_order: bool = True  # what comes of them is wanted in the order in which they came
    longest_first: bool = True
    dynamic: bool = True  # false: each place gets its share of the parts in advance
    backups: bool = True  # parts that take too long are started once more


@dataclass(slots=True)
class _Entry(Generic[I, O]):
    number: int  # counted in the order of split
    part: Part[I]
    began: dict[int, float] = field(default_factory=dict)  # by the places where it runs
    most: int = 0  # places where it ran at once
    losses: int = 0
    outcome: O | None = None

    @property
    def waits(self) -> bool:
        return not self.began and self.outcome is None

    @property
    def runs(self) -> bool:
        return bool(self.began) and self.outcome is None


class Window(Generic[I, O]):
    """The parts under way. Places are numbers; a place has one part at a time."""

    def __init__(self, rules: WindowRules, size: int) -> None:
        self._rules = rules
        self._size = size
        self._entries: dict[int, _Entry[I, O]] = {}  # in the order of split
        self._next = 0  # number of the next part
        self._is_whole = False  # nothing more comes
        self._places: list[int] = []
        self._paces: list[float] = []  # of finished parts: seconds, or seconds ÷ estimate

    @property
    def has_room(self) -> bool:
        """Whether another part may come."""
        return len(self._entries) < self._size

    @property
    def is_done(self) -> bool:
        """Whether all parts were taken out."""
        return self._is_whole and not self._entries

    def add(self, part: Part[I]) -> None:
        """Take the next part of the split."""
        self._entries[self._next] = _Entry(self._next, part)
        self._next += 1

    def add_finished(self, part: Part[I], outcome: O) -> None:
        """Take a part of which an earlier run left what came of it."""
        self.add(part)
        self._entries[self._next - 1].outcome = outcome

    def end(self) -> None:
        """Note that no more parts come."""
        self._is_whole = True

    def add_place(self, place: int) -> None:
        """Use a place from now on."""
        self._places.append(place)

    def lose_place(self, place: int) -> None:
        """Stop using a place; what ran there waits again, unless it also runs elsewhere."""
        if place in self._places:
            self._places.remove(place)
        for entry in self._entries.values():
            if entry.began.pop(place, None) is None or entry.outcome is not None:
                continue
            entry.losses += 1
            if entry.losses >= _MAX_LOSSES:
                raise PartLost(
                    f"Part {entry.part.key} was given to {entry.losses} places, and all of them "
                    "ended before it did: see what ends them, then resume the job."
                )

    def take(self, place: int, now: float) -> tuple[int, Part[I]] | None:
        """Return the part that a free place maps next, with its number; None if there is none."""
        if place not in self._places:
            return None
        entry = self._next_waiting(place) or self._straggler(now)
        if entry is None:
            return None
        entry.began[place] = now
        entry.most = max(entry.most, len(entry.began))
        return entry.number, entry.part

    def finish(self, number: int, place: int, outcome: O, now: float) -> bool:
        """Note what came of a part; return False if that was known already."""
        entry = self._entries.get(number)
        if entry is None or entry.outcome is not None:
            return False
        began = entry.began.get(place)
        entry.outcome = outcome
        if began is not None:
            self._paces.append((now - began) / (entry.part.estimated or 1.0))
            del self._paces[:-_REMEMBERED]
        return True

    def copies(self, number: int) -> int:
        """Return in how many places a part ran at once."""
        return self._entries[number].most

    def take_out(self) -> Iterator[tuple[Part[I], O]]:
        """Remove and yield what may be committed: all that is finished, or the first of all."""
        for number, entry in list(self._entries.items()):
            if entry.outcome is not None:
                del self._entries[number]
                yield entry.part, entry.outcome
            elif self._rules.in_order:
                return

    def _next_waiting(self, place: int) -> _Entry[I, O] | None:
        busy = {entry.part.lane for entry in self._entries.values() if entry.runs} - {""}
        waiting = (
            entry
            for entry in self._entries.values()
            if entry.waits and entry.part.lane not in busy and self._is_for(entry, place)
        )
        return max(waiting, key=self._rank, default=None)

    def _rank(self, entry: _Entry[I, O]) -> tuple[float, int]:
        """Sort by estimate, then by order; in order as long as others wait to come in."""
        is_by_length = self._rules.longest_first and (self._is_whole or not self._rules.in_order)
        return (entry.part.estimated or 0.0) if is_by_length else 0.0, -entry.number

    def _is_for(self, entry: _Entry[I, O], place: int) -> bool:
        if self._rules.dynamic:
            return True
        return self._places[entry.number % len(self._places)] == place

    def _straggler(self, now: float) -> _Entry[I, O] | None:
        """Return the part that is most overdue, once nothing is left to start."""
        if not (self._rules.backups and self._is_whole and len(self._paces) >= _KNOWN_PARTS):
            return None
        if any(entry.waits for entry in self._entries.values()):
            return None
        pace = median(self._paces)
        overdue = [
            (now - next(iter(entry.began.values())) - _MUCH_LONGER * expected, entry)
            for entry in self._entries.values()
            if entry.runs and len(entry.began) == 1 and not entry.part.lane
            for expected in (pace * (entry.part.estimated or 1.0),)
        ]
        late, slowest = max(overdue, key=lambda each: each[0], default=(0.0, None))
        return slowest if late > 0 else None
