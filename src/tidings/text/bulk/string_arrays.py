"""Many short texts as two arrays, their starts and their bytes; copied without a Python loop."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


def expanded_ranges(starts: Ints, lengths: Ints) -> Ints:
    """Return start, start + 1, … for each range, concatenated: an index for gathering."""
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    return np.repeat(starts - (ends - lengths), lengths) + np.arange(total)


def starts_of(lengths: Ints) -> Ints:
    """Return where items of these lengths begin when concatenated, and the end of the last."""
    starts = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=starts[1:])
    return starts


@dataclass(frozen=True, slots=True, eq=False)
class StringArray:
    """The texts; `starts` has one entry more than there are texts."""

    starts: Ints
    letters: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.starts) - 1

    def at(self, place: int) -> str:
        """Return one text."""
        return bytes(self.letters[self.starts[place] : self.starts[place + 1]]).decode()

    def texts(self, places: Ints) -> list[str]:
        """Return the texts at some places."""
        letters = self.letters
        bounds = zip(self.starts.take(places).tolist(), self.starts.take(places + 1).tolist(),
                     strict=True)  # fmt: skip
        return [letters[start:end].tobytes().decode() for start, end in bounds]

    def take(self, places: Ints) -> "StringArray":
        """Return the texts at some places as arrays."""
        starts = self.starts[places]
        lengths = self.starts[places + 1] - starts
        return StringArray(starts_of(lengths), self.letters[expanded_ranges(starts, lengths)])


def string_array(texts: Iterable[str]) -> StringArray:
    """Return texts as arrays."""
    kept = list(texts)
    whole = "".join(kept)
    parts = kept if whole.isascii() else [text.encode() for text in kept]
    lengths = np.fromiter(map(len, parts), np.int64, len(parts))
    return StringArray(starts_of(lengths), np.frombuffer(whole.encode(), np.uint8))


def joined_arrays(parts: Sequence[StringArray]) -> StringArray:
    """Return the texts of all parts, one part after the other."""
    lengths = [np.diff(part.starts) for part in parts]
    letters = [part.letters for part in parts]
    return StringArray(starts_of(np.concatenate(lengths)), np.concatenate(letters))
