"""A shelf that holds so much weight: the least recently used things fall off; not thread-safe."""

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
        self._things: OrderedDict[K, tuple[V, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._things)

    def get(self, key: K) -> V | None:
        """Return what lies there, which makes it the most recently used."""
        thing = self._things.get(key)
        if thing is None:
            return None
        self._things.move_to_end(key)
        return thing[0]

    def put(self, key: K, value: V, weight: int) -> None:
        """Lay a value there; the newest always stays, however heavy."""
        self.drop(key)
        self._things[key] = (value, weight)
        self._weight += weight
        while self._weight > self._capacity and len(self._things) > 1:
            _, (_, lost) = self._things.popitem(last=False)
            self._weight -= lost

    def drop(self, key: K) -> None:
        """Take away what lies there, if anything."""
        thing = self._things.pop(key, None)
        if thing is not None:
            self._weight -= thing[1]
