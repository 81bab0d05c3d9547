"""The verb search, on a home filled through the store."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.factories import make_article

from tidings.engine.process.home import Home, ensure_home
from tidings.model.articles.article import Article
from tidings.search.entries.entry import entry_of
from tidings.search.entries.schema import DATES_ALL_VERSION
from tidings.search.index.search_index import Index
from tidings.settings.tree import SearchSettings, Settings, StoreSettings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.articles import articles_after, keep_article

Tidings = Callable[..., Any]


def article(url: str, title: str, text: str) -> Article:
    now = datetime.now(UTC)
    published = now - timedelta(hours=3)
    fields = {"published": published, "first_seen": now, "section": "Harbour"}
    return make_article(url, title, text, **fields)


@pytest.fixture
def ferries(tmp_path: Path) -> None:
    home = ensure_home(Settings(home=tmp_path / "home"))
    database = open_database(home.database, StoreSettings(commit_seconds=0.0))
    for one in (
        article("https://post.example/a", "Ferry line reopens", "The ferry sails. \x1b[31mRed."),
        article("https://post.example/b", "Strike at the harbour", "No ferry sails on Friday."),
        article("https://other.example/c", "Chess", "Nobody won the match."),
    ):
        keep = partial(keep_article, article=one, now=datetime.now(UTC))
        database.write(keep).result()
    index = Index.open(home.index, SearchSettings(), writable=True)
    index.add([entry_of(each) for each in articles_after(database.read(), 0, 10)])
    index.commit()
    index.close()
    database.close()


@pytest.mark.usefixtures("ferries")
def test_a_note_about_the_whole_query_quotes_nothing(tidings: Tidings) -> None:
    result = tidings("search", "harbour", "--more-like", "nope")
    assert "No article has the id nope" in result.err
    assert "''" not in result.err


@pytest.mark.usefixtures("ferries")
def test_a_lost_index_says_how_to_rebuild_it(tidings: Tidings, tmp_path: Path) -> None:
    (tmp_path / "home/index/current").unlink()
    result = tidings("search", "harbour")
    assert result.code == 1
    assert "there is no index" in result.err
    assert "'tidings index rebuild' rebuilds it" in result.err
    assert tidings("index", "rebuild").code == 0
    assert tidings("search", "harbour", "--json").json["total"] == 1


@pytest.mark.usefixtures("ferries")
def test_a_search_explains_itself(tidings: Tidings) -> None:
    result = tidings("search", "ferry", "last 7 days", "--explain", "--facets")
    assert result.code == 0
    assert result.out.index("Ferry line reopens") < result.out.index("Strike at the harbour")
    assert "Chess" not in result.out
    assert "why: relevance" in result.out
    assert "ferry, weight" in result.out or "ferri, weight" in result.out
    assert "1 in title" in result.out
    assert "recency" in result.out
    assert "post.example" in result.out.partition("source")[2]
    assert "understood 'last 7 days'" in result.err
    assert "2 found" in result.err
    assert "\x1b" not in result.out  # neither ours, to a pipe, nor any of the web's


@pytest.mark.usefixtures("ferries")
def test_json_has_facets_and_reasons_on_request(tidings: Tidings) -> None:
    plain = tidings("search", "ferry", "--json").json
    liked = plain["hits"][1]["id"]
    flags = ("--facets", "--explain", "--model", "bm25", "--more-like", liked, "--less-like", "x")
    answer = tidings("search", "ferry", "--json", *flags).json
    assert answer["model"] == "bm25"
    assert {"facets", "timeline"} <= set(answer)
    assert answer["facets"]["source"] == [{"value": "post.example", "count": 2}]
    assert answer["hits"][0]["breakdown"]["model"] == "bm25"
    assert "breakdown" not in plain["hits"][0]
    assert tidings("search", "ferry", "--model", "magic").code == 2


@pytest.fixture
def undated(tmp_path: Path) -> Home:
    """A home with two articles, one of them without a date; both were first seen just now."""
    home = ensure_home(Settings(home=tmp_path / "home"))
    database = open_database(home.database, StoreSettings(commit_seconds=0.0))
    dated = article("https://post.example/a", "Ferry line reopens", "The ferry sails.")
    old = article("https://post.example/b", "Old ferry", "The ferry sailed once.")
    for one in (dated, replace(old, published=None)):
        database.write(partial(keep_article, article=one, now=datetime.now(UTC))).result()
    index = Index.open(home.index, SearchSettings(), writable=True)
    index.add([entry_of(each) for each in articles_after(database.read(), 0, 10)])
    index.commit()
    index.close()
    database.close()
    return home


def _titles(result: Any) -> list[str]:
    return [hit["title"] for hit in result.json["hits"]]


@pytest.mark.usefixtures("undated")
def test_an_undated_article_passes_no_filter_by_date(tidings: Tidings) -> None:
    assert _titles(tidings("search", "ferry", "--since", "3d", "--json")) == ["Ferry line reopens"]
    assert _titles(tidings("search", "ferry", "--until", "2099-01-01", "--json")) == [
        "Ferry line reopens"
    ]
    assert _titles(tidings("search", "ferry since:3d", "--json")) == ["Ferry line reopens"]
    exported = tidings("export", "articles", "--since", "3d").out.splitlines()
    assert len(exported) == 1
    assert len(tidings("export", "articles").out.splitlines()) == 2


@pytest.mark.usefixtures("undated")
def test_an_undated_article_is_sorted_by_its_first_sight_and_says_so(tidings: Tidings) -> None:
    result = tidings("search", "ferry", "--sort", "date", "--json")
    assert _titles(result) == ["Old ferry", "Ferry line reopens"]
    assert [hit["date_from"] for hit in result.json["hits"]] == ["first_seen", "published"]
    assert f"undated, first seen {datetime.now(UTC):%Y-%m}" in tidings("search", "ferry").out


def test_an_index_of_the_last_version_finds_undated_articles_by_no_date_either(
    tidings: Tidings, undated: Home
) -> None:
    index = Index.open(undated.index, SearchSettings(), writable=True)
    database = open_database(undated.database, StoreSettings())
    articles = articles_after(database.read(), 0, 10)
    index.add([replace(entry_of(each), is_dated=True) for each in articles])
    index.commit()
    (index.view.folder / "tidings-version").write_text(DATES_ALL_VERSION, encoding="ascii")
    index.close()
    database.close()
    assert _titles(tidings("search", "ferry", "--since", "3d", "--json")) == ["Ferry line reopens"]
    assert tidings("search", "ferry", "--json").json["total"] == 2
    assert tidings("index", "rebuild").code == 0
    assert _titles(tidings("search", "ferry", "--since", "3d", "--json")) == ["Ferry line reopens"]
