"""A cache of costly answers that may be some seconds old, because new articles change them all."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class AgedCache(Generic[T]):
    """The last answers by question; safe to use from many threads."""

    def __init__(
        self, seconds: float, size: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._seconds = seconds
        self._size = size
        self._clock = clock
        self._answers: OrderedDict[Hashable, tuple[int, float, T]] = OrderedDict()
        self._lock = Lock()

    def answer(self, question: Hashable, version: int, compute: Callable[[], T]) -> T:
        """Return the known answer unless it is too old and something has changed since.

        `version` changes whenever an answer may.
        """
        began = self._clock()
        with self._lock:
            known = self._answers.get(question)
        if known is not None and (known[0] == version or began - known[1] <= self._seconds):
            return known[2]
        made = compute()
        with self._lock:
            self._answers[question] = version, began, made
            self._answers.move_to_end(question)
            while len(self._answers) > self._size:
                self._answers.popitem(last=False)
        return made
