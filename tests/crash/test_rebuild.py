"""kill -9 during a rebuild: it ends like an undisturbed one, and does no finished part again."""

import asyncio
import random
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.crash.crawl_process import crawl
from tests.crash.forking_process import forked
from tests.crash.rebuild_process import STAGES
from tests.crash.world_process import served_papers
from tests.engine.older_annotations import age_annotations
from tests.homes import copy_home

from tidings.engine.maintenance.doctor import examine
from tidings.engine.process.home import ensure_home
from tidings.engine.sources import source_list
from tidings.model.articles.article import Article
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.articles import kept_articles
from tidings.store.tables.articles.revisions import revision_count
from tidings.store.tables.jobs.job_rows import finished_parts, job_statuses

KILLED = -9
LATE = ("between-steps", "before-index-part", "after-index-part", "before-assembly", "in-assembly",
        "after-assembly", "before-switch", "after-switch")  # fmt: skip
EARLY = tuple(stage for stage in STAGES if stage not in LATE)


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home after an undisturbed crawl."""
    home = tmp_path_factory.mktemp("crawled") / "home"
    database = open_database(ensure_home(Settings(home=home)).database, StoreSettings())
    with served_papers(8) as papers:
        for paper in papers:
            source_list.add_source(database, paper, datetime.now(UTC))
        database.close()
        asyncio.run(crawl(home))
    return home


def damage(home: Path) -> None:
    """Leave a home as older code and older models would have left it."""
    database = open_database(home / "tidings.db", StoreSettings())
    for statement in (
        "UPDATE articles SET title = title || ' | The Paper', text = substr(text, 60)",
        "UPDATE articles SET published = NULL, tags = '[]' WHERE length(title) % 2 = 0",
    ):
        database.write(lambda db, text=statement: db.execute(text).rowcount).result()  # type: ignore[misc]
    database.write(age_annotations).result()
    database.close()


def articles_of(home: Path) -> dict[str, Article]:
    database = open_database(home / "tidings.db", StoreSettings())
    try:
        assert revision_count(database.read()) == 0
        return {each.id: replace(each, seq=0) for each in kept_articles(database.read())}
    finally:
        database.close()


def finished_in(home: Path) -> set[str]:
    """Return the parts that are finished, of jobs that are not."""
    database = open_database(home / "tidings.db", StoreSettings())
    try:
        connection = database.read()
        return {
            f"{job.id}:{key}".replace(" ", "_")
            for job in job_statuses(connection, 100)
            for key in finished_parts(connection, job.id)
        }
    finally:
        database.close()


def run(home: Path, stage: str, calls: int) -> int:
    """Rebuild until the end or until killed; check that no finished part was done again."""
    before = finished_in(home)
    code, finished = forked("tests.crash.rebuild_process").run(home, stage, calls)
    assert code in (0, KILLED), stage
    assert not before & set(finished), "a finished part was done again"
    assert set(finished) <= finished_in(home)
    return code


def assert_survives(crawled: Path, home: Path, seed: int) -> None:
    rng = random.Random(seed)
    copy_home(crawled, home)
    fresh = articles_of(home)
    damage(home)
    assert articles_of(home) != fresh
    deaths: Counter[str] = Counter()
    for stage in (*rng.sample(EARLY, len(EARLY)), *LATE):
        calls = rng.randint(1, 2) if stage in EARLY else 1
        deaths[stage] += run(home, stage, calls) == KILLED
    assert run(home, "none", 0) == 0
    assert deaths == Counter(STAGES.keys())
    assert articles_of(home) == fresh
    for check in examine(Settings(home=home)):
        assert check.healthy, check


@pytest.mark.timeout(300)
def test_a_rebuild_killed_at_every_stage_ends_like_an_undisturbed_one(
    crawled: Path, tmp_path: Path
) -> None:
    assert_survives(crawled, tmp_path / "home", seed=1)


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", range(2, 22))
def test_many_rebuilds_killed_at_every_stage_end_the_same(
    crawled: Path, tmp_path: Path, seed: int
) -> None:
    assert_survives(crawled, tmp_path / "home", seed)
