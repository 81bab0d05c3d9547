import math
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tidings.engine.process.home import ensure_home
from tidings.model.articles.article import Article
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.articles import keep_article

NOW = datetime(2026, 1, 2, tzinfo=UTC)
Tidings = Callable[..., Any]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with three articles and no index."""
    home = ensure_home(Settings(home=tmp_path / "home"))
    database = open_database(home.database, StoreSettings())
    for name, text in (("a", "Storm and storm."), ("b", "A storm."), ("c", "Calm weather.")):
        article = Article(
            f"id-{name}", f"http://a.example/{name}", "a.example", f"Title {name}", text, "", "",
            NOW, None, NOW, (), "en", "", (), None, "", 3,
        )  # fmt: skip
        database.write(lambda db, kept=article: keep_article(db, kept, NOW)).result()  # type: ignore[misc]
    database.close()
    return home.folder


def test_the_index_is_rebuilt_and_shown(home: Path, tidings: Tidings) -> None:
    built = tidings("index", "rebuild", "--json")
    assert built.code == 0
    assert (built.json["articles"], built.json["last_seq"]) == (3, 3)
    assert built.json["per_second"] > 0
    status = tidings("index", "status", "--json").json
    assert (status["articles"], status["last_seq"], status["languages"]) == (3, 3, ["en"])
    assert sum(one["articles"] for one in status["segments"]) == 3
    basic = tidings("index", "show", "Storms", "--json").json
    assert (basic["part"], basic["subject"], basic["articles"]) == ("basic", "storm", 3)
    assert {row["article"]: row["counts"]["body"] for row in basic["rows"]} == {
        "id-a": 2,
        "id-b": 1,
    }
    rarity = tidings("index", "show", "storm", "--part", "idf", "--json").json["rows"]
    assert rarity[0]["idf"] == pytest.approx(math.log(3 / 2))
    forward = tidings("index", "show", "id-c", "--json").json
    assert forward["part"] == "forward"
    assert {row["term"] for row in forward["rows"]} >= {"calm", "weather"}


def test_people_get_tables(home: Path, tidings: Tidings) -> None:
    assert tidings("index", "rebuild").code == 0
    shown = tidings("index", "show", "--part", "docw", "--limit", "2")
    assert "id-c" in shown.out
    assert "2 shown, 3 articles" in shown.err
    assert "generation" in tidings("index", "status").out


def test_an_article_that_is_not_indexed_is_an_error(home: Path, tidings: Tidings) -> None:
    tidings("index", "rebuild")
    missing = tidings("index", "show", "nobody", "--part", "forward")
    assert missing.code == 2
    assert "No article nobody" in missing.err
    nothing = tidings("index", "show", "nobody", "--json")
    assert (nothing.code, nothing.json["rows"]) == (0, [])
