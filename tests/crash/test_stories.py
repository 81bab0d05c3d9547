"""kill -9 during story grouping and reannotation: every article ends in exactly one story."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.crash.forking_process import forked
from tests.crash.world_process import served_papers
from tests.engine.older_annotations import age_annotations
from tests.engine.sample_home import database_with, group_stories, sample_articles, story_partition

from tidings.engine.maintenance.doctor import examine
from tidings.engine.process.home import ensure_home
from tidings.engine.sources import source_list
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.database.statements import marks
from tidings.store.tables.articles.annotations import index_is_due

KILLED = -9
# The call at which the process dies: a crawl corrects its stories only when it ends.
GROUPING = (
    ("before-story", 2),
    ("after-story", 1),
    ("before-story-cursor", 1),
    ("after-story-cursor", 1),
    ("after-story-commit", 1),
    ("before-correction", 1),
    ("after-correction", 1),
)
REBUILDING = (
    ("before-keeping", 2),
    ("after-keeping", 1),
    ("after-annotating", 1),
    ("after-forgetting", 1),
    ("before-grouping", 2),
    ("after-grouping", 2),
    ("after-correction", 1),
    ("before-ids", 1),
    ("after-ids", 1),
)


@pytest.fixture(scope="module")
def papers() -> Iterator[list[str]]:
    with served_papers(8) as urls:
        yield urls


def run(program: str, home: Path, stage: str, calls: int) -> tuple[int, list[str]]:
    """Run a program; return its exit code and its output."""
    code, output = forked(f"tests.crash.{program}").run(home, stage, calls)
    assert code in (0, KILLED)
    return code, output


def assert_whole(database: Database) -> None:
    """Check that every article is in one story, and that every story counts its articles."""
    connection = database.read()
    articles = {row[0]: row[1] for row in connection.execute("SELECT id, source FROM articles")}
    members = [tuple(row) for row in connection.execute("SELECT article, story FROM memberships")]
    assert sorted(article for article, _ in members) == sorted(articles)
    query = "SELECT id, articles, sources, lead FROM stories WHERE merged_into IS NULL"
    stories = {row[0]: tuple(row)[1:] for row in connection.execute(query)}
    assert {story for _, story in members} == stories.keys()
    for story, (count, sources, lead) in stories.items():
        inside = [article for article, where in members if where == story]
        assert count == len(inside) > 0
        assert sources == len({articles[article] for article in inside})
        assert lead in inside


def _memberships(database: Database) -> set[tuple[str, int]]:
    rows = database.read().execute("SELECT article, story FROM memberships")
    return {(row[0], row[1]) for row in rows}


def assert_consistent(database: Database) -> None:
    """Check that stories and memberships agree; some articles may have no story yet."""
    connection = database.read()
    wrong = "SELECT count(*) FROM stories WHERE merged_into IS NULL AND articles <> "
    wrong += "(SELECT count(*) FROM memberships WHERE story = stories.id)"
    assert connection.execute(wrong).fetchone()[0] == 0
    lost = "SELECT count(*) FROM memberships WHERE story NOT IN "
    lost += "(SELECT id FROM stories WHERE merged_into IS NULL)"
    assert connection.execute(lost).fetchone()[0] == 0


@pytest.mark.timeout(300)
def test_a_crawl_killed_during_grouping_groups_all_articles(
    papers: list[str], tmp_path: Path
) -> None:
    home = tmp_path / "home"
    database = open_database(ensure_home(Settings(home=home)).database, StoreSettings())
    for paper in papers:
        source_list.add_source(database, paper, datetime.now(UTC))
    acknowledged: set[str] = set()
    for stage, calls in GROUPING:
        code, ids = run("crawl_process", home, stage, calls)
        assert code == KILLED, stage
        acknowledged.update(ids)
        assert_consistent(database)
    code, ids = run("crawl_process", home, "none", 0)
    assert code == 0
    assert_whole(database)
    kept_ids = {row[0] for row in database.read().execute("SELECT id FROM articles")}
    database.close()
    assert len(kept_ids) > 20
    assert acknowledged | set(ids) <= kept_ids
    for result in examine(Settings(home=home)):
        assert result.healthy, result


@pytest.mark.timeout(300)
def test_a_reannotation_killed_at_every_stage_continues(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home")
    database = database_with(settings, sample_articles())
    assert group_stories(database, settings) == []
    before, members = story_partition(database), _memberships(database)
    missing = [each.id for each in sample_articles()[:3]]
    delete = f"DELETE FROM annotations WHERE article IN ({marks(len(missing))})"
    database.write(lambda db: db.execute(delete, missing).rowcount).result()
    database.write(age_annotations).result()
    for stage, calls in REBUILDING:
        assert run("reannotate_process", settings.home, stage, calls)[0] == KILLED, stage
        assert_consistent(database)
    assert run("reannotate_process", settings.home, "none", 0) == (0, ["0"])
    assert_whole(database)
    assert story_partition(database) == before
    assert _memberships(database) == members  # all stories have their ids back
    assert index_is_due(database.read())
    database.close()
    for result in examine(settings):
        assert result.healthy or result.check == "index", result


def test_a_finished_reannotation_has_nothing_left_to_do(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home")
    database = database_with(settings, sample_articles(), annotated=False)
    assert run("reannotate_process", settings.home, "none", 0) == (
        0,
        [str(len(sample_articles()))],
    )
    assert_whole(database)
    assert run("reannotate_process", settings.home, "none", 0) == (0, ["0"])
    database.close()
