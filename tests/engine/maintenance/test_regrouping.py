"""Stories of a whole home, grouped again with near-duplicates that a job found."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.engine.reindexing.made_articles import made_article, opened_home

from tidings.engine.maintenance import reannotate
from tidings.engine.maintenance.reannotate import DuplicatePlaces, regroup_stories
from tidings.engine.process.home import Home
from tidings.engine.regrouping.found_duplicates import FoundDuplicates
from tidings.engine.runners.local_runner import LocalRunner
from tidings.group.duplicates.sketch import sketch_of
from tidings.group.stories.clipping import clipping_of
from tidings.model.articles.annotations import NOT_ANNOTATED
from tidings.model.articles.article import Article
from tidings.model.web.rights import Rights, RobotsMeta
from tidings.settings.tree import GroupSettings
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.articles.annotations import (
    PackedAnnotations,
    annotations_text,
    keep_annotations,
)
from tidings.store.tables.articles.articles import keep_article, set_rights
from tidings.store.tables.articles.former_stories import forget_stories
from tidings.text.parsing.parsed_text import parse_text

COUNT = 240
BEGAN = datetime(2025, 9, 1, tzinfo=UTC)
WINDOW = GroupSettings(window_days=9)
TABLES = {
    "memberships": "article",
    "likenesses": "article, other",
    "stories": "id",
    "story_changes": "seq",
}


@pytest.fixture(autouse=True)
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reannotate, "_GROUP_CHUNK", 10)
    monkeypatch.setattr(reannotate, "_BLOCK", 40)
    monkeypatch.setattr(reannotate, "_ENOUGH_FOR_PLACES", 0)


def copied_article(number: int, rng: Random) -> Article:
    """Return an article that often repeats an earlier one, within the window or after it."""
    own, at = made_article(number), BEGAN + timedelta(hours=6 * number + rng.randint(-40, 40))
    if number > 3 and rng.random() < 0.5:
        earlier = made_article(number - rng.randint(1, min(number, 60)))
        words = earlier.text.split(" ")
        words[rng.randrange(len(words))] = "changed"
        own = replace(own, text=" ".join(words), language=earlier.language)
    return replace(own, published=at, first_seen=at + timedelta(minutes=5))


def keep_all(database: Database) -> None:
    rng = Random(4)
    keep_articles(database, [copied_article(number, rng) for number in range(COUNT)])


def keep_articles(database: Database, articles: Sequence[Article]) -> None:
    def write(connection: Writer) -> None:
        for number, article in enumerate(articles):
            kept = keep_article(connection, article, article.first_seen)
            assert kept is not None
            title = parse_text(article.title, article.language)
            body = parse_text(article.text, article.language)
            packed = PackedAnnotations(
                annotations_text(NOT_ANNOTATED),
                sketch_of(title, body).packed() if number % 31 else b"",
                clipping_of(article, title, body).packed() if number % 37 else b"",
            )
            keep_annotations(connection, article.id, kept.revision, packed)

    database.write(write).result()


@pytest.fixture
def made(tmp_path: Path) -> Iterator[tuple[Home, Database]]:
    home, database = opened_home(tmp_path / "home")
    keep_all(database)
    yield home, database
    database.close()


def rows_of(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    """Return what grouping wrote, without the times of writing."""
    connection, found = database.read(), {}
    for table, order in TABLES.items():
        rows = connection.execute(f"SELECT * FROM {table} ORDER BY {order}").fetchall()
        found[table] = [tuple(row) for row in rows]
    return found


def duplicate_places(home: Home, database: Database, workers: int = 0) -> DuplicatePlaces:
    return DuplicatePlaces(lambda: nullcontext(LocalRunner(database, workers)), home)


def regroup(database: Database, places: DuplicatePlaces | None) -> dict[str, Any]:
    database.write(forget_everything).result()
    regroup_stories(database, WINDOW, lambda *_: None, places)
    return rows_of(database)


def forget_everything(connection: Writer) -> None:
    forget_stories(connection)
    for table in ("stories", "former_memberships", "story_changes"):
        connection.execute(f"DELETE FROM {table}")
    connection.execute("UPDATE counters SET value = 0 WHERE name IN ('story_id', 'story_change')")


def test_stories_are_the_same_wherever_their_near_duplicates_were_found(
    made: tuple[Home, Database],
) -> None:
    home, database = made
    expected = regroup(database, None)
    assert len(expected["likenesses"]) > 40
    for workers in (0, 2):
        places = duplicate_places(home, database, workers)
        found = regroup(database, places)
        for table in ("memberships", "likenesses", "stories"):
            assert found[table] == expected[table], table
        assert len(found["story_changes"]) == len(expected["story_changes"])
        assert not (home.folder / "jobs" / "duplicates").exists()


class Killed(BaseException):
    """As if the process were killed."""


@pytest.mark.parametrize("done", [3, 60])
def test_grouping_that_was_killed_ends_like_an_undisturbed_one(
    made: tuple[Home, Database], done: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, database = made
    expected = regroup(database, None)

    def kill(at: int, of: int) -> None:
        if at >= done:
            raise Killed

    places = duplicate_places(home, database)
    database.write(forget_everything).result()
    with pytest.raises(Killed):
        regroup_stories(database, WINDOW, kill, places)
    kept: list[str] = []
    original = FoundDuplicates.keep

    def keep(self: FoundDuplicates, part: str, found: Any) -> None:
        kept.append(part)
        original(self, part, found)

    monkeypatch.setattr(FoundDuplicates, "keep", keep)
    regroup_stories(database, WINDOW, lambda *_: None, places)
    assert len(kept) == (3 if done == 3 else 0)  # what was found is not found again
    assert rows_of(database)["likenesses"] == expected["likenesses"]
    assert partition(rows_of(database)) == partition(expected)


def partition(rows: dict[str, Any]) -> set[frozenset[str]]:
    """Return the stories as sets of articles; ids of stories that were seen are not used again."""
    stories: dict[int, set[str]] = {}
    for article, story, *_ in rows["memberships"]:
        stories.setdefault(story, set()).add(article)
    return set(map(frozenset, stories.values()))


def half_grouped_home(folder: Path) -> tuple[Home, Database]:
    """Return a home where articles wait: new ones, and those that were grouped and have changed."""
    home, database = opened_home(folder)
    rng = Random(4)
    articles = [copied_article(number, rng) for number in range(COUNT)]
    keep_articles(database, articles[: COUNT // 2])
    regroup_stories(database, WINDOW, lambda *_: None)
    waiting = articles[COUNT // 2 :]
    for each in articles[COUNT // 4 : COUNT // 2 : 5]:
        waiting.insert(rng.randrange(len(waiting)), replace(each, text=f"{each.text} Revised."))
    keep_articles(database, waiting)
    hidden = [each.id for each in articles[COUNT // 3 : COUNT // 2 : 7]]
    database.write(lambda connection: _hide(connection, hidden)).result()
    return home, database


def _hide(connection: Writer, ids: Sequence[str]) -> None:
    for each in ids:
        set_rights(connection, each, RobotsMeta(), Rights(), BEGAN, BEGAN)


@pytest.mark.parametrize("killed_at", [None, 1, 60])
def test_stories_of_a_grown_home_are_the_same_wherever_near_duplicates_were_found(
    tmp_path: Path, killed_at: int | None
) -> None:
    found: list[dict[str, Any]] = []
    for name in ("alone", "with-places"):
        home, database = half_grouped_home(tmp_path / name)
        before = len(rows_of(database)["likenesses"])
        places = None
        if name == "with-places":
            places = replace(duplicate_places(home, database), begins_anew=False)
        if killed_at is not None and (places or killed_at == 60):
            with pytest.raises(Killed):
                regroup_stories(database, WINDOW, _killing_at(killed_at), places)
            assert places is None or (home.folder / "jobs" / "duplicates").exists()
        regroup_stories(database, WINDOW, lambda *_: None, places)
        found.append(rows_of(database))
        assert len(found[-1]["likenesses"]) > before + 20
        assert not (home.folder / "jobs" / "duplicates").exists()
        database.close()
    for table in ("memberships", "likenesses", "stories"):
        assert found[1][table] == found[0][table], table


def _killing_at(number: int) -> Callable[[int, int], None]:
    def kill(done: int, of: int) -> None:
        if done >= number:
            raise Killed

    return kill
