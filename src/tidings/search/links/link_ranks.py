"""The link ranks of pages, hosts and domains, in a file that any process may read.

As in the Penn engine, a rank is the logarithm (base 10) of a score that is .75 for a page without
links to it. So a rank means the same in every graph, and an unknown page has the rank of an
unlinked one.
"""

import math
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tidings.search.links.anchors import Anchors
from tidings.search.links.array_file import ArrayFileDamaged, read_array_file, write_array_file
from tidings.search.links.edges import AnchorTexts
from tidings.search.links.page_keys import Keys

Floats = NDArray[np.float32]
Counts = NDArray[np.uint32]

VERSION: Final = 1
UNLINKED: Final = math.log10(0.75)
_EACH: Final = 0.15  # added to each of the three ranks, which makes them positive
_FILE: Final = "ranks.sheaf"
_FRESH_SECONDS: Final = 1.0  # the least time between two checks whether the file has changed


@dataclass(frozen=True, slots=True, eq=False)
class RankColumn:
    """Log ranks by key."""

    keys: Keys  # sorted
    ranks: Floats

    def of(self, keys: ArrayLike) -> Floats:
        """Return the rank of each key; that of an unlinked page for an unknown key."""
        known, places = self.places(keys)
        ranks = np.full(len(known), UNLINKED, dtype=np.float32)
        ranks[known] = self.ranks[places]
        return ranks

    def places(self, keys: ArrayLike) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        """Return which of the keys are known, and the positions of those."""
        wanted = np.asarray(keys, dtype=np.uint64)
        if not len(self.keys):
            return np.zeros(len(wanted), dtype=bool), np.zeros(0, dtype=np.int64)
        places = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        known = self.keys[places] == wanted
        return known, places[known]

    def percentile(self, rank: float) -> float:
        """Return the percentage of keys with a lower rank."""
        return 100.0 * float(np.mean(self.ranks < rank)) if len(self.ranks) else 0.0


@dataclass(frozen=True, slots=True, eq=False)
class LinkRanks:
    """The ranks at one moment. Keys are those of `page_keys.py`."""

    at: datetime | None  # when they were computed; None if never
    page: RankColumn
    host: RankColumn
    domain: RankColumn
    linking_pages: Counts  # for every page, the number of pages that link to it
    linking_domains: Counts  # and the number of other domains
    anchors: Anchors

    @classmethod
    def none(cls) -> Self:
        """Return empty ranks: every page is unlinked."""
        keys, none = np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.uint32)
        empty = RankColumn(keys, np.zeros(0, dtype=np.float32))
        return cls(None, empty, empty, empty, none, none, Anchors(keys, AnchorTexts.of([])))

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Return the ranks in a folder; empty ones if the file is missing or unreadable."""
        try:
            file = read_array_file(folder / _FILE)
        except (FileNotFoundError, ArrayFileDamaged):
            return cls.none()
        if file.note.get("version") != VERSION:
            return cls.none()
        arrays = file.arrays
        page, host, domain = (
            RankColumn(arrays[f"{name}.keys"], arrays[f"{name}.ranks"]) for name in _COLUMNS
        )
        return cls(
            datetime.fromtimestamp(file.note["at"], UTC),
            page,
            host,
            domain,
            arrays["linking_pages"],
            arrays["linking_domains"],
            Anchors(arrays["anchors.keys"], AnchorTexts.from_arrays(arrays)),
        )

    def save(self, folder: Path, at: datetime) -> None:
        """Replace the ranks in a folder by these."""
        arrays: dict[str, NDArray[Any]] = {
            "linking_pages": self.linking_pages,
            "linking_domains": self.linking_domains,
            "anchors.keys": self.anchors.keys,
            **self.anchors.texts.arrays(),
        }
        for name, column in zip(_COLUMNS, (self.page, self.host, self.domain), strict=True):
            arrays |= {f"{name}.keys": column.keys, f"{name}.ranks": column.ranks}
        write_array_file(folder / _FILE, arrays, {"version": VERSION, "at": at.timestamp()})

    def pages(self, keys: ArrayLike) -> Floats:
        """Return the log rank of each page."""
        return self.page.of(keys)

    def hosts(self, keys: ArrayLike) -> Floats:
        """Return the log rank of each host."""
        return self.host.of(keys)

    def domains(self, keys: ArrayLike) -> Floats:
        """Return the log rank of each registered domain."""
        return self.domain.of(keys)

    def article(self, urls: ArrayLike, hosts: ArrayLike, domains: ArrayLike) -> Floats:
        """Return the sum of the three ranks of each article: .075 for an unlinked one."""
        ranks = self.pages(urls) + self.hosts(hosts) + self.domains(domains)
        return np.asarray(ranks + np.float32(3 * _EACH), dtype=np.float32)

    def evidence(self, urls: ArrayLike, hosts: ArrayLike, domains: ArrayLike) -> Floats:
        """Return the same on a scale from 0, for an unlinked article, towards 1."""
        above = self.article(urls, hosts, domains) - np.float32(3 * (_EACH + UNLINKED))
        return np.asarray(1.0 - 10.0**-above, dtype=np.float32)

    def linking(self, page: int) -> tuple[int, int]:
        """Return the number of pages that link to a page, and of other domains."""
        _, places = self.page.places([page])
        if not len(places):
            return 0, 0
        return int(self.linking_pages[places[0]]), int(self.linking_domains[places[0]])

    def anchors_of(self, page: int) -> str:
        """Return the texts of the links to an article as lines, the most frequent first."""
        return "\n".join(self.anchors.of(page))


_COLUMNS: Final = ("page", "host", "domain")


def ranks_age(folder: Path) -> float | None:
    """Return how many seconds ago the ranks of a folder were computed; None if there are none."""
    try:
        return max(0.0, time.time() - (folder / _FILE).stat().st_mtime)
    except OSError:
        return None


class LiveRanks:
    """The current ranks of a folder, read again when another process has replaced them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._checked_at = -math.inf
        self._stamp: tuple[int, int] | None = None
        self._ranks = LinkRanks.none()

    def now(self) -> LinkRanks:
        """Return the newest ranks."""
        moment = time.monotonic()
        if moment - self._checked_at >= _FRESH_SECONDS:
            self._checked_at = moment
            stamp = self._stamp_now()
            if stamp != self._stamp:
                self._ranks, self._stamp = LinkRanks.load(self._folder), stamp
        return self._ranks

    def _stamp_now(self) -> tuple[int, int] | None:
        try:
            status = (self._folder / _FILE).stat()
        except OSError:
            return None
        return status.st_ino, status.st_mtime_ns
