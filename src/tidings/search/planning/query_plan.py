"""The plan of a search: the tantivy queries of a parsed query. It does not run them."""

import tantivy

from tidings.model.search.results import QueryNote, QueryNoteKind
from tidings.search.planning.filter_queries import INDEXED
from tidings.search.planning.tantivy_queries import TantivyQueries
from tidings.search.planning.term_lookup import TermLookup
from tidings.search.planning.tree_queries import TreeQueries
from tidings.search.query.parse import ParsedQuery
from tidings.search.query.tree import names_in
from tidings.settings.tree import SearchSettings


class QueryPlan(TreeQueries[tantivy.Query]):
    """Builds the tantivy queries for one index, as of one commit."""

    def __init__(self, lookup: TermLookup, settings: SearchSettings) -> None:
        boosts = {"title": settings.title_boost, "lead": settings.lead_boost}
        super().__init__(TantivyQueries(lookup), boosts)
        self._lookup = lookup

    def notes(self, parsed: ParsedQuery) -> tuple[QueryNote, ...]:
        """Return notes on fields that have no value in any article of this index."""
        nodes = [*parsed.filters, *([] if parsed.tree is None else [parsed.tree])]
        used = dict.fromkeys(name for node in nodes for name in names_in(node))
        indexed = [name for name in used if name in INDEXED]
        unknown = [name for name in indexed if not self._lookup.has_any(INDEXED[name])]
        return tuple(
            QueryNote(0, 0, f"No article has a value for “{name}:” yet.", QueryNoteKind.UNDERSTOOD)
            for name in unknown
        )
