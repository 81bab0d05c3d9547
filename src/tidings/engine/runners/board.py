"""The window as the threads of places share it: they wait for parts, and put results back."""

import threading
import time
from collections.abc import Callable, Iterator
from typing import Generic

from tidings.engine.jobs.job import I, Part, R
from tidings.engine.jobs.part_outcome import PartOutcome
from tidings.engine.runners.window import PartLost, Window, WindowRules

_LOOK_SECONDS = 0.5  # between two looks at parts that may have become overdue


class Board(Generic[I, R]):
    """A window behind a lock. One thread fills and empties it; others take and finish parts."""

    def __init__(self, rules: WindowRules, size: int) -> None:
        self._window: Window[I, PartOutcome[I, R]] = Window(rules, size)
        self._changed = threading.Condition()
        self._error: BaseException | None = None
        self._is_closed = False

    def add_place(self, place: int) -> None:
        """Let a place take parts."""
        with self._changed:
            self._window.add_place(place)

    def lose_place(self, place: int) -> None:
        """Give the parts of a place to others."""
        with self._changed:
            try:
                self._window.lose_place(place)
            except PartLost as error:
                self._error = error
            self._changed.notify_all()

    @property
    def is_over(self) -> bool:
        """Whether nobody can take parts any more."""
        with self._changed:
            return self._is_closed or self._window.is_done

    def fail(self, error: BaseException) -> None:
        """End the job with an error; raised where the board is emptied."""
        with self._changed:
            self._error = self._error or error
            self._changed.notify_all()

    def take(self, place: int) -> tuple[int, Part[I]] | None:
        """Wait for a part for a place; None if no more come, or the place was lost."""
        with self._changed:
            while not (self._is_closed or self._window.is_done):
                taken = self._window.take(place, time.monotonic())
                if taken is not None:
                    return taken
                self._changed.wait(_LOOK_SECONDS)
        return None

    def finish(self, number: int, place: int, outcome: PartOutcome[I, R]) -> bool:
        """Put a result back; return False if another place was faster."""
        with self._changed:
            is_first = self._window.finish(number, place, outcome, time.monotonic())
            if is_first:
                outcome.copies = self._window.copies(number)
            self._changed.notify_all()
            return is_first

    def add(self, part: Part[I], outcome: PartOutcome[I, R] | None = None) -> None:
        """Add a part, perhaps one of which an earlier run left the result."""
        with self._changed:
            if outcome is None:
                self._window.add(part)
            else:
                self._window.add_finished(part, outcome)
            self._changed.notify_all()

    def end(self) -> None:
        """Note that no more parts come."""
        with self._changed:
            self._window.end()
            self._changed.notify_all()

    def close(self) -> None:
        """Let nobody take parts any more."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def wait_for_room(
        self, check: Callable[[], None]
    ) -> Iterator[tuple[Part[I], PartOutcome[I, R]]]:
        """Yield what is ready, until another part may be added."""
        return self._ready_until(lambda: self._window.has_room, check)

    def wait_for_rest(
        self, check: Callable[[], None]
    ) -> Iterator[tuple[Part[I], PartOutcome[I, R]]]:
        """Yield what comes of all parts that were added."""
        return self._ready_until(lambda: self._window.is_done, check)

    def _ready_until(
        self, is_enough: Callable[[], bool], check: Callable[[], None]
    ) -> Iterator[tuple[Part[I], PartOutcome[I, R]]]:
        while True:
            check()
            with self._changed:
                if self._error is not None:
                    raise self._error
                ready = list(self._window.take_out())
                if not ready:
                    if is_enough():
                        return
                    self._changed.wait(_LOOK_SECONDS)
                    continue
            yield from ready
            if is_enough():
                return
