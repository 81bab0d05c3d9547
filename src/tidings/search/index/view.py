"""The index as it was at one commit: tantivy's side and the forward index, in step."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import tantivy

from tidings.search.index.forward import ForwardView
from tidings.search.index.schema import schema
from tidings.search.index.trouble import trouble_in


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """Stays the same while it is held, whatever is added, merged or swapped in; for any thread.

    Every article that the searcher finds has its row in the forward index, under its seq.
    """

    folder: Path  # of the generation
    searcher: tantivy.Searcher
    forward: ForwardView
    languages: tuple[str, ...]  # of the entries, the most frequent first

    def count(self) -> int:
        """Return how many entries there are."""
        return int(self.searcher.num_docs)

    def last_seq(self) -> int:
        """Return the highest seq that both sides have seen, or 0."""
        with trouble_in(self.folder):
            newest = self.searcher.search(
                tantivy.Query.all_query(), limit=1, count=False, order_by_field="seq"
            )
        return min(int(newest.hits[0][0]), self.forward.last_seq) if newest.hits else 0

    def holds(self, id_: str) -> bool:
        """Tell whether there is an entry with this id."""
        wanted = tantivy.Query.term_query(schema(), "id", id_)
        with trouble_in(self.folder):
            return bool(self.searcher.search(wanted, limit=1, count=False).hits)

    def ids(self) -> Iterator[str]:
        """Return the ids of all entries, sorted."""
        # Without a filter the dictionary still has the ids of what was removed.
        everything = tantivy.Query.all_query()
        with trouble_in(self.folder):
            return iter([id_ for id_, _ in self.searcher.terms_with_prefix("id", "", everything)])
