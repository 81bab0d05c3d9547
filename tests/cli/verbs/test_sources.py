"""The verbs pause, resume, retry, delete and compact."""

import pytest
from tests.cli.conftest import Tidings

pytestmark = pytest.mark.usefixtures("home_copy")


def test_a_source_is_paused_retried_and_resumed(tidings: Tidings, world: list[str]) -> None:
    assert tidings("pause", "--json", world[0]).json == {"paused": world[0], "new": True}
    assert tidings("sources", "--json").json[0]["paused"] is not None
    assert "paused" in tidings("sources").out
    assert tidings("status", "--json").json["paused"] == 1
    assert any("paused" in reason for reason in tidings("why", "--json", world[0]).json["reasons"])
    refused = tidings("retry", world[0])
    assert (refused.code, "tidings resume" in refused.err) == (2, True)
    resumed = tidings("resume", "--json", world[0]).json
    assert resumed == {"resumed": world[0], "was_paused": True}
    assert tidings("retry", "--json", world[0]).json["retried"] == world[0]
    assert tidings("pause", "https://nowhere.example/").code == 2


def test_an_article_is_deleted_and_compacted_away(tidings: Tidings) -> None:
    found = tidings("search", "--json", "--limit", "1", "the").json["hits"][0]
    deleted = tidings("delete", "--json", "--yes", found["id"])
    assert (deleted.code, deleted.json["was_known"]) == (0, True)
    assert tidings("revisions", found["url"]).code == 1
    assert found["url"] not in tidings("export", "articles").out
    assert "deleted here" in tidings("why", found["url"]).out
    assert tidings("compact", "--json").json["records"] == 1
    assert tidings("compact", "--json").json["files"] == 0
    assert tidings("doctor").code == 0
    assert tidings("delete", "https://nowhere.example/").code == 2


def test_a_source_is_deleted_with_its_articles(tidings: Tidings, world: list[str]) -> None:
    articles = tidings("status", "--json").json["articles"]
    deleted = tidings("delete", "--json", "--source", world[0])
    assert deleted.json == {"deleted": world[0], "articles": articles}
    assert tidings("status", "--json").json["articles"] == 0
    assert tidings("sources", "--json").json == []
