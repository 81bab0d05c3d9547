"""A costly answer that may be some minutes old: made anew aside while the old one serves."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Generic, TypeVar

T = TypeVar("T")


class RefreshedValue(Generic[T]):
    """For any number of threads; only the very first to ask waits for the answer to be made."""

    def __init__(
        self,
        seconds: float,
        aside: Executor,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._seconds = seconds
        self._aside = aside
        self._clock = clock
        self._lock = threading.Lock()
        self._made: tuple[T, float] | None = None  # and when
        self._coming: Future[tuple[T, float]] | None = None

    def value(self, make: Callable[[], T], first: Callable[[], T] | None = None) -> T:
        """Return the answer; one that is too old is made anew, soon, for those who ask later.

        `first` makes a quick one for the very first to ask, which is too old from the start.
        """
        made = self._made
        if made is None:
            with self._lock:
                made = self._made or self._anew(first or make)
            if first is not None:
                self._renew(make)
        elif self._clock() - made[1] > self._seconds:
            self._renew(make)
        return made[0]

    def _anew(self, make: Callable[[], T]) -> tuple[T, float]:
        began = self._clock()
        self._made = made = (make(), began)
        return made

    def _renew(self, make: Callable[[], T]) -> None:
        with self._lock:
            if self._coming is None or self._coming.done():
                self._coming = self._aside.submit(self._anew, make)
