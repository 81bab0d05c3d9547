"""The queue of the writer thread, which takes out many pieces of work at a time.

Not a queue of the standard library: that wakes its reader for every single piece, although the
reader waits for a batch, and each time two threads exchange the interpreter lock.
"""

import threading
import time
from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class WriteQueue(Generic[T]):
    """Holds up to four batches; a caller with more waits for the writer."""

    def __init__(self, batch: int, seconds: float) -> None:
        self._batch = batch
        self._seconds = seconds
        self._items: deque[T] = deque()
        self._is_closed = False
        lock = threading.Lock()
        self._not_empty = threading.Condition(lock)  # or closed
        self._full_batch = threading.Condition(lock)
        self._not_full = threading.Condition(lock)

    def put(self, item: T) -> None:
        """Add a piece for the writer; blocks while the queue is full."""
        with self._not_full:
            self._not_full.wait_for(lambda: len(self._items) < 4 * self._batch)
            self._items.append(item)
            if len(self._items) == 1:
                self._not_empty.notify()
            elif len(self._items) == self._batch:
                self._full_batch.notify()

    def close(self) -> None:
        """Let the writer take the rest without waiting for more."""
        with self._not_empty:
            self._is_closed = True
            self._not_empty.notify()
            self._full_batch.notify()

    def take(self) -> list[T]:
        """Wait for a piece, then for more until the batch is full or the time is up.

        An empty list means that the queue is closed and empty.
        """
        with self._not_empty:
            self._not_empty.wait_for(lambda: self._items or self._is_closed)
            deadline = time.monotonic() + self._seconds
            while not (self._is_closed or len(self._items) >= self._batch):
                if not self._full_batch.wait(deadline - time.monotonic()):
                    break
            count = min(self._batch, len(self._items))
            taken = [self._items.popleft() for _ in range(count)]
            self._not_full.notify_all()
            return taken
