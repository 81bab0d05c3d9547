"""Where a search continues, as it travels in a cursor: short, because a client sends it back."""

from typing import Any

from tidings.model.search.results import Continuation, DatePlace, RankedHit

_DIGITS = 4  # of a score


def position_of(rest: Continuation) -> list[Any]:
    """Return a continuation as JSON."""
    head = [[each.id, round(each.score, _DIGITS), *each.copies] for each in rest.head]
    return [rest.as_of, rest.total, int(rest.has_all_words), head, rest.shown, rest.place]


def continuation_at(position: list[Any]) -> Continuation:
    """Return what `position_of` was given; cursors are signed, so it is as we wrote it."""
    as_of, total, has_all_words, head, shown, place = position
    return Continuation(
        as_of,
        total,
        bool(has_all_words),
        tuple(RankedHit(id_, score, tuple(copies)) for id_, score, *copies in head),
        tuple(shown),
        None if place is None else DatePlace(*place),
    )
