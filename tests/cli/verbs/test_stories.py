"""The verbs stories, story and rebuild on a home in which two articles tell one story."""

import json
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tidings.cli.__main__ import main
from tidings.engine.process.home import ensure_home
from tidings.model.articles.article import Article
from tidings.settings.tree import StoreSettings
from tidings.store.database.sqlite import Database
from tidings.store.tables.articles.articles import keep_article

NOW = datetime.now(UTC)
TEXT = (
    "The river Karl flooded nine villages near Saintevigne on Monday and 4,812 people were "
    "evacuated. Mayor Lena Thielmann said that the dyke at Vossberg had broken after midnight."
)


@pytest.fixture
def home(tmp_path: Path) -> str:
    database = Database(ensure_home(tmp_path / "home").database, StoreSettings(commit_seconds=0.0))
    for source in ("a.example", "b.example"):
        article = Article(
            f"{source:>16}", f"https://{source}/x", source, "The Karl floods nine villages", TEXT,
            "", "", NOW, None, NOW, (), "en", "", (), None, "", 30,
        )  # fmt: skip
        database.write(partial(keep_article, article=article, now=NOW)).result()
    database.close()
    return str(tmp_path / "home")


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_what_was_kept_before_is_understood_by_rebuild(
    home: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(capsys, "stories", "--home", home) == []
    done = asked(capsys, "rebuild", "--home", home)
    assert (done["articles"], done["left"], done["stories"]) == (2, 0, 1)
    (story,) = asked(capsys, "stories", "--home", home)
    told = asked(capsys, "story", str(story["id"]), "--home", home)
    assert len(told["timeline"]) == 2
    again = asked(capsys, "rebuild", "--home", home)
    assert (again["articles"], again["left"]) == (0, 2)
    assert main(["story", str(story["id"]), "--home", home]) == 0
    assert "The Karl floods nine villages" in capsys.readouterr().out


def test_a_story_that_is_none_is_told(home: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["story", "99", "--home", home]) == 1
    assert "no story 99" in capsys.readouterr().err


def test_an_export_has_what_was_understood(home: str, tmp_path: Path) -> None:
    assert main(["rebuild", "--home", home]) == 0
    file = tmp_path / "articles.jsonl"
    assert main(["export", "articles", "--home", home, "-o", str(file)]) == 0
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    assert len({row["story"] for row in rows}) == 1
    assert all(row["summary"] and row["keyphrases"] and row["models"] for row in rows)
