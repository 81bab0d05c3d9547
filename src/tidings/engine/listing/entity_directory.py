"""The names that articles mention, the most frequent first, and what is known of one of them.

The index counts names as they are written. What kind of name each is, and which key all spellings
share, is read from the annotations of the newest article with it, and kept in memory.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final

from tidings.engine.listing.aged_cache import AgedCache
from tidings.engine.listing.entity_identity import EntityIdentities, EntityIdentity
from tidings.engine.listing.plain_words import says_nothing
from tidings.model.articles.entity_list import (
    CountedEntity,
    EntityFilter,
    EntityPage,
    EntityPlace,
)
from tidings.model.search.results import Query
from tidings.search.index.errors import translated_errors
from tidings.search.label_counts import MOST_VALUES, label_counts, word_beginning_pattern
from tidings.search.query_run import QueryRun
from tidings.store.database.session import Reader

Plan = Callable[[Query, datetime], QueryRun]
_Counts = Sequence[tuple[str, int]]

ENTITY: Final = "entity"
_FIRST: Final = 1_000  # names that are counted for the first pages; all of them take five times
_LOOKED_AT: Final = 300  # names of other kinds that one page passes by
_CHUNK: Final = 50
_FRESH_SECONDS: Final = 10.0  # that counts are fresh enough for another first page
_MAX_ORDERS: Final = 20  # of names, for whoever reads on; each never changes


class EntityDirectory:
    """The names of one home; safe to use from many threads."""

    def __init__(self, plan: Plan, identities: EntityIdentities) -> None:
        self._plan = plan
        self._identities = identities
        self._moments = AgedCache[int](_FRESH_SECONDS, _MAX_ORDERS)
        self._orders = AgedCache[_Counts](0.0, _MAX_ORDERS)

    def page(
        self,
        connection: Reader,
        wanted: EntityFilter,
        after: EntityPlace | None,
        limit: int,
        now: datetime,
    ) -> EntityPage:
        """Return the next names, the most frequent first.

        The counts are those of the moment when the first page was read. A page is shorter than
        `limit`, even empty, if many names were looked at and few are wanted.
        """
        run = self._plan(_query_of(wanted, None if after is None else after.as_of), now)
        as_of = run.view.last_seq if after is None else after.as_of
        if after is None and (recent := self._recent(wanted, as_of)) != as_of:
            as_of, run = recent, self._plan(_query_of(wanted, recent), now)
        names = self._after(run, wanted, as_of, after, _LOOKED_AT + 1)
        found: list[CountedEntity] = []
        last: tuple[str, int] | None = None
        for first in range(0, min(len(names), _LOOKED_AT), _CHUNK):
            some = names[first : min(first + _CHUNK, _LOOKED_AT)]
            known = self._identities.of(connection, run, [name for name, _ in some])
            for name, count in some:
                if len(found) == limit:
                    return EntityPage(tuple(found), as_of, _place(last, as_of))
                last = name, count
                if _is_wanted(name, identity := known.get(name), wanted):
                    assert identity is not None
                    found.append(counted(name, count, identity))
        has_more = len(names) > _LOOKED_AT
        return EntityPage(tuple(found), as_of, _place(last, as_of) if has_more else None)

    def _recent(self, wanted: EntityFilter, as_of: int) -> int:
        """Return a change up to which names were counted some seconds ago, or else the newest."""
        return self._moments.answer(wanted, as_of, lambda: as_of)

    def _after(
        self, run: QueryRun, wanted: EntityFilter, as_of: int, after: EntityPlace | None, limit: int
    ) -> _Counts:
        """Return the names after a place, as many as are wanted and there are."""
        for size in (_FIRST, MOST_VALUES):
            names = self._order(run, wanted, as_of, size)
            # Of names as frequent as the last one counted, some may be missing.
            complete = names if len(names) < size else [e for e in names if e[1] > names[-1][1]]
            left = [e for e in complete if after is None or _key(e) > (-after.articles, after.name)]
            if len(left) >= limit or len(names) < size:
                break
        return left[:limit]

    def _order(self, run: QueryRun, wanted: EntityFilter, as_of: int, size: int) -> _Counts:
        pattern = word_beginning_pattern(wanted.words) if wanted.words else ""
        limits = (wanted.since, wanted.until, wanted.language, wanted.source)

        def count() -> _Counts:
            with translated_errors(run.view.folder), suppress(ValueError):
                return label_counts(run.view, run.matching, ENTITY, size, pattern)
            return ()  # the words are so long or odd that they make no pattern: no name has them

        return self._orders.answer((pattern, *limits, as_of, size), 0, count)


def counted(name: str, count: int, identity: EntityIdentity) -> CountedEntity:
    """Return a name with its count."""
    return CountedEntity(name, identity.key, identity.kind, count, identity.place)


def _key(pair: tuple[str, int]) -> tuple[int, str]:
    return -pair[1], pair[0]


def _place(last: tuple[str, int] | None, as_of: int) -> EntityPlace | None:
    return None if last is None else EntityPlace(last[1], last[0], as_of)


def _is_wanted(name: str, identity: EntityIdentity | None, wanted: EntityFilter) -> bool:
    """Return whether a name is listed; one that says nothing is, if it was typed."""
    if identity is None or wanted.kind not in (None, identity.kind):
        return False
    return bool(wanted.words) or not says_nothing(name, identity.kind)


def _query_of(wanted: EntityFilter, as_of: int | None) -> Query:
    return Query(
        "",
        since=wanted.since,
        until=wanted.until,
        language=wanted.language,
        source=wanted.source,
        as_of=as_of,
    )
