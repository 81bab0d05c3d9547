"""Tables for pages that a site shows under several URLs: fingerprints and learned rules."""

import json
from collections.abc import Iterable, Iterator

from tidings.model.crawl.alias_rule import AliasRule
from tidings.store.database.session import Reader, Writer
from tidings.store.database.statements import upsert

_KEEP_RULE = upsert("rules", "site, rule", "pages, places, alike, unlike")
_MAX_FINGERPRINTS = 50_000  # pages to test a rule on: takes a second, once per rule


def url_of_fingerprint(connection: Reader, site: int, fingerprint: bytes) -> str | None:
    """Return the first URL of the site with a page of this fingerprint."""
    row = connection.execute(
        "SELECT url FROM prints WHERE site = ? AND look = ?", (site, fingerprint)
    ).fetchone()
    return str(row["url"]) if row else None


def keep_fingerprint(
    connection: Writer, site: int, fingerprint: bytes, url: str, is_article: bool
) -> bool:
    """Store the first URL of a page; False if one is known."""
    cursor = connection.execute(
        "INSERT INTO prints VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (site, fingerprint, url, is_article),
    )
    return cursor.rowcount == 1


def move_fingerprint(connection: Writer, site: int, fingerprint: bytes, url: str) -> None:
    """Give the page of a fingerprint another first URL."""
    connection.execute(
        "UPDATE prints SET url = ? WHERE site = ? AND look = ?", (url, site, fingerprint)
    )


def fingerprinted_urls(
    connection: Reader, site: int, articles: bool | None = None
) -> Iterator[str]:
    """Iterate over the first URLs of a site's pages: all, articles only, or all but articles."""
    rows = connection.execute(
        "SELECT url FROM prints WHERE site = ? AND article = coalesce(?, article) "
        "ORDER BY look LIMIT ?",
        (site, articles, _MAX_FINGERPRINTS),
    )
    return (str(row["url"]) for row in rows)


def keep_alias_rule(connection: Writer, site: int, row: AliasRule) -> None:
    """Store the evidence on a rule, replacing what was known."""
    connection.execute(
        _KEEP_RULE,
        (site, row.rule, json.dumps(row.pages), json.dumps(row.places), row.alike, row.unlike),
    )


def alias_rules_of_site(connection: Reader, site: int) -> list[AliasRule]:
    """Return all rules with any evidence on a site."""
    rows = connection.execute("SELECT * FROM rules WHERE site = ? ORDER BY rule", (site,))
    return [
        AliasRule(
            row["rule"],
            tuple(json.loads(row["pages"])),
            tuple(json.loads(row["places"])),
            row["alike"],
            row["unlike"],
        )
        for row in rows
    ]


def keep_claim(connection: Writer, site: int, key: bytes, url: str) -> None:
    """Store the URL under which the page of a key was visited first."""
    connection.execute(
        "INSERT INTO claims VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (site, key, url)
    )


def claimed_url(connection: Reader, site: int, key: bytes) -> str | None:
    """Return the URL under which the page of a key was visited, or None."""
    row = connection.execute(
        "SELECT url FROM claims WHERE site = ? AND key = ?", (site, key)
    ).fetchone()
    return str(row["url"]) if row else None


def has_claims(connection: Reader, site: int) -> bool:
    """Return whether any page of a site has a key."""
    row = connection.execute("SELECT 1 FROM claims WHERE site = ? LIMIT 1", (site,)).fetchone()
    return row is not None


def replace_claims(connection: Writer, site: int, claims: Iterable[tuple[bytes, str]]) -> None:
    """Replace all claims of a site, after the rules changed."""
    connection.execute("DELETE FROM claims WHERE site = ?", (site,))
    connection.executemany(
        "INSERT INTO claims VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [(site, key, url) for key, url in claims],
    )
