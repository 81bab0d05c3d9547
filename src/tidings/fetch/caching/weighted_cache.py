"""A cache with a maximum weight that drops the least recently used values; not thread-safe."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class WeightedCache(Generic[K, V]):
    """A least-recently-used cache bounded by the sum of its values' weights."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._weight = 0
        self._entries: OrderedDict[K, tuple[V, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: K) -> V | None:
        """Return the value and mark it as the most recently used."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        self._entries.move_to_end(key)
        return entry[0]

    def put(self, key: K, value: V, weight: int) -> None:
        """Store a value. The newest always stays, however heavy."""
        self.drop(key)
        self._entries[key] = (value, weight)
        self._weight += weight
        while self._weight > self._capacity and len(self._entries) > 1:
            _, (_, dropped) = self._entries.popitem(last=False)
            self._weight -= dropped

    def drop(self, key: K) -> None:
        """Remove the value, if there is one."""
        entry = self._entries.pop(key, None)
        if entry is not None:
            self._weight -= entry[1]
