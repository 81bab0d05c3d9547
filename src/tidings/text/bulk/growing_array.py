"""An array that grows at its end, at little cost however often; numpy's own copy all there is."""

from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

_Kind = TypeVar("_Kind", bound=np.generic)
_SMALLEST = 1 << 12


class GrowingArray(Generic[_Kind]):
    """Values in a row, with room for more."""

    def __init__(self, kind: type[_Kind]) -> None:
        self._room = np.zeros(_SMALLEST, kind)
        self.count = 0  # may be set back, to forget the last ones

    @property
    def values(self) -> NDArray[_Kind]:
        """Those there are; what is appended later is not seen in it."""
        return self._room[: self.count]

    def append(self, values: NDArray[_Kind]) -> int:
        """Add values; return where they begin."""
        begin, self.count = self.count, self.count + len(values)
        if self.count > len(self._room):
            larger = np.zeros(2 * self.count, self._room.dtype)
            larger[:begin] = self._room[:begin]
            self._room = larger
        self._room[begin : self.count] = values
        return begin
