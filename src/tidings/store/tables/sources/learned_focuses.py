"""The table of what was learned about the topic that a site is followed for."""

from dataclasses import dataclass

from tidings.store.database.session import Reader, Writer
from tidings.store.database.statements import upsert

_KEEP = upsert("focuses", "site", "pages, wanted, dossier")


@dataclass(frozen=True, slots=True)
class LearnedFocus:
    """What was learned for a site, with the counts that people see."""

    pages: int  # articles judged
    wanted: int  # how many of them were kept
    data: bytes  # opaque here


def keep_learned_focus(connection: Writer, site: int, focus: LearnedFocus) -> None:
    """Store what was learned for a site, replacing the old."""
    connection.execute(
        _KEEP,
        (site, focus.pages, focus.wanted, focus.data),
    )


def learned_focus_of(connection: Reader, site: int) -> LearnedFocus | None:
    """Return what was learned for a site, or None."""
    row = connection.execute("SELECT * FROM focuses WHERE site = ?", (site,)).fetchone()
    return LearnedFocus(row["pages"], row["wanted"], row["dossier"]) if row else None


def learned_focus_counts(connection: Reader) -> dict[int, tuple[int, int]]:
    """Return by site how many articles were judged and how many of them kept."""
    rows = connection.execute("SELECT site, pages, wanted FROM focuses")
    return {row["site"]: (row["pages"], row["wanted"]) for row in rows}


def forget_learned_focus(connection: Writer, site: int) -> None:
    """Delete what was learned for a site."""
    connection.execute("DELETE FROM focuses WHERE site = ?", (site,))
