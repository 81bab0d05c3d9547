"""The verbs stories, story and rebuild on a home in which two articles cover one story."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tidings.cli.__main__ import main
from tidings.engine.process.home import ensure_home
from tidings.model.articles.article import Article
from tidings.read.url import article_id
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.articles import keep_article

NOW = datetime.now(UTC)
TEXT = (
    "The river Karl flooded nine villages near Saintevigne on Monday and 4,812 people were "
    "evacuated. Mayor Lena Thielmann said that the dyke at Vossberg had broken after midnight."
)


def _home(folder: Path) -> str:
    database = open_database(
        ensure_home(Settings(home=folder)).database, StoreSettings(commit_seconds=0.0)
    )
    for source in ("a.example", "b.example"):
        article = Article(
            article_id(f"https://{source}/x"), f"https://{source}/x", source,
            "The Karl floods nine villages", TEXT, "", "", NOW, None, NOW, (), "en", "",
            (), None, "", 30,
        )  # fmt: skip
        database.write(partial(keep_article, article=article, now=NOW)).result()
    database.close()
    return str(folder)


@dataclass(frozen=True)
class RebuiltHome:
    """A home after `tidings rebuild`, and what that command printed."""

    folder: str
    stories_before: Any
    report: Any


@pytest.fixture(scope="module")
def rebuilt(
    tmp_path_factory: pytest.TempPathFactory, tidings_in: Callable[[Path], Callable[..., Any]]
) -> RebuiltHome:
    folder = tmp_path_factory.mktemp("rebuilt")
    home, tidings = _home(folder / "home"), tidings_in(folder)
    before = tidings("stories", "--json").json
    report = tidings("rebuild", "--json")
    assert report.code == 0
    return RebuiltHome(home, before, report.json)


def json_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_rebuild_annotates_and_groups_what_was_only_stored(
    rebuilt: RebuiltHome, capsys: pytest.CaptureFixture[str]
) -> None:
    home, done = rebuilt.folder, rebuilt.report
    assert rebuilt.stories_before == []
    assert (done["articles"], done["left"], done["stories"]) == (2, 0, 1)
    (story,) = json_of(capsys, "stories", "--home", home)
    found = json_of(capsys, "story", str(story["id"]), "--home", home)
    assert len(found["timeline"]) == 2
    again = json_of(capsys, "rebuild", "--home", home)
    assert (again["articles"], again["left"]) == (0, 2)
    assert main(["story", str(story["id"]), "--home", home]) == 0
    assert "The Karl floods nine villages" in capsys.readouterr().out


def test_an_unknown_story_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = _home(tmp_path / "home")
    assert main(["story", "99", "--home", home]) == 1
    assert "no story 99" in capsys.readouterr().err


def test_an_export_includes_the_annotations(rebuilt: RebuiltHome, tmp_path: Path) -> None:
    file = tmp_path / "articles.jsonl"
    assert main(["export", "articles", "--home", rebuilt.folder, "-o", str(file)]) == 0
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    assert len({row["story"] for row in rows}) == 1
    assert all(row["summary"] and row["keyphrases"] and row["models"] for row in rows)


def test_the_jobs_of_a_rebuild_are_listed(
    rebuilt: RebuiltHome, capsys: pytest.CaptureFixture[str]
) -> None:
    jobs = json_of(capsys, "jobs", "--home", rebuilt.folder)
    first = next(job for job in reversed(jobs) if job["name"] == "annotate")
    assert (first["parts"], first["done"], first["failed"]) == (1, 2, 0)
    shown = json_of(capsys, "jobs", "show", str(first["id"]), "--home", rebuilt.folder)
    assert (shown["job"], len(shown["parts"]), shown["seconds_left"]) == (first, 1, None)
    assert main(["jobs", "--home", rebuilt.folder]) == 0
    assert "annotate" in capsys.readouterr().out
    assert main(["jobs", "show", str(first["id"]), "--home", rebuilt.folder]) == 0
    said = capsys.readouterr().err
    assert "2 of 2 items in 1 parts" in said
    assert "mapping took" in said
    assert main(["jobs", "show", "99", "--home", rebuilt.folder]) == 2
    assert "There is no job 99" in capsys.readouterr().err


def test_a_rebuild_can_be_limited_to_steps_and_says_what_engines_exist(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = _home(tmp_path / "home")
    done = json_of(capsys, "rebuild", "--only", "index", "--home", home)
    assert done["articles"] == 0
    done = json_of(capsys, "rebuild", "--skip", "annotate", "--skip", "links", "--home", home)
    assert (done["articles"], done["ranked"]) == (0, 0)
    with pytest.raises(SystemExit):
        main(["rebuild", "--engine", "abacus", "--home", home])
    assert "invalid choice: 'abacus'" in capsys.readouterr().err
