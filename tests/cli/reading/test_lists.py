"""The verbs changes, entities and stats on a home that was crawled from a paper."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tidings.settings.tree import StoreSettings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.articles import keep_article, newest_articles
from tidings.store.tables.articles.revisions import add_tombstone

Tidings = Callable[..., Any]


@pytest.mark.usefixtures("home_copy")
def test_edits_and_deletions_are_listed(tidings: Tidings, tmp_path: Path) -> None:
    database = open_database(tmp_path / "home" / "tidings.db", StoreSettings())
    first, second = newest_articles(database.read(), 2)
    edited = replace(first, title=f"{first.title} in 1234")
    now = datetime.now(UTC)
    database.write(lambda db: keep_article(db, edited, now)).result()
    database.write(lambda db: add_tombstone(db, second.id, now, 410, "gone")).result()
    database.close()
    found = tidings("changes", "--json").json
    assert {tuple(each["kinds"]) for each in found} == {("headline", "figures"), ("deletion",)}
    (headline,) = tidings("changes", "--json", "--kind", "headline", "--limit", "1").json
    assert headline["article"] == first.id
    printed = tidings("changes", "--since", "1d").out
    assert "{+ in 1234+}" in printed
    assert second.url in printed
    assert tidings("changes", "--source", "unknown.example").err == "no changes found\n"


@pytest.mark.usefixtures("home_copy")
def test_names_are_listed_and_shown_over_time(tidings: Tidings) -> None:
    found = tidings("entities", "--json", "--limit", "3").json
    assert [each["articles"] for each in found] == sorted(
        (each["articles"] for each in found), reverse=True
    )
    one = tidings("entities", "--json", found[0]["key"]).json
    assert (one["key"], one["kind"]) == (found[0]["key"], found[0]["kind"])
    assert one["articles"] >= found[0]["articles"]
    assert found[0]["name"] in tidings("entities").out
    assert found[0]["name"] in tidings("entities", found[0]["key"]).out
    unknown = tidings("entities", "person:nobody at all")
    assert (unknown.code, "no article mentions" in unknown.err) == (1, True)


@pytest.mark.usefixtures("home_copy")
def test_statistics_are_printed(tidings: Tidings) -> None:
    found = tidings("stats", "--json").json
    status = tidings("status", "--json").json
    assert found["seen"] == status["articles"]
    assert sum(each["articles"] for each in found["per_language"]) == found["articles"]
    delays = found["delays"]
    left_out = ("found_late", "undated", "dated_ahead", "unknown")
    assert delays["searchable"]["count"] + sum(delays[name] for name in left_out) == found["seen"]
    printed = tidings("stats").out
    assert "seconds until searchable" in printed
