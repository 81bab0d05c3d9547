"""A costly value that may be minutes old: recomputed in the background while the old one serves."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Generic, TypeVar

T = TypeVar("T")


class RefreshedValue(Generic[T]):
    """Safe for any number of threads; only the first caller waits for the value."""

    def __init__(
        self,
        seconds: float,
        executor: Executor,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._seconds = seconds
        self._executor = executor
        self._clock = clock
        self._lock = threading.Lock()
        self._current: tuple[T, float] | None = None  # value and time
        self._next: Future[tuple[T, float]] | None = None

    def value(self, make: Callable[[], T], first: Callable[[], T] | None = None) -> T:
        """Return the value; if it is too old, start recomputing it for later callers.

        `first` computes a quick value for the first caller, which counts as too old from the start.
        """
        made = self._current
        if made is None:
            with self._lock:
                made = self._current or self._compute(first or make)
            if first is not None:
                self._refresh(make)
        elif self._clock() - made[1] > self._seconds:
            self._refresh(make)
        return made[0]

    def _compute(self, make: Callable[[], T]) -> tuple[T, float]:
        began = self._clock()
        self._current = made = (make(), began)
        return made

    def _refresh(self, make: Callable[[], T]) -> None:
        with self._lock:
            if self._next is None or self._next.done():
                self._next = self._executor.submit(self._compute, make)
