"""Pages that a site shows under several addresses: what each looks like, what we learned."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AliasRuleRow:
    """What speaks for and against a rule by which addresses of one page differ."""

    rule: str
    pages: tuple[str, ...]  # a few different pages that were seen under two such addresses
    places: tuple[str, ...]  # a few different things that stood in the place
    alike: int  # times that it held
    unlike: int  # times that it did not


_MAX_FINGERPRINTS = 50_000  # pages that a rule is tested on: a second's work, once per rule


def url_of_fingerprint(connection: sqlite3.Connection, site: int, look: bytes) -> str | None:
    """Return the first address of the site at which a page that looks so was seen."""
    row = connection.execute(
        "SELECT url FROM prints WHERE site = ? AND look = ?", (site, look)
    ).fetchone()
    return str(row["url"]) if row else None


def keep_fingerprint(
    connection: sqlite3.Connection, site: int, look: bytes, url: str, is_article: bool
) -> bool:
    """Remember the first address of a page; False if one is known."""
    cursor = connection.execute(
        "INSERT INTO prints VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (site, look, url, is_article),
    )
    return cursor.rowcount == 1


def fingerprinted_urls(
    connection: sqlite3.Connection, site: int, articles: bool | None = None
) -> Iterator[str]:
    """Iterate over the first addresses of a site's pages: all, articles only, or the others."""
    rows = connection.execute(
        "SELECT url FROM prints WHERE site = ? AND article = coalesce(?, article) LIMIT ?",
        (site, articles, _MAX_FINGERPRINTS),
    )
    return (str(row["url"]) for row in rows)


def keep_alias_rule(connection: sqlite3.Connection, site: int, row: AliasRuleRow) -> None:
    """Keep what is known of a rule in the place of what was."""
    connection.execute(
        "INSERT OR REPLACE INTO rules VALUES (?, ?, ?, ?, ?, ?)",
        (site, row.rule, json.dumps(row.pages), json.dumps(row.places), row.alike, row.unlike),
    )


def alias_rules_of_site(connection: sqlite3.Connection, site: int) -> list[AliasRuleRow]:
    """Return all rules that a site's addresses ever spoke for."""
    rows = connection.execute("SELECT * FROM rules WHERE site = ?", (site,))
    return [
        AliasRuleRow(
            row["rule"],
            tuple(json.loads(row["pages"])),
            tuple(json.loads(row["places"])),
            row["alike"],
            row["unlike"],
        )
        for row in rows
    ]


def keep_claim(connection: sqlite3.Connection, site: int, key: bytes, url: str) -> None:
    """Remember under which address the page of a key was visited first."""
    connection.execute(
        "INSERT INTO claims VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (site, key, url)
    )


def claimed_url(connection: sqlite3.Connection, site: int, key: bytes) -> str | None:
    """Return the address under which the page of a key was visited, or None."""
    row = connection.execute(
        "SELECT url FROM claims WHERE site = ? AND key = ?", (site, key)
    ).fetchone()
    return str(row["url"]) if row else None


def replace_claims(
    connection: sqlite3.Connection, site: int, claims: Iterable[tuple[bytes, str]]
) -> None:
    """Put a site's claims in the place of those before: the rules have changed."""
    connection.execute("DELETE FROM claims WHERE site = ?", (site,))
    connection.executemany(
        "INSERT INTO claims VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [(site, key, url) for key, url in claims],
    )
