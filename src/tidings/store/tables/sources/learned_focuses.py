"""What was learned about the topic that a site is followed for; its inside is not our business."""

import sqlite3
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LearnedFocus:
    """A site's dossier with what people are shown of it."""

    pages: int  # articles judged
    wanted: int  # of them, kept
    data: bytes


def keep_learned_focus(connection: sqlite3.Connection, site: int, dossier: LearnedFocus) -> None:
    """Keep a site's dossier in the place of the one before."""
    connection.execute(
        "INSERT OR REPLACE INTO focuses VALUES (?, ?, ?, ?)",
        (site, dossier.pages, dossier.wanted, dossier.data),
    )


def learned_focus_of(connection: sqlite3.Connection, site: int) -> LearnedFocus | None:
    """Return what was learned for a site, or None if it is nothing yet."""
    row = connection.execute("SELECT * FROM focuses WHERE site = ?", (site,)).fetchone()
    return LearnedFocus(row["pages"], row["wanted"], row["dossier"]) if row else None


def learned_focus_counts(connection: sqlite3.Connection) -> dict[int, tuple[int, int]]:
    """Return per site how many articles were judged and how many of them kept."""
    rows = connection.execute("SELECT site, pages, wanted FROM focuses")
    return {row["site"]: (row["pages"], row["wanted"]) for row in rows}


def forget_learned_focus(connection: sqlite3.Connection, site: int) -> None:
    """Forget what was learned for a site."""
    connection.execute("DELETE FROM focuses WHERE site = ?", (site,))
