"""The table of publishing rhythms of live URLs, and the state of each node's fetch budget."""

from collections.abc import Iterable
from dataclasses import dataclass

from tidings.model.crawl.visit import FeedHints
from tidings.store.database.session import Reader, Row, Writer
from tidings.store.database.statements import upsert

_KEEP = upsert("rhythms", "id", "rhythm, listed, ttl, skip_hours, skip_days, basis")
_KEEP_BUDGET = upsert("budgets", "node", "patience, visits, source_days, at")


@dataclass(frozen=True, slots=True)
class RhythmRow:
    """A live URL's rhythm with what its next visit is based on."""

    rhythm: bytes  # opaque here
    listed: int  # number of items in its list; 0: not a list
    hints: FeedHints
    basis: str  # an explanation


@dataclass(frozen=True, slots=True)
class BudgetState:
    """The state of the fetch budget, stored so that it survives a restart."""

    patience: float
    visits: float
    source_days: float
    at: float


def keep_rhythm(connection: Writer, url_id: int, row: RhythmRow) -> None:
    """Store a live URL's rhythm, replacing the old one."""
    connection.execute(
        _KEEP,
        (
            url_id,
            row.rhythm,
            row.listed,
            row.hints.ttl,
            _to_mask(row.hints.skip_hours),
            _to_mask(row.hints.skip_days),
            row.basis,
        ),
    )


def rhythm_row_of(connection: Reader, url_id: int) -> RhythmRow | None:
    """Return a live URL's rhythm, or None."""
    row = connection.execute("SELECT * FROM rhythms WHERE id = ?", (url_id,)).fetchone()
    return _rhythm_row(row) if row else None


def rhythm_rows_of_site(connection: Reader, site: int) -> dict[int, RhythmRow]:
    """Return the rhythms of a site's live URLs by id."""
    rows = connection.execute(
        "SELECT rhythms.* FROM urls JOIN rhythms USING (id) "
        "WHERE urls.site = ? AND urls.due IS NOT NULL "
        "AND (urls.role IN ('feed', 'sitemap') OR urls.kind = 'index')",
        (site,),
    )
    return {row["id"]: _rhythm_row(row) for row in rows}


def forget_rhythm(connection: Writer, url_id: int) -> None:
    """Delete the rhythm of a URL that is no longer live."""
    connection.execute("DELETE FROM rhythms WHERE id = ?", (url_id,))


def _rhythm_row(row: Row) -> RhythmRow:
    hints = FeedHints(row["ttl"], _from_mask(row["skip_hours"]), _from_mask(row["skip_days"]))
    return RhythmRow(row["rhythm"], row["listed"], hints, row["basis"])


def _to_mask(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def _from_mask(mask: int) -> frozenset[int]:
    return frozenset(number for number in range(mask.bit_length()) if mask >> number & 1)


def keep_budget_state(connection: Writer, node: int, state: BudgetState) -> None:
    """Store the state of a node's budget."""
    connection.execute(
        _KEEP_BUDGET,
        (node, state.patience, state.visits, state.source_days, state.at),
    )


def stored_budget_state(connection: Reader, node: int) -> BudgetState | None:
    """Return the state of a node's budget, or None before the first crawl.

    A node that has none yet continues where another one is.
    """
    row = connection.execute(
        "SELECT * FROM budgets ORDER BY CASE WHEN node = ? THEN 0 ELSE 1 END, node LIMIT 1", (node,)
    ).fetchone()
    return (
        BudgetState(row["patience"], row["visits"], row["source_days"], row["at"]) if row else None
    )
