"""The chunks of many texts (the pieces between white space), and their letters as numbers.

They are found in arrays: a Python loop over the words of an article takes longer than everything
else that indexing does with them.
"""

import re
import string
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tidings.text.bulk.string_arrays import Ints

MachineWords = list[NDArray[np.uint64]]  # eight letters each, the first letters in the first array

# White space outside ASCII as `str.split` defines it; it is replaced by a space.
_space = re.compile("[\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")
_WORD = 8  # bytes
_END = b"\xff"  # follows every text; never occurs in UTF-8
_AROUND_ROUNDS = 2  # punctuation marks removed at each end; any more stay
_PADDING = bytes(4 * _WORD)  # allows reading past the last letter


def _table(letters: Sequence[int]) -> NDArray[np.bool_]:
    table = np.zeros(256, np.bool_)
    table[list(letters)] = True
    return table


_IS_SPACE = _table([*range(9, 14), *range(28, 33), *_END])
_IS_AROUND = _table(list(string.punctuation.encode()))
_IS_CAPITAL = _table(list(string.ascii_uppercase.encode()))
_MASKS = np.array([(1 << 8 * size) - 1 for size in range(_WORD + 1)], np.uint64)


@dataclass(frozen=True, slots=True, eq=False)
class Chunks:
    """Chunks without most of the ASCII punctuation around them; some are only punctuation."""

    letters: bytes
    starts: Ints
    ends: Ints
    text_starts: Ints  # the first chunk of each text, and the end of the last

    def texts_at(self, places: Ints) -> list[str]:
        """Return the chunks at some places as strings."""
        bounds = zip(self.starts[places].tolist(), self.ends[places].tolist(), strict=True)
        return [self.letters[start:end].decode() for start, end in bounds]

    def are_capital(self, places: Ints) -> NDArray[np.bool_]:
        """Return which of the chunks at some places begin with an ASCII capital."""
        letters = np.frombuffer(self.letters, np.uint8)
        return _IS_CAPITAL.take(letters.take(self.starts[places]))

    def machine_words(self, places: Ints, width: int) -> MachineWords:
        """Return chunks as numbers; each must be shorter than the letters of `width` words.

        The last byte of the last word is the length: different chunks have different numbers,
        and none is all zeros.
        """
        # A view of eight letters from every position on.
        eights = np.ndarray(
            (len(self.letters) - _WORD + 1,), np.dtype("<u8"), self.letters, strides=(1,)
        )
        starts = self.starts[places]
        lengths = self.ends[places] - starts
        words = [
            eights[starts + at] & _MASKS.take(lengths - at, mode="clip")
            for at in range(0, width * _WORD, _WORD)
        ]
        words[-1] |= (lengths + 1).astype(np.uint64) << np.uint64(56)
        return words


def chunks_of(texts: Sequence[str]) -> Chunks:
    """Return the chunks of several texts."""
    plain = [text if text.isascii() else _space.sub(" ", text) for text in texts]
    letters = b"".join([_END, *[part for text in plain for part in (text.encode(), _END)]])
    array = np.frombuffer(letters, np.uint8)
    is_space = _IS_SPACE.take(array)
    edges = np.flatnonzero(is_space[1:] != is_space[:-1]) + 1
    starts, ends = edges[::2].copy(), edges[1::2].copy()
    begins = np.searchsorted(starts, np.flatnonzero(array == _END[0]))
    for _ in range(_AROUND_ROUNDS):
        ends -= _IS_AROUND.take(array.take(ends - 1)) & (ends > starts)
        starts += _IS_AROUND.take(array.take(starts)) & (ends > starts)
    return Chunks(letters + _PADDING, starts, ends, begins)
