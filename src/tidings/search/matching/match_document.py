"""An article as conditions look at it: the terms, labels and date that the index would get."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from tidings.search.entries.entry import IndexEntry
from tidings.search.entries.schema import seconds

Fields = tuple[str, ...]


class MatchDocument:
    """What one article is matched by; made once, then matched with any number of queries.

    Everything that only some queries need is made for the first of them. Not thread-safe.
    """

    __slots__ = ("id", "positions", "published", "sorted_terms", "terms")

    def __init__(self, entry: IndexEntry) -> None:
        self.id = entry.id
        self.published = seconds(entry.published) if entry.is_dated else None
        self.terms = _Terms(_values(entry))
        self.sorted_terms = _SortedTerms(self.terms)
        self.positions = _Positions(entry)


def document_of(entry: IndexEntry) -> MatchDocument:
    """Return the document of an article, given its index entry."""
    return MatchDocument(entry)


def _values(entry: IndexEntry) -> dict[str, Sequence[str]]:
    return {
        "title": entry.title.split(),
        "lead": entry.lead.split(),
        "body": entry.body.split(),
        "anchor": entry.anchor.split(),
        "authors": entry.authors.split(),
        "url": entry.url.split(),
        "source": (entry.source,),
        "language": (entry.language,),
        "topic": entry.topics,
        "entity": entry.entities,
    }


class _Terms(dict[Fields, frozenset[str]]):
    """The terms or labels in some fields together."""

    def __init__(self, values: Mapping[str, Iterable[str]]) -> None:
        super().__init__()
        self._values = values

    def __missing__(self, fields: Fields) -> frozenset[str]:
        found = self[fields] = frozenset[str]().union(*(self._values[field] for field in fields))
        return found


class _SortedTerms(dict[Fields, list[str]]):
    """The same in order, to find those with a prefix."""

    def __init__(self, terms: _Terms) -> None:
        super().__init__()
        self._terms = terms

    def __missing__(self, fields: Fields) -> list[str]:
        found = self[fields] = sorted(self._terms[fields])
        return found


class _Positions(dict[str, Mapping[str, Sequence[int]]]):
    """The positions of each term in a field, in rising order."""

    def __init__(self, entry: IndexEntry) -> None:
        super().__init__()
        self._entry = entry

    def __missing__(self, field: str) -> Mapping[str, Sequence[int]]:
        places: dict[str, list[int]] = defaultdict(list)
        for place, term in enumerate(getattr(self._entry, field).split()):
            places[term].append(place)
        found = self[field] = dict(places)
        return found
