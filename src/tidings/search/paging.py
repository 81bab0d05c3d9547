"""Result lists page by page, each hit once: ranked hits are remembered, all others come by date."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import tantivy

from tidings.model.search.results import Continuation, DatePlace, Match, RankedHit, Sort
from tidings.search.candidates import Candidates, dated, newest, without_ids
from tidings.search.query_run import QueryRun

_MAX_HEAD: Final = 300  # ranked hits that a list remembers; a client sends them back with each page


class MatchPage(NamedTuple):
    """The matches of one page, and what follows them."""

    matches: tuple[Match, ...]
    rest: Continuation | None


class _Dated(NamedTuple):
    newest: int
    id: str
    seq: int


def is_ranked(run: QueryRun) -> bool:
    """Return whether a model ranks the matches of a query; otherwise they are sorted by date."""
    return bool(run.words) and run.query.sort is Sort.RELEVANCE


def beginning_by_date(run: QueryRun, as_of: int, limit: int) -> tuple[Continuation, MatchPage]:
    """Return the beginning of a list that is sorted by date, and its first page."""
    found = run.retrieve(newest, limit + 2)
    beginning = Continuation(as_of, found.candidates.total, found.has_all_words)
    return beginning, next_page(run, beginning, limit, first=found.candidates)


def beginning_ranked(
    hits: Sequence[RankedHit], total: int, as_of: int, *, has_all_words: bool
) -> Continuation:
    """Return the beginning of a list whose first hits are ranked."""
    return Continuation(as_of, total, has_all_words, tuple(hits[:_MAX_HEAD]))


def next_page(
    run: QueryRun,
    rest: Continuation,
    limit: int,
    *,
    has_tail: bool = True,
    first: Candidates | None = None,
) -> MatchPage:
    """Return the next matches, and what follows; without `has_tail`, only ranked ones follow.

    `first` are the first two more than `limit` of a list that is sorted by date, if known.
    """
    ranked = tuple(Match(*each) for each in rest.head[:limit])
    shown = tuple(id_ for each in ranked for id_ in (each.id, *each.copies))
    after = replace(rest, head=rest.head[limit:], shown=rest.shown + shown)
    if after.head or not has_tail:
        return MatchPage(ranked, after if after.head else None)
    wanted = limit - len(ranked)
    found = _by_date(run, after, wanted, first)
    matches = tuple(Match(each.id, 0.0) for each in found[:wanted])
    if len(found) <= wanted:
        return MatchPage((*ranked, *matches), None)
    if wanted:
        last = found[wanted - 1]
        is_within = found[wanted].newest == last.newest
        after = replace(after, place=DatePlace(last.newest, last.id if is_within else None))
    return MatchPage((*ranked, *matches), after)


def _by_date(
    run: QueryRun, rest: Continuation, limit: int, first: Candidates | None
) -> list[_Dated]:
    """Return the next matches by date and id, and one more if there is one."""
    query = run.matches_with(all_words=rest.has_all_words)
    query = without_ids(query, rest.ranked) if rest.ranked else query
    found: list[_Dated] = []
    place, more = rest.place, True
    if place is not None and place.last is not None:
        equal = _all_at(run, query, place.newest)
        found = _early(run, [each for each in equal if each.id > place.last], rest.as_of)
    before = None if place is None else place.newest
    while len(found) <= limit and more:
        older, more = _older(run, query, before, limit + 1 - len(found), first)
        first = None
        found += _early(run, older, rest.as_of)
        before = older[-1].newest if older else before
    return found[: limit + 1]


def _older(
    run: QueryRun,
    query: tantivy.Query,
    before: int | None,
    count: int,
    first: Candidates | None,
) -> tuple[list[_Dated], bool]:
    """Return at least `count` matches, and whether there may be more.

    Of those with the same number it returns all or none, so that their ids order them.
    """
    query = query if before is None else dated(query, 0, before - 1)
    found = _dated(run, first or newest(run.view, query, count + 1))
    if len(found) <= count:
        return sorted(found, key=_order), False
    last = found[-1].newest
    kept = [each for each in found if each.newest != last]
    if len(kept) < count:  # nearly never: the number has 25 bits of the id
        kept += _all_at(run, query, last)
    return sorted(kept, key=_order), True


def _all_at(run: QueryRun, query: tantivy.Query, number: int) -> list[_Dated]:
    found = newest(run.view, dated(query, number, number), run.view.count())
    return sorted(_dated(run, found), key=_order)


def _dated(run: QueryRun, candidates: Candidates) -> list[_Dated]:
    ids = run.view.forward.ids(candidates.seqs)
    return list(map(_Dated, candidates.dates, ids, candidates.seqs.tolist()))


def _order(each: _Dated) -> tuple[int, str]:
    return -each.newest, each.id


def _early(run: QueryRun, found: Sequence[_Dated], as_of: int) -> list[_Dated]:
    """Leave out articles that arrived after the first page; others only changed since."""
    changed = [each.id for each in found if each.seq > as_of]
    late = frozenset(run.snapshot.arrived(as_of, changed)) if changed else frozenset[str]()
    return [each for each in found if each.id not in late]
