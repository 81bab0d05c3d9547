"""The writer's inbox: work that waits for its transaction, taken out many pieces at a time.

Not a queue of the standard library: that wakes its reader for every single piece, only for it to
go on waiting for company, and each time two threads hand the interpreter's lock to and fro.
"""

import threading
import time
from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class WriteQueue(Generic[T]):
    """Holds up to four batches; whoever brings more waits for the writer."""

    def __init__(self, batch: int, seconds: float) -> None:
        self._batch = batch
        self._seconds = seconds
        self._items: deque[T] = deque()
        self._is_closed = False
        lock = threading.Lock()
        self._begun = threading.Condition(lock)  # something waits, or nothing will any more
        self._full = threading.Condition(lock)  # enough for a batch does
        self._room = threading.Condition(lock)

    def put(self, item: T) -> None:
        """Let a piece wait for the writer, and wait for room first."""
        with self._room:
            self._room.wait_for(lambda: len(self._items) < 4 * self._batch)
            self._items.append(item)
            if len(self._items) == 1:
                self._begun.notify()
            elif len(self._items) == self._batch:
                self._full.notify()

    def close(self) -> None:
        """Let the writer take what is left, and no longer wait for more."""
        with self._begun:
            self._is_closed = True
            self._begun.notify()
            self._full.notify()

    def take(self) -> list[T]:
        """Wait for a piece, then for its company until the batch is full or its time is up.

        Nothing at all means that the inbox is closed and empty.
        """
        with self._begun:
            self._begun.wait_for(lambda: self._items or self._is_closed)
            deadline = time.monotonic() + self._seconds
            while not (self._is_closed or len(self._items) >= self._batch):
                if not self._full.wait(deadline - time.monotonic()):
                    break
            count = min(self._batch, len(self._items))
            taken = [self._items.popleft() for _ in range(count)]
            self._room.notify_all()
            return taken
