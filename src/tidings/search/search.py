"""Asking the index: one query in, one page of matches out. Titles and snippets come later."""

from typing import Any

import tantivy

from tidings.model.search import Match, Matches, Query, Sort
from tidings.search.index.files import Index
from tidings.search.index.trouble import trouble_in
from tidings.search.query.lookup import Lookup
from tidings.search.query.parse import limited, parse
from tidings.search.query.plan import Plan
from tidings.search.query.tree import has_words
from tidings.search.query.values import wanted_languages

_SPARE = 16  # matches fetched beyond the page, to see whether equal scores go on

_Hits = list[tuple[float, tantivy.DocAddress]]


def search(index: Index, query: Query) -> Matches:
    """Return the wanted page of matches and how many there are in all.

    All the words are wanted; only if nothing has them all, any of them will do. A query without
    words is for everything, the newest first.
    """
    searcher = index.searcher
    parsed = limited(parse(query.text), query)
    if parsed.is_empty and query.text.strip():
        return Matches(0, ())
    by_date = query.sort is Sort.DATE or not has_words(parsed.tree)
    lookup = Lookup(searcher, wanted_languages(parsed.filters, index.languages()))
    plan = Plan(lookup, index.settings)
    found = _page(index, searcher, plan.strict(parsed), query, by_date=by_date)
    loose = None if found.total else plan.loose(parsed)
    return found if loose is None else _page(index, searcher, loose, query, by_date=by_date)


def _page(
    index: Index, searcher: tantivy.Searcher, found: tantivy.Query, query: Query, *, by_date: bool
) -> Matches:
    offset = max(query.offset, 0)
    with trouble_in(index.folder):
        if query.limit <= 0 or offset >= searcher.num_docs:
            return Matches(_run(searcher, found, 1)[0], ())
        # tantivy allocates what it is asked for, and aborts the process when it cannot.
        last = min(offset + query.limit, searcher.num_docs)
        total, hits = (_newest if by_date else _best)(searcher, found, last)
        return Matches(total, tuple(_match(searcher, hit) for hit in hits[offset:last]))


def _newest(searcher: tantivy.Searcher, found: tantivy.Query, last: int) -> tuple[int, _Hits]:
    """The total and the first hits by date; scores are 0."""
    total, hits = _run(searcher, found, last, order_by_field="newest")
    return total, [(0.0, address) for _, address in hits]


def _best(searcher: tantivy.Searcher, found: tantivy.Query, last: int) -> tuple[int, _Hits]:
    """The total and the first hits by score, among equals by date."""
    limit = last + _SPARE
    total, hits = _run(searcher, found, limit)
    # Equals across the end of the page must all be seen before they can be put in order.
    while len(hits) == limit and hits[-1][0] == hits[last - 1][0]:
        limit *= 4
        total, hits = _run(searcher, found, limit)
    newest = searcher.fast_field_values("newest", [address for _, address in hits])
    order = sorted(range(len(hits)), key=lambda at: (-hits[at][0], -(newest[at] or 0)))
    return total, [hits[at] for at in order]


def _run(
    searcher: tantivy.Searcher, found: tantivy.Query, limit: int, order_by_field: str | None = None
) -> tuple[int, _Hits]:
    limit = min(limit, max(searcher.num_docs, 1))
    result: Any = searcher.search(found, limit=limit, order_by_field=order_by_field)
    return result.count, result.hits


def _match(searcher: tantivy.Searcher, hit: tuple[float, tantivy.DocAddress]) -> Match:
    score, address = hit
    return Match(str(searcher.doc(address).get_first("id")), score)
