"""Aliases: addresses that stand for others, redirects and twins, as keys."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self

import numpy as np

from tidings.search.links.page_keys import Keys

_HOPS: Final = 4  # a redirect to a twin of a canonical page is two; a circle must end somewhere


@dataclass(frozen=True, slots=True, eq=False)
class KeyAliases:
    """Keys and what they stand for, in the order of the keys."""

    keys: Keys
    meant: Keys

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, int]]) -> Self:
        """Return aliases from (key, key that it stands for)."""
        table = np.array(list(pairs), dtype=np.uint64).reshape(-1, 2)
        table = table[np.argsort(table[:, 0], kind="stable")]
        return cls(np.ascontiguousarray(table[:, 0]), np.ascontiguousarray(table[:, 1]))

    def resolved(self, keys: Keys) -> Keys:
        """Return what the keys stand for: themselves, if nothing else is known."""
        if not len(self.keys):
            return keys
        for _ in range(_HOPS):
            places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
            keys = np.where(self.keys[places] == keys, self.meant[places], keys)
        return keys
