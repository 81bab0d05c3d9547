"""The links that agents have seen and not followed yet: a bounded table, one row per URL.

A URL that is seen on several pages is one row, which keeps the best of what is said about it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tidings.crawl.agents.link_signals import NEAR_WORDS, SIGNALS, WORDS, LinkSignals
from tidings.crawl.agents.visit_record import Floats

PARENTS = 4  # pages that a row remembers to have been seen on: the first ones, and the last

_FIRST_ROWS = 256
_KEPT_SHARE = 0.75  # of a full table


_COLUMNS = (
    "live", "estimates", "signals", "parents", "seen_on", "relevance", "hosts", "words", "near",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class NewLink:
    """A link as it is added."""

    url: str
    text: str
    host: int  # its row in the record
    signals: LinkSignals


@dataclass(frozen=True, slots=True)
class PooledLink:
    """A link of the pool, as it is when it leaves it."""

    row: int
    url: str
    text: str
    estimate: float
    parents: tuple[int, ...]  # rows of pages that it was seen on
    words: tuple[int, ...]  # hashed
    features: Floats  # as they were when it was followed


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
        self.seen_on = np.zeros(rows, np.float32)  # pages with it
        self.relevance = np.zeros(rows, np.float32)  # of those pages together
        self.hosts = np.zeros(rows, np.int32)
        self.words = np.zeros((rows, WORDS), np.int32)
        self.near = np.zeros((rows, NEAR_WORDS), np.int32)

    def __len__(self) -> int:
        return len(self.rows)

    def add(self, links: Sequence[NewLink], parent: int, relevance: float) -> NDArray[np.int64]:
        """Add the links of a page, or what it says of those that are known; return their rows."""
        rows = np.empty(len(links), np.int64)
        for place, link in enumerate(links):
            row = self.rows.get(link.url)
            rows[place] = self._new_row(link) if row is None else row
            if row is not None and len(link.text) > len(self.texts[row]):
                self.texts[row] = link.text
            self._set_words(int(rows[place]), link.signals, is_new=row is None)
        if len(links):
            values = np.array([link.signals.values for link in links], np.float32)
            self.signals[rows] = np.maximum(self.signals[rows], values)
            self.seen_on[rows] += 1.0
            self.relevance[rows] += relevance
            self._set_parents(rows, parent)
        return rows

    def _new_row(self, link: NewLink) -> int:
        if self._free:
            row = self._free.pop()
            self.urls[row], self.texts[row] = link.url, link.text
        else:
            row = self.size
            self.size += 1
            if row >= len(self.live):
                self._double()
            self.urls.append(link.url)
            self.texts.append(link.text)
        self.rows[link.url] = row
        self.live[row] = True
        self.hosts[row] = link.host
        self.parents[row] = -1
        self.seen_on[row] = self.relevance[row] = 0.0
        self.signals[row] = self.words[row] = self.near[row] = 0
        return row

    def _double(self) -> None:
        for name in _COLUMNS:
            column = getattr(self, name)
            setattr(self, name, np.concatenate([column, np.zeros_like(column)]))

    def _set_words(self, row: int, signals: LinkSignals, *, is_new: bool) -> None:
        """Remember the words of the link's longest text, and those around it."""
        words, near = signals.words, signals.near
        if words and (is_new or len(words) > np.count_nonzero(self.words[row])):
            self.words[row, : len(words)] = words
        if near and (is_new or len(near) > np.count_nonzero(self.near[row])):
            self.near[row, : len(near)] = near

    def _set_parents(self, rows: NDArray[np.int64], parent: int) -> None:
        """Remember the first pages that a link stands on, and the last."""
        filled = np.minimum((self.parents[rows] >= 0).sum(axis=1), PARENTS - 1)
        self.parents[rows, filled] = parent

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

    def taken(self, row: int, features: Floats) -> PooledLink:
        """Remove a row and return what it was."""
        link = PooledLink(
            row=row,
            url=self.urls[row],
            text=self.texts[row],
            estimate=float(self.estimates[row]),
            parents=tuple(int(page) for page in self.parents[row] if page >= 0),
            words=tuple(int(word) for word in self.words[row] if word),
            features=features,
        )
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
