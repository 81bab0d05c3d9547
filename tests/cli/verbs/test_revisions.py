"""`tidings revisions`: by id and by URL, for people and for programs."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tidings.settings.tree import StoreSettings
from tidings.store.database.database import open_database
from tidings.store.database.timestamps import from_seconds
from tidings.store.tables.articles.articles import keep_article, newest_articles

Tidings = Callable[..., Any]


@pytest.mark.usefixtures("home_copy")
def test_an_edit_is_shown_by_url_and_by_id(tidings: Tidings, tmp_path: Path) -> None:
    database = open_database(tmp_path / "home" / "tidings.db", StoreSettings())
    article = newest_articles(database.read(), 1)[0]
    edited = replace(article, title=f"{article.title} again")
    database.write(lambda db: keep_article(db, edited, from_seconds(0))).result()
    database.close()
    history = tidings("revisions", "--json", article.url).json
    assert history["revision"] == 2
    assert [run["text"] for run in history["revisions"][0]["title"]] == [article.title, " again"]
    assert tidings("revisions", "--json", article.id).json == history
    printed = tidings("revisions", article.id).out
    assert "1970-01-01 00:00 UTC: 0 words removed, 1 added" in printed
    assert "{+ again+}" in printed
    status = tidings("status", "--json").json
    assert (status["revisions"], status["rechecks"], status["deleted"]) == (1, 0, 0)
    summary = tidings("crawl", "--json", "--recheck").json
    assert {"looks", "revisions", "deletions"} <= set(summary)


def test_an_unknown_article_is_an_error(tidings: Tidings, world: list[str]) -> None:
    tidings("add", world[0])
    result = tidings("revisions", "https://nowhere.example/a")
    assert result.code == 1
    assert "there is no article" in result.err
