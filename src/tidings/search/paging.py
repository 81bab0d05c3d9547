"""Result lists page by page, each hit once: ranked hits are remembered, all others come by date."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from tidings.model.search.results import Continuation, DatePlace, Match, Sort
from tidings.search.candidates import newest, not_newer, without_ids
from tidings.search.query_run import QueryRun

_MAX_HEAD: Final = 300  # ranked hits that a list remembers; a client sends them back with each page


class MatchPage(NamedTuple):
    """The matches of one page, and what follows them."""

    matches: tuple[Match, ...]
    rest: Continuation | None


class _Dated(NamedTuple):
    id: str
    newest: int


def is_ranked(run: QueryRun) -> bool:
    """Return whether a model ranks the matches of a query; otherwise they are sorted by date."""
    return bool(run.words) and run.query.sort is Sort.RELEVANCE


def beginning_by_date(run: QueryRun, as_of: int) -> Continuation:
    """Return the beginning of a list that is sorted by date."""
    found = run.retrieve(newest, 0)
    return Continuation(as_of, found.candidates.total, found.has_all_words)


def beginning_ranked(
    matches: Sequence[Match], total: int, as_of: int, *, has_all_words: bool
) -> Continuation:
    """Return the beginning of a list whose first hits are ranked."""
    return Continuation(as_of, total, has_all_words, tuple(matches[:_MAX_HEAD]))


def next_page(run: QueryRun, rest: Continuation, limit: int, *, has_tail: bool = True) -> MatchPage:
    """Return the next matches, and what follows; without `has_tail`, only ranked ones follow."""
    ranked = rest.head[:limit]
    shown = tuple(id_ for each in ranked for id_ in (each.id, *each.copies))
    after = replace(rest, head=rest.head[limit:], shown=rest.shown + shown)
    if after.head or not has_tail:
        return MatchPage(ranked, after if after.head else None)
    wanted = limit - len(ranked)
    dated = _dated(run, after, wanted)
    if len(dated) > wanted:
        place = _place_after(dated[:wanted], after.place)
        after = replace(after, place=place or after.place)
    matches = tuple(Match(each.id, 0.0) for each in dated[:wanted])
    return MatchPage((*ranked, *matches), after if len(dated) > wanted else None)


def _dated(run: QueryRun, rest: Continuation, limit: int) -> list[_Dated]:
    """Return the next matches by date, and one more if there is one."""
    found: list[_Dated] = []
    place = rest.place
    while len(found) <= limit:
        batch = _batch(run, rest, place, limit + 1)
        late = _late(run, batch, rest.as_of)
        found += [each for each, _ in batch if each.id not in late]
        if len(batch) <= limit:
            break
        place = _place_after([each for each, _ in batch], place)
    return found[: limit + 1]


def _batch(
    run: QueryRun, rest: Continuation, place: DatePlace | None, limit: int
) -> list[tuple[_Dated, int]]:
    """Return matches by date from a place on, each with its seq."""
    query = run.matches_with(all_words=rest.has_all_words)
    known = rest.ranked if place is None else (*rest.ranked, *place.shown)
    query = without_ids(query, known) if known else query
    query = query if place is None else not_newer(query, place.newest)
    candidates = newest(run.view, query, limit)
    ids = run.view.forward.ids(candidates.seqs)
    return [
        (_Dated(id_, date), int(seq))
        for id_, date, seq in zip(ids, candidates.dates, candidates.seqs, strict=True)
    ]


def _late(run: QueryRun, batch: Sequence[tuple[_Dated, int]], as_of: int) -> frozenset[str]:
    """Return the ids of articles that arrived after the first page; others only changed since."""
    changed = [each.id for each, seq in batch if seq > as_of]
    return frozenset(run.snapshot.arrived(as_of, changed)) if changed else frozenset()


def _place_after(dated: Sequence[_Dated], before: DatePlace | None) -> DatePlace | None:
    """Return the place after some matches; several may have the same date."""
    if not dated:
        return before
    last = dated[-1].newest
    shown = tuple(each.id for each in dated if each.newest == last)
    earlier = before.shown if before is not None and before.newest == last else ()
    return DatePlace(last, (*earlier, *shown))
