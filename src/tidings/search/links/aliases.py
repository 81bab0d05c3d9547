"""Aliases of pages, as keys: redirects and duplicate URLs that stand for other URLs."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self

import numpy as np

from tidings.search.links.page_keys import Keys

_HOPS: Final = 4  # a redirect to a duplicate of a canonical page is two; a circle must end


@dataclass(frozen=True, slots=True, eq=False)
class KeyAliases:
    """Keys and the keys that they stand for, sorted by key."""

    keys: Keys
    targets: Keys

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, int]]) -> Self:
        """Return aliases from pairs (key, key that it stands for)."""
        table = np.array(list(pairs), dtype=np.uint64).reshape(-1, 2)
        table = table[np.argsort(table[:, 0], kind="stable")]
        return cls(np.ascontiguousarray(table[:, 0]), np.ascontiguousarray(table[:, 1]))

    def resolved(self, keys: Keys) -> Keys:
        """Return the keys that these keys stand for; without an alias, the key itself."""
        if not len(self.keys):
            return keys
        for _ in range(_HOPS):
            places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
            keys = np.where(self.keys[places] == keys, self.targets[places], keys)
        return keys
