"""The links that agents have seen and not followed yet: a bounded table, one row per URL.

A URL that is seen on several pages is one row, which keeps the best of what is said about it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tidings.crawl.agents.link_signals import SIGNALS, LinkSignals

PARENTS = 4  # pages that a row remembers to have been seen on: the first ones, then the best
WORDS = 20  # hashed words that a row remembers

_FIRST_ROWS = 256
_KEPT_SHARE = 0.75  # of a full table


@dataclass(frozen=True, slots=True)
class PooledLink:
    """A link of the pool, as it is when it leaves it."""

    row: int
    url: str
    words: str
    estimate: float
    parents: tuple[int, ...]  # rows of the pages that it was seen on, the best first


class LinkPool:
    """Rows of links that may be followed."""

    def __init__(self, max_links: int) -> None:
        self.max_links = max_links
        self.dropped = 0
        self.rows: dict[str, int] = {}
        self.urls: list[str] = []
        self.texts: list[str] = []
        self.size = 0  # rows that were ever used; some of them are free
        self._free: list[int] = []
        self._allocate(_FIRST_ROWS)

    def _allocate(self, rows: int) -> None:
        self.live = np.zeros(rows, bool)
        self.estimates = np.zeros(rows, np.float32)
        self.signals = np.zeros((rows, SIGNALS), np.float32)
        self.parents = np.full((rows, PARENTS), -1, np.int32)
        self.seen_on = np.zeros(rows, np.float32)
        self.hosts = np.zeros(rows, np.int32)
        self.words = np.zeros((rows, WORDS), np.int32)

    def __len__(self) -> int:
        return len(self.rows)

    def add(self, url: str, text: str, host: int, signals: LinkSignals, parent: int | None) -> int:
        """Add a link, or what another page says about it, and return its row."""
        row = self.rows.get(url)
        if row is None:
            row = self._new_row(url, text, host)
            self.signals[row] = signals.values
        else:
            np.maximum(self.signals[row], signals.values, out=self.signals[row])
            if len(text) > len(self.texts[row]):
                self.texts[row] = text
        self._add_words(row, signals.words)
        self.seen_on[row] += 1.0
        if parent is not None:
            self._add_parent(row, parent)
        return row

    def _new_row(self, url: str, text: str, host: int) -> int:
        if self._free:
            row = self._free.pop()
            self.urls[row], self.texts[row] = url, text
        else:
            row = self.size
            self.size += 1
            if row >= len(self.live):
                self._double()
            self.urls.append(url)
            self.texts.append(text)
        self.rows[url] = row
        self.live[row] = True
        self.hosts[row] = host
        self.parents[row] = -1
        self.words[row] = 0
        self.seen_on[row] = 0.0
        return row

    def _double(self) -> None:
        for name in ("live", "estimates", "signals", "parents", "seen_on", "hosts", "words"):
            column = getattr(self, name)
            setattr(self, name, np.concatenate([column, np.zeros_like(column)]))

    def _add_words(self, row: int, words: Sequence[int]) -> None:
        known = self.words[row]
        filled = int(np.count_nonzero(known))
        if not filled:
            known[: len(words)] = words[:WORDS]
            return
        new = [word for word in words if word not in known][: WORDS - filled]
        known[filled : filled + len(new)] = new

    def _add_parent(self, row: int, parent: int) -> None:
        slots = self.parents[row]
        if parent in slots:
            return
        free = np.flatnonzero(slots < 0)
        slots[free[0] if len(free) else PARENTS - 1] = parent

    def live_rows(self) -> NDArray[np.int64]:
        """Return the rows that may be followed."""
        return np.flatnonzero(self.live[: self.size])

    def best(self, is_allowed: Callable[[str], bool], threshold: float) -> int | None:
        """Return the best row above the threshold whose URL is allowed; ties go by age."""
        for row in self._in_order():
            if self.estimates[row] <= threshold:
                return None
            if is_allowed(self.urls[row]):
                return row
        return None

    def _in_order(self) -> Iterator[int]:
        """Yield the live rows, the best first: a few hundred at once, since few are needed."""
        rows = self.live_rows()
        values = -self.estimates[rows]
        few = 64
        if len(rows) > 4 * few:
            first = np.argpartition(values, few)[:few]
            first = first[np.lexsort((rows[first], values[first]))]
            yield from rows[first].tolist()
            rest = np.ones(len(rows), bool)
            rest[first] = False
            rows, values = rows[rest], values[rest]
        yield from rows[np.lexsort((rows, values))].tolist()

    def taken(self, row: int) -> PooledLink:
        """Remove a row and return what it was."""
        parents = tuple(int(page) for page in self.parents[row] if page >= 0)
        link = PooledLink(row, self.urls[row], self.texts[row], float(self.estimates[row]), parents)
        self._remove(row)
        return link

    def discard(self, url: str) -> None:
        """Remove a URL if it is there."""
        row = self.rows.get(url)
        if row is not None:
            self._remove(row)

    def _remove(self, row: int) -> None:
        del self.rows[self.urls[row]]
        self.urls[row] = self.texts[row] = ""
        self.live[row] = False
        self._free.append(row)

    def trim(self) -> None:
        """Drop the worst links of a full table."""
        if len(self.rows) <= self.max_links:
            return
        kept = int(self.max_links * _KEPT_SHARE)
        rows = self.live_rows()
        order = np.lexsort((rows, -self.estimates[rows]))
        for row in rows[order[kept:]].tolist():
            self._remove(row)
            self.dropped += 1
