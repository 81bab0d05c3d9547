"""What is known of when each live URL brings news; the rhythm's inside is not our business here."""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from tidings.model.crawl.visit import FeedHints


@dataclass(frozen=True, slots=True)
class RhythmRow:
    """A live URL's rhythm with what its next visit was planned by."""

    rhythm: bytes
    listed: int  # items that its list holds; 0: it is no list
    hints: FeedHints
    basis: str  # what decided, in words


@dataclass(frozen=True, slots=True)
class BudgetState:
    """Where the fetch budget stands: moved as crawling goes on, so that a restart goes on too."""

    patience: float
    visits: float
    source_days: float
    at: float


def keep_rhythm(connection: sqlite3.Connection, url_id: int, beat: RhythmRow) -> None:
    """Keep a live URL's beat in the place of the one before."""
    connection.execute(
        "INSERT OR REPLACE INTO rhythms VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            url_id,
            beat.rhythm,
            beat.listed,
            beat.hints.ttl,
            _to_mask(beat.hints.skip_hours),
            _to_mask(beat.hints.skip_days),
            beat.basis,
        ),
    )


def rhythm_row_of(connection: sqlite3.Connection, url_id: int) -> RhythmRow | None:
    """Return a live URL's beat, or None if it has none yet."""
    row = connection.execute("SELECT * FROM rhythms WHERE id = ?", (url_id,)).fetchone()
    return _rhythm_row(row) if row else None


def rhythm_rows_of_site(connection: sqlite3.Connection, site: int) -> dict[int, RhythmRow]:
    """Return the beats of a site's live URLs by the URLs' ids."""
    rows = connection.execute(
        "SELECT rhythms.* FROM urls JOIN rhythms USING (id) "
        "WHERE urls.site = ? AND urls.due IS NOT NULL "
        "AND (urls.role IN ('feed', 'sitemap') OR urls.kind = 'index')",
        (site,),
    )
    return {row["id"]: _rhythm_row(row) for row in rows}


def forget_rhythm(connection: sqlite3.Connection, url_id: int) -> None:
    """Forget the beat of a URL that is no longer live."""
    connection.execute("DELETE FROM rhythms WHERE id = ?", (url_id,))


def _rhythm_row(row: sqlite3.Row) -> RhythmRow:
    hints = FeedHints(row["ttl"], _from_mask(row["skip_hours"]), _from_mask(row["skip_days"]))
    return RhythmRow(row["rhythm"], row["listed"], hints, row["basis"])


def _to_mask(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def _from_mask(mask: int) -> frozenset[int]:
    return frozenset(number for number in range(mask.bit_length()) if mask >> number & 1)


def keep_budget_state(connection: sqlite3.Connection, state: BudgetState) -> None:
    """Keep where the budget stands."""
    connection.execute(
        "INSERT OR REPLACE INTO spending VALUES (0, ?, ?, ?, ?)",
        (state.patience, state.visits, state.source_days, state.at),
    )


def stored_budget_state(connection: sqlite3.Connection) -> BudgetState | None:
    """Return where the budget stands, or None before the first crawl."""
    row = connection.execute("SELECT * FROM spending").fetchone()
    return (
        BudgetState(row["patience"], row["visits"], row["source_days"], row["at"]) if row else None
    )
