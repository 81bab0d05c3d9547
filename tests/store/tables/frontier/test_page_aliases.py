from functools import partial

from tidings.model.crawl.alias_rule import AliasRule
from tidings.store.database.database import Database
from tidings.store.tables.frontier.page_aliases import (
    alias_rules_of_site,
    claimed_url,
    fingerprinted_urls,
    keep_alias_rule,
    keep_claim,
    keep_fingerprint,
    replace_claims,
    url_of_fingerprint,
)


def test_the_first_url_of_a_page_is_remembered(database: Database) -> None:
    kept = [
        database.write(
            partial(keep_fingerprint, site=1, fingerprint=b"look", url=url, is_article=True)
        ).result()
        for url in ("https://a.example/1", "https://a.example/2")
    ]
    assert kept == [True, False]
    assert url_of_fingerprint(database.read(), 1, b"look") == "https://a.example/1"
    assert url_of_fingerprint(database.read(), 2, b"look") is None


def test_fingerprints_are_listed_by_kind(database: Database) -> None:
    database.write(lambda db: keep_fingerprint(db, 1, b"a", "article", True)).result()
    database.write(lambda db: keep_fingerprint(db, 1, b"b", "other", False)).result()
    assert sorted(fingerprinted_urls(database.read(), 1)) == ["article", "other"]
    assert list(fingerprinted_urls(database.read(), 1, articles=True)) == ["article"]
    assert list(fingerprinted_urls(database.read(), 1, articles=False)) == ["other"]


def test_evidence_on_a_rule_replaces_what_was_known(database: Database) -> None:
    for alike in (1, 2):
        row = AliasRule("parameter sid", ("p",), ("a", "b"), alike, 0)
        database.write(partial(keep_alias_rule, site=1, row=row)).result()
    assert alias_rules_of_site(database.read(), 1) == [row]


def test_claims_are_replaced_together(database: Database) -> None:
    database.write(lambda db: keep_claim(db, 1, b"k", "first")).result()
    database.write(lambda db: keep_claim(db, 1, b"k", "second")).result()
    assert claimed_url(database.read(), 1, b"k") == "first"
    claims = [(b"l", "third"), (b"l", "fourth")]
    database.write(lambda db: replace_claims(db, 1, claims)).result()
    assert claimed_url(database.read(), 1, b"k") is None
    assert claimed_url(database.read(), 1, b"l") == "third"
