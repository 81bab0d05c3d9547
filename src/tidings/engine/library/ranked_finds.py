"""What runs found, ranked with the index's own model; copies stand behind their originals."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from tidings.engine.library.duplicates import originals_of
from tidings.engine.library.library import Library
from tidings.model.agents.run_find import RunFind
from tidings.model.search.results import Query
from tidings.search.index.search_index import IndexUnusable
from tidings.store.database.session import Reader


def find_scores(library: Library, query: str, now: datetime) -> dict[str, float]:
    """Return the scores of the articles that a search ranks first, some hundred; none without an
    index."""
    try:
        found = library.first_page(Query(query), now)
    except IndexUnusable:
        return {}
    scores: dict[str, float] = {}
    for hit in found.hits:
        scores |= dict.fromkeys((hit.id, *(copy.id for copy in hit.copies)), hit.score)
    for ranked in found.rest.head if found.rest else ():
        scores |= dict.fromkeys((ranked.id, *ranked.copies), ranked.score)
    return scores


def ranked_finds(
    connection: Reader, finds: Sequence[RunFind], scores: Mapping[str, float]
) -> list[RunFind]:
    """Return finds with their scores: first what a search finds, in its order, then by relevance.

    A copy of another find comes behind it.
    """
    scored = [replace(find, score=scores.get(find.article) or None) for find in finds]
    scored.sort(key=lambda find: (-(find.score or 0.0), -find.relevance))
    return _behind_originals(with_originals(connection, scored))


def with_originals(connection: Reader, finds: Sequence[RunFind]) -> list[RunFind]:
    """Return finds with the articles that they were probably taken from."""
    originals = originals_of(connection, [find.article for find in finds])
    return [
        replace(find, copy_of=originals[find.article].id) if find.article in originals else find
        for find in finds
    ]


def _behind_originals(finds: Sequence[RunFind]) -> list[RunFind]:
    """Move copies behind their originals, where these are finds, too."""
    articles = {find.article for find in finds}
    copies: dict[str, list[RunFind]] = {}
    for find in finds:
        if find.copy_of in articles:
            copies.setdefault(find.copy_of or "", []).append(find)
    moved: list[RunFind] = []
    waiting = [find for find in reversed(finds) if find.copy_of not in articles]
    while waiting:
        find = waiting.pop()
        moved.append(find)
        waiting += reversed(copies.pop(find.article, []))
    return moved
