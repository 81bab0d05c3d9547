"""Many short texts as two arrays, where each begins and all their bytes; no Python loop copies."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


def expanded_ranges(starts: Ints, lengths: Ints) -> Ints:
    """Return start, start + 1, …, one by one for each length, in a row: an index for gathering."""
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    return np.repeat(starts - (ends - lengths), lengths) + np.arange(total)


def starts_of(lengths: Ints) -> Ints:
    """Return where things of these lengths begin when they stand in a row, and where they end."""
    starts = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=starts[1:])
    return starts


@dataclass(frozen=True, slots=True, eq=False)
class StringArray:
    """The texts; `starts` has one more than there are."""

    starts: Ints
    letters: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.starts) - 1

    def at(self, place: int) -> str:
        """Return one of them."""
        return bytes(self.letters[self.starts[place] : self.starts[place + 1]]).decode()

    def texts(self, places: Ints) -> list[str]:
        """Return some of them."""
        letters = self.letters
        bounds = zip(self.starts.take(places).tolist(), self.starts.take(places + 1).tolist(),
                     strict=True)  # fmt: skip
        return [letters[start:end].tobytes().decode() for start, end in bounds]

    def take(self, places: Ints) -> "StringArray":
        """Return those at the places."""
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
