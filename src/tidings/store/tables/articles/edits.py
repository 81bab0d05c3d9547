"""The list of all edits, deletions and restorations, newest first, read page by page.

It is read from revisions and tombstones, which are kept, not from the log of changes.
"""

import heapq
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tidings.model.articles.listing import EditFilter, EditPlace
from tidings.store.database.session import Reader
from tidings.store.database.statements import marks
from tidings.store.database.timestamps import to_seconds

EDIT, DELETION, RESTORATION = range(3)
STEPS = (EDIT, DELETION, RESTORATION)


class _Table(NamedTuple):
    name: str
    at: str  # the column of the time, which has an index
    number: str


_TABLES = (
    _Table("revisions", "replaced_at", "revision"),
    _Table("tombstones", "gone_at", "gone_at"),
    _Table("tombstones", "back_at", "gone_at"),
)


class EditedTexts(NamedTuple):
    """The title and text before and after an edit; None after: they are those of the article."""

    before: tuple[str, str]
    after: tuple[str, str] | None


class DeletionFacts(NamedTuple):
    """What the server answered when an article was gone."""

    status: int | None
    detail: str


def edit_places(
    connection: Reader,
    wanted: EditFilter,
    after: EditPlace | None,
    limit: int,
    steps: Sequence[int] = STEPS,
) -> list[EditPlace]:
    """Return where the next edits are, newest first; articles may be hidden, or gone."""
    found = [_places(connection, wanted, after, limit, step) for step in steps]
    return heapq.nsmallest(limit, (place for places in found for place in places), key=_order)


def _order(place: EditPlace) -> tuple[float, int, tuple[int, ...], float]:
    """Newest first; equal times by kind, and then in the reverse order of ids."""
    reverse = tuple(-ord(letter) for letter in place.article)
    return -place.at, place.step, reverse, -place.number


def _places(
    connection: Reader, wanted: EditFilter, after: EditPlace | None, limit: int, step: int
) -> list[EditPlace]:
    name, at, number = _TABLES[step]
    at, number = f"{name}.{at}", f"{name}.{number}"  # articles have such columns, too
    conditions: dict[str, Sequence[object]] = {f"{at} IS NOT NULL": ()}
    if wanted.since is not None:
        conditions[f"{at} >= ?"] = (to_seconds(wanted.since),)
    if wanted.until is not None:
        conditions[f"{at} <= ?"] = (to_seconds(wanted.until),)
    if after is not None:
        conditions |= _after(step, at, number, after)
    joined = ""
    for column, value in (("source", wanted.source), ("language", wanted.language)):
        if value is not None:
            joined = " JOIN articles ON articles.id = article"
            conditions[f"{column} = ?"] = (value,)
    rows = connection.execute(
        f"SELECT {at}, article, {number} FROM {name}{joined} "  # noqa: S608
        f"WHERE {' AND '.join(conditions)} "
        f"ORDER BY {at} DESC, article DESC, {number} DESC LIMIT ?",
        (*(value for values in conditions.values() for value in values), limit),
    )
    return [EditPlace(row[0], step, row[1], row[2]) for row in rows]


def _after(step: int, at: str, number: str, after: EditPlace) -> dict[str, Sequence[object]]:
    """Return the condition for what comes later in the order of places."""
    if step == after.step:
        place = (after.at, after.article, after.number)
        return {f"({at}, article, {number}) < (?, ?, ?)": place}
    return {f"{at} {'<=' if step > after.step else '<'} ?": (after.at,)}


def edited_texts(
    connection: Reader, edits: Iterable[tuple[str, int]]
) -> dict[tuple[str, int], EditedTexts]:
    """Return the texts of edits, given by article and earlier revision, as far as they exist."""
    wanted = set(edits)
    articles = sorted({article for article, _ in wanted})
    rows = connection.execute(
        "SELECT article, revision, title, text FROM revisions "  # noqa: S608
        f"WHERE article IN ({marks(len(articles))})",
        articles,
    )
    kept = {(row[0], row[1]): (row[2], row[3]) for row in rows}
    return {
        (article, revision): EditedTexts(kept[article, revision], kept.get((article, revision + 1)))
        for article, revision in wanted
        if (article, revision) in kept
    }


def deletion_facts(
    connection: Reader, articles: Sequence[str]
) -> dict[tuple[str, float], DeletionFacts]:
    """Return what is known of the deletions of articles, by article and time."""
    rows = connection.execute(
        "SELECT article, gone_at, status, detail FROM tombstones "  # noqa: S608
        f"WHERE article IN ({marks(len(articles))})",
        articles,
    )
    return {(row[0], row[1]): DeletionFacts(row[2], row[3]) for row in rows}
