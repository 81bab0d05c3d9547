"""An array that grows at its end at little cost; numpy's own append copies the whole array."""

from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

_Kind = TypeVar("_Kind", bound=np.generic)
_SMALLEST = 1 << 12


class GrowingArray(Generic[_Kind]):
    """Values with spare room for more."""

    def __init__(self, kind: type[_Kind]) -> None:
        self._room = np.zeros(_SMALLEST, kind)
        self.count = 0  # may be lowered, to drop the last values

    @property
    def values(self) -> NDArray[_Kind]:
        """The current values; later additions do not show in it."""
        return self._room[: self.count]

    def append(self, values: NDArray[_Kind]) -> int:
        """Add values and return where they begin."""
        begin, self.count = self.count, self.count + len(values)
        if self.count > len(self._room):
            larger = np.zeros(2 * self.count, self._room.dtype)
            larger[:begin] = self._room[:begin]
            self._room = larger
        self._room[begin : self.count] = values
        return begin
