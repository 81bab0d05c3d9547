"""The index at one commit: a tantivy searcher and the matching forward index."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import tantivy

from tidings.search.entries.schema import schema
from tidings.search.forward_index.forward_view import ForwardView
from tidings.search.index.errors import translated_errors

_MOST = (1 << 63) - 1  # SQLite has no larger numbers


def newest_seq(searcher: tantivy.Searcher, expected: int = 0) -> int:
    """Return the highest seq among all entries, or 0.

    Searching all entries takes some milliseconds per hundred thousand. If the highest seq is at
    least `expected`, only the entries from there on are searched.
    """
    recent = tantivy.Query.range_query(schema(), "seq", tantivy.FieldType.Unsigned, expected, _MOST)
    for among in (recent, tantivy.Query.all_query()):
        newest = searcher.search(among, limit=1, count=False, order_by_field="seq")
        if newest.hits:
            return int(newest.hits[0][0])
    return 0


@dataclass(frozen=True, slots=True, eq=False)
class IndexView:
    """An immutable view: later additions, merges and generations do not change it. Thread-safe.

    Every article that the searcher finds has a row in the forward index, under its seq.
    """

    folder: Path  # of the generation
    searcher: tantivy.Searcher
    forward: ForwardView
    languages: tuple[str, ...]  # of the entries, the most frequent first
    # The last change that both indexes have taken in. Between the two halves of a commit, the
    # forward index is ahead of tantivy.
    last_seq: int = 0
    dates_all: bool = False  # of an older version, in which undated articles have a date

    def count(self) -> int:
        """Return the number of entries."""
        return int(self.searcher.num_docs)

    def holds(self, id_: str) -> bool:
        """Return whether there is an entry with this id."""
        wanted = tantivy.Query.term_query(schema(), "id", id_)
        with translated_errors(self.folder):
            return bool(self.searcher.search(wanted, limit=1, count=False).hits)

    def ids(self) -> Iterator[str]:
        """Return the ids of all entries, sorted."""
        # Without a filter, the dictionary would include ids of removed entries.
        everything = tantivy.Query.all_query()
        with translated_errors(self.folder):
            return iter([id_ for id_, _ in self.searcher.terms_with_prefix("id", "", everything)])
