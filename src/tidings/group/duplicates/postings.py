"""Postings: which articles have a key, as hash chains in flat arrays; newest first, never on disk.

A dict of lists would take a hundred bytes per posting; these take twelve and a slot in the table of
chains. They are built with numpy and followed in Python: most chains have one link or none.
"""

import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.uint32]
Owners = NDArray[np.int32]

_MAX_STEPS = 16  # along a chain: a key with more articles is boilerplate
_FACTOR = np.uint32(0x9E3779B1)  # Fibonacci hashing: keys are multiples of powers of two
_NONE = -1
_MIN_ROOM = 1024


class Postings:
    """Keys of articles, in an index that grows."""

    def __init__(self, keys: Keys, owners: Owners) -> None:
        self._count = len(keys)
        self._lay_out(keys, owners, len(keys) + len(keys) // 2)

    @property
    def nbytes(self) -> int:
        """Memory taken."""
        arrays = (self._keys, self._owners, self._next, self._heads)
        return sum(array.nbytes for array in arrays)

    def add(self, owner: int, keys: Keys) -> None:
        """Add the keys of an article."""
        if self._count + len(keys) > len(self._keys):
            self._lay_out(self._keys, self._owners, 2 * len(self._keys) + len(keys))
        place = self._count
        for key, chain in zip(keys.tolist(), self._chains(keys), strict=True):
            self._keys[place], self._owners[place] = key, owner
            self._next[place], self._heads[chain] = self._heads[chain], place
            place += 1
        self._count = place

    def remove(self, owner: int, keys: Keys) -> None:
        """Remove an article from its chains; its space is reclaimed at the next layout."""
        for chain in self._chains(keys):
            before, place = _NONE, self._heads[chain]
            while place >= 0 and self._owners[place] != owner:
                before, place = place, self._next[place]
            if place >= 0 and before >= 0:
                self._next[before] = self._next[place]
            elif place >= 0:
                self._heads[chain] = self._next[place]

    def add_hits(self, keys: Keys, weight: int, into: dict[int, int]) -> None:
        """Add the weight to `into` for every article and each of the keys that it has."""
        heads, links, posting_keys, owners = self._heads, self._next, self._keys, self._owners
        for key, chain in zip(keys.tolist(), self._chains(keys), strict=True):
            place, steps = heads[chain], _MAX_STEPS
            while place >= 0 and steps:
                if posting_keys[place] == key:
                    owner = owners[place]
                    into[owner] = into.get(owner, 0) + weight
                place = links[place]
                steps -= 1

    def _chains(self, keys: Keys) -> list[int]:
        chains: list[int] = ((keys * _FACTOR) >> self._shift).tolist()
        return chains

    def _lay_out(self, keys: Keys | memoryview, owners: Owners | memoryview, room: int) -> None:
        """Rebuild all chains, with room for as many postings."""
        room, count = max(room, _MIN_ROOM), self._count
        bits = (room - 1).bit_length()
        self._shift = np.uint32(32 - bits)
        heads = np.full(1 << bits, _NONE, np.int32)
        links = np.full(room, _NONE, np.int32)
        new_keys, new_owners = np.zeros(room, np.uint32), np.zeros(room, np.int32)
        new_keys[:count], new_owners[:count] = keys[:count], owners[:count]
        chains = (new_keys[:count] * _FACTOR) >> self._shift
        order = np.argsort(chains, kind="stable").astype(np.int32)
        ordered = chains[order]
        follows = np.flatnonzero(ordered[1:] == ordered[:-1]) + 1
        links[order[follows]] = order[follows - 1]
        heads[ordered] = order  # of several, the last assignment stays: the newest
        self._heads, self._next = heads.data, links.data
        self._keys, self._owners = new_keys.data, new_owners.data
