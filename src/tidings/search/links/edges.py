"""Pages and their links as compact arrays, for millions of links; a batch or the whole graph."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from tidings.search.links.page_keys import Keys, PageKeys
from tidings.search.links.page_links import PageLinks

Rows = NDArray[np.uint32]
_COLUMNS = ("page", "host", "domain")


@dataclass(frozen=True, slots=True, eq=False)
class PageKeyColumns:
    """The keys of pages, of their hosts and of their domains."""

    page: Keys
    host: Keys
    domain: Keys

    @classmethod
    def of(cls, pages: Iterable[PageKeys]) -> Self:
        """Return the keys of pages as columns."""
        table = np.array(list(pages), dtype=np.uint64).reshape(-1, 3)
        return cls(*(np.ascontiguousarray(table[:, column]) for column in range(3)))

    def take(self, rows: NDArray[Any]) -> "PageKeyColumns":
        """Return the keys of some of the pages."""
        return PageKeyColumns(self.page[rows], self.host[rows], self.domain[rows])


@dataclass(frozen=True, slots=True, eq=False)
class AnchorTexts:
    """Distinct texts, identified by a hash, stored as one run of bytes."""

    keys: Keys
    ends: NDArray[np.int64]
    content: NDArray[np.uint8]

    @classmethod
    def of(cls, texts: Sequence[str]) -> Self:
        """Return texts as arrays."""
        encoded = [text.encode("utf-8", "replace") for text in texts]
        keys = [int.from_bytes(blake2b(text, digest_size=8).digest(), "big") for text in encoded]
        ends = np.cumsum([len(text) for text in encoded], dtype=np.int64)
        content = np.frombuffer(b"".join(encoded), dtype=np.uint8)
        return cls(np.array(keys, dtype=np.uint64), ends, content)

    def take(self, rows: NDArray[Any]) -> "AnchorTexts":
        """Return some of the texts."""
        sizes = np.diff(self.ends, prepend=0)[rows]
        ends = np.cumsum(sizes, dtype=np.int64)
        gaps = np.repeat(self.ends[rows] - ends, sizes)
        return AnchorTexts(self.keys[rows], ends, self.content[np.arange(len(gaps)) + gaps])

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays by their names in the file."""
        return {"texts.keys": self.keys, "texts.ends": self.ends, "texts.content": self.content}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """Return the object that `arrays` was called on."""
        return cls(arrays["texts.keys"], arrays["texts.ends"], arrays["texts.content"])

    def text(self, row: int) -> str:
        """Return one of the texts."""
        start = self.ends[row - 1] if row else 0
        return self.content[start : self.ends[row]].tobytes().decode("utf-8", "replace")


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """Pages, each once, and their links, in the order of the pages."""

    pages: PageKeyColumns
    counts: Rows  # the number of links of each page
    targets: PageKeyColumns  # each once
    target: Rows  # for every link, a row of targets
    texts: AnchorTexts  # each once; the first is empty
    text: Rows  # for every link, a row of texts

    @classmethod
    def of(cls, pages: Iterable[PageLinks]) -> Self:
        """Return pages as edges; of several copies of a page, the last counts."""
        newest = {page.keys: page for page in pages}
        targets: dict[PageKeys, int] = {}
        texts: dict[str, int] = {"": 0}
        links = [link for page in newest.values() for link in page.targets]
        return cls(
            counts=np.array([len(page.targets) for page in newest.values()], dtype=np.uint32),
            target=_numbered((keys for keys, _ in links), targets),
            text=_numbered((text for _, text in links), texts),
            pages=PageKeyColumns.of(newest),
            targets=PageKeyColumns.of(targets),
            texts=AnchorTexts.of(list(texts)),
        )

    @property
    def source(self) -> Rows:
        """For every link, the row of the page it is on."""
        return np.repeat(np.arange(len(self.counts), dtype=np.uint32), self.counts)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays by their names in the file."""
        arrays: dict[str, NDArray[Any]] = {}
        for name in _COLUMNS:
            arrays[f"pages.{name}"] = getattr(self.pages, name)
            arrays[f"targets.{name}"] = getattr(self.targets, name)
        arrays |= self.texts.arrays()
        return arrays | {"counts": self.counts, "target": self.target, "text": self.text}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """Return the object that `arrays` was called on."""
        return cls(
            pages=PageKeyColumns(*(arrays[f"pages.{name}"] for name in _COLUMNS)),
            counts=arrays["counts"],
            targets=PageKeyColumns(*(arrays[f"targets.{name}"] for name in _COLUMNS)),
            target=arrays["target"],
            texts=AnchorTexts.from_arrays(arrays),
            text=arrays["text"],
        )


def _numbered(things: Iterable[Any], numbers: dict[Any, int]) -> Rows:
    """Return a number for each thing, the same for equal ones; new ones join the dictionary."""
    return np.array([numbers.setdefault(thing, len(numbers)) for thing in things], dtype=np.uint32)
