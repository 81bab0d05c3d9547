"""The tables of new articles per site and hour, and of when a site counts as silent."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tidings.store.database.session import Reader, Writer
from tidings.store.database.statements import upsert
from tidings.store.database.timestamps import from_seconds, to_seconds

_KEEP = upsert("watches", "site", "rhythm, articles, last_new, silent_from, looked_at")
_HOUR = 3600
_KEPT = timedelta(days=90)


@dataclass(frozen=True, slots=True)
class ArticleFlow:
    """A site's flow of new articles."""

    rhythm: bytes  # packed
    articles: int  # since it was added
    last_new: datetime | None
    silent_from: datetime | None
    checked_at: datetime | None


NO_ARTICLE_FLOW = ArticleFlow(b"", 0, None, None, None)


def article_flow_of(connection: Reader, site: int) -> ArticleFlow:
    """Return a site's article flow."""
    row = connection.execute("SELECT * FROM watches WHERE site = ?", (site,)).fetchone()
    if row is None:
        return NO_ARTICLE_FLOW
    return ArticleFlow(
        row["rhythm"],
        row["articles"],
        from_seconds(row["last_new"]),
        from_seconds(row["silent_from"]),
        from_seconds(row["looked_at"]),
    )


def keep_article_flow(connection: Writer, site: int, flow: ArticleFlow) -> None:
    """Store a site's article flow."""
    connection.execute(
        _KEEP,
        (
            site,
            flow.rhythm,
            flow.articles,
            to_seconds(flow.last_new),
            to_seconds(flow.silent_from),
            to_seconds(flow.checked_at),
        ),
    )


def note_source_check(connection: Writer, site: int, now: datetime) -> None:
    """Store that we checked for new articles: only then can a site be silent."""
    connection.execute("UPDATE watches SET looked_at = ? WHERE site = ?", (to_seconds(now), site))


def silent_sources(connection: Reader) -> list[int]:
    """Return the sites that were expected to publish before our last check, and did not."""
    rows = connection.execute(
        "SELECT site FROM watches WHERE silent_from <= looked_at ORDER BY silent_from, site"
    )
    return [row[0] for row in rows]


def count_article(connection: Writer, site: int, at: datetime) -> None:
    """Count a new article in its hour, and delete old counts."""
    hour = int(at.timestamp() // _HOUR)
    connection.execute(
        "INSERT INTO hours VALUES (?, ?, 1) "
        "ON CONFLICT (site, hour) DO UPDATE SET seen = hours.seen + 1",
        (site, hour),
    )
    oldest = int((at - _KEPT).timestamp() // _HOUR)
    connection.execute("DELETE FROM hours WHERE site = ? AND hour < ?", (site, oldest))


def articles_by_hour(connection: Reader, site: int, since: datetime) -> dict[datetime, int]:
    """Return the number of new articles by hour since a time; hours without any are left out."""
    rows = connection.execute(
        "SELECT hour, seen FROM hours WHERE site = ? AND hour >= ? ORDER BY hour",
        (site, int(since.timestamp() // _HOUR)),
    )
    return {from_seconds(row["hour"] * _HOUR): row["seen"] for row in rows}
