"""Spells all stored addresses in the one way that `canonical` spells them since this version.

Before, `/%e3%81%82` and `/%E3%81%82` were two pages. What was kept under another spelling stays as
it is, with its id and everything known about it; no page is fetched again. Pages that were known in
several spellings become one. The table `spellings` leads from the hash of an address to the hash
that stands for it: from a new spelling to the id under which an article is kept, and for other
pages from the old one to the new one, because the link graph has the old one.
"""

from collections.abc import Sequence

from tidings.read.url import article_id, host_of, url_id
from tidings.store.database.session import Writer
from tidings.store.database.upgrades.respelled_articles import respell_articles
from tidings.store.database.upgrades.respelled_texts import rows_with_escapes, spelled
from tidings.store.database.upgrades.respelled_urls import respell_urls

# Tables, their keys, and columns of theirs that contain an address of a page.
_TEXTS = (
    ("prints", ("site", "look"), "url"),
    ("prospects", ("host_id", "id"), "parent"),
)


def spell_addresses_in_one_way(connection: Writer) -> None:
    """Respell all addresses; part of the migration's transaction."""
    respell_articles(connection)
    respell_urls(connection)
    _forget_claims(connection)
    for table, keys, column in _TEXTS:
        _respell_column(connection, table, keys, column)
    _respell_sources(connection)
    _respell_subscriptions(connection)
    _respell_takedowns(connection)


def _forget_claims(connection: Writer) -> None:
    """Forget the keys of a site's pages, if one is respelled; they are computed again."""
    sites = {row[0] for row in rows_with_escapes(connection, "claims", ("site",), "url")}
    connection.executemany("DELETE FROM claims WHERE site = ?", [(site,) for site in sites])


def _respell_column(connection: Writer, table: str, keys: Sequence[str], column: str) -> None:
    rows = rows_with_escapes(connection, table, keys, column)
    changes = [(spelled(row[-1]), *row[:-1]) for row in rows if spelled(row[-1]) != row[-1]]
    where = " AND ".join(f"{key} = ?" for key in keys)
    connection.executemany(f"UPDATE {table} SET {column} = ? WHERE {where}", changes)  # noqa: S608


def _respell_sources(connection: Writer) -> None:
    """Respell the start pages of sources; one that is followed in both spellings stays so."""
    for id_, url in rows_with_escapes(connection, "sites", ("id",), "url"):
        connection.execute(
            "UPDATE sites SET url = ? WHERE id = ? AND NOT EXISTS "
            "(SELECT 1 FROM sites AS other WHERE other.url = ?)",
            (spelled(url), id_, spelled(url)),
        )
    for at, url in rows_with_escapes(connection, "deleted_sources", ("at",), "url"):
        connection.execute("DELETE FROM deleted_sources WHERE url = ?", (url,))
        connection.execute(
            "INSERT INTO deleted_sources (url, at) VALUES (?, ?) ON CONFLICT DO NOTHING",
            (spelled(url), at),
        )


def _respell_subscriptions(connection: Writer) -> None:
    """Respell the feeds of subscriptions; of two to one feed, one stays."""
    for id_, url in rows_with_escapes(connection, "subscriptions", ("id",), "url"):
        address = spelled(url)
        known = connection.execute(
            "SELECT id FROM subscriptions WHERE host = ? AND url_id = ?",
            (host_of(address), url_id(address)),
        ).fetchone()
        if known is not None and known[0] != id_:
            connection.execute("DELETE FROM subscriptions WHERE id = ?", (id_,))
        else:
            connection.execute(
                "UPDATE subscriptions SET url = ?, url_id = ? WHERE id = ?",
                (address, url_id(address), id_),
            )


def _respell_takedowns(connection: Writer) -> None:
    """Take down the other spellings of what was taken down, and withhold their records."""
    for at, url in rows_with_escapes(connection, "takedowns", ("at",), "url"):
        article = article_id(spelled(url))
        kept = connection.execute("SELECT 1 FROM articles WHERE id = ?", (article,)).fetchone()
        connection.execute(
            "INSERT INTO takedowns (article, url, at, purged) VALUES (?, ?, ?, ?) "
            "ON CONFLICT DO NOTHING",
            (article, spelled(url), at, kept is None),
        )
    for until, url in rows_with_escapes(connection, "withheld", ("until",), "url"):
        connection.execute("DELETE FROM withheld WHERE url = ?", (url,))
        connection.execute(
            "INSERT INTO withheld (url, until) VALUES (?, ?) ON CONFLICT (url) "
            "DO UPDATE SET until = excluded.until WHERE excluded.until > withheld.until",
            (spelled(url), until),
        )
