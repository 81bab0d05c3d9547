"""Postings: which articles have a key, as chains through flat arrays; newest first, never on disk.

A Python dict of lists would take a hundred bytes per posting; these take twelve and a place in the
table of chains. All keys of an article are looked up in one sweep.
"""

import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.uint32]
Owners = NDArray[np.int32]

_STEPS = 32  # along a chain: what a key has beyond its newest articles is boilerplate
_FACTOR = np.uint32(0x9E3779B1)  # Fibonacci hashing: keys are multiples of powers of two
_NONE = -1


class Postings:
    """Keys of articles, in an index that grows."""

    def __init__(self, keys: Keys | None = None, owners: Owners | None = None) -> None:
        keys = np.empty(0, np.uint32) if keys is None else keys
        owners = np.empty(0, np.int32) if owners is None else owners
        self._count = len(keys)
        room = max(1024, len(keys) + len(keys) // 2)
        self._keys = np.resize(keys, room) if len(keys) else np.zeros(room, np.uint32)
        self._owners = np.resize(owners, room) if len(keys) else np.zeros(room, np.int32)
        self._next = np.full(room, _NONE, np.int32)
        self._link()

    @property
    def nbytes(self) -> int:
        """Memory taken."""
        return sum(a.nbytes for a in (self._keys, self._owners, self._next, self._heads))

    def add(self, owner: int, keys: Keys) -> None:
        """Add the keys of an article; of two that meet in one chain only one is kept."""
        if self._count + len(keys) > len(self._keys):
            self._grow()
        chains, firsts = np.unique(self._chains(keys), return_index=True)
        places = np.arange(self._count, self._count + len(chains), dtype=np.int32)
        self._keys[places] = keys[firsts]
        self._owners[places] = owner
        self._next[places] = self._heads[chains]
        self._heads[chains] = places
        self._count += len(places)

    def find(self, keys: Keys) -> tuple[NDArray[np.intp], Owners]:
        """Return pairs (which of the keys, an article that has it)."""
        asked = np.arange(len(keys))
        places = self._heads[self._chains(keys)]
        found, owners = [], []
        for _ in range(_STEPS):
            alive = places >= 0
            asked, places = asked[alive], places[alive]
            if not len(places):
                break
            same = self._keys[places] == keys[asked]
            found.append(asked[same])
            owners.append(self._owners[places[same]])
            places = self._next[places]
        if not found:
            return np.empty(0, np.intp), np.empty(0, np.int32)
        return np.concatenate(found), np.concatenate(owners)

    def _chains(self, keys: Keys) -> NDArray[np.intp]:
        return ((keys * _FACTOR) >> self._shift).astype(np.intp)

    def _grow(self) -> None:
        room = 2 * len(self._keys)
        self._keys = np.resize(self._keys, room)
        self._owners = np.resize(self._owners, room)
        self._next = np.full(room, _NONE, np.int32)
        self._link()

    def _link(self) -> None:
        """Chain all postings anew, in a table as large as there is room for postings."""
        bits = max(10, (len(self._keys) - 1).bit_length())
        self._shift = np.uint32(32 - bits)
        self._heads = np.full(1 << bits, _NONE, np.int32)
        chains = self._chains(self._keys[: self._count])
        order = np.argsort(chains, kind="stable").astype(np.int32)
        ordered = chains[order]
        follows = np.flatnonzero(ordered[1:] == ordered[:-1]) + 1
        self._next[order[follows]] = order[follows - 1]
        self._heads[ordered] = order  # of many, the last one stays: the newest
