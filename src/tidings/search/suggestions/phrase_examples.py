"""Articles that show how a phrase is written."""

from collections.abc import Sequence

import tantivy
from tantivy import Occur

from tidings.search.entries.schema import schema
from tidings.search.index.index_view import IndexView


def newest_with_phrase(view: IndexView, terms: Sequence[str], limit: int) -> list[str]:
    """Return the ids of the newest articles with the terms in a row, in the title or the body."""
    phrases = [
        tantivy.Query.phrase_query(schema(), name, list(terms))
        if len(terms) > 1
        else tantivy.Query.term_query(schema(), name, terms[0])
        for name in ("title", "body")
    ]
    found = tantivy.Query.boolean_query([(Occur.Should, phrase) for phrase in phrases])
    hits = view.searcher.search(found, limit=limit, order_by_field="newest").hits
    return [str(view.searcher.doc(address)["id"][0]) for _, address in hits]
