"""kill -9 during an ingest: it ends like an undisturbed one, and does no finished part again."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.crash.forking_process import forked
from tests.crash.ingest_process import STAGES
from tests.engine.ingesting.archives import pages, trec_text, warc

from tidings.model.articles.article import Article
from tidings.search.index.search_index import Index
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.articles import kept_articles
from tidings.store.tables.articles.revisions import revision_count
from tidings.store.tables.jobs.job_rows import finished_parts, job_statuses

KILLED = -9
QUICK = ("while-looking", "after-archiving", "between-output-and-record", "before-index")
RUN = "tests.crash.ingest_process"


def archives(folder: Path) -> None:
    """Write two archives of five pages, of which the second repeats two, and some newswire."""
    files = folder / "files"
    files.mkdir()
    warc(files / "a.warc.gz", pages(5))
    warc(files / "b.warc", pages(5, start=3), gzipped=False)
    trec_text(files / "c.gz", range(3))


def articles_of(home: Path) -> dict[str, Article]:
    database = open_database(home / "tidings.db", StoreSettings())
    try:
        assert revision_count(database.read()) == 0
        return {each.id: replace(each, seq=0) for each in kept_articles(database.read())}
    finally:
        database.close()


def finished_in(home: Path) -> set[str]:
    """Return the parts that are finished."""
    if not home.exists():
        return set()
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


def indexed_in(home: Path) -> int:
    index = Index.open(home / "index", Settings().search, writable=False)
    try:
        return index.view.count()
    finally:
        index.close()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Article]:
    folder = tmp_path_factory.mktemp("undisturbed")
    archives(folder)
    assert forked(RUN).run(folder / "home", "none", 0)[0] == 0
    return articles_of(folder / "home")


@pytest.mark.parametrize(
    "stage",
    [each if each in QUICK else pytest.param(each, marks=pytest.mark.slow) for each in STAGES],
)
def test_a_killed_ingest_goes_on(
    tmp_path: Path, stage: str, undisturbed: dict[str, Article]
) -> None:
    archives(tmp_path)
    home = tmp_path / "home"
    calls = 2 if stage not in ("before-stories", "before-index", "before-the-end") else 1
    assert forked(RUN).run(home, stage, calls)[0] == KILLED
    before = finished_in(home)
    code, finished = forked(RUN).run(home, "none", 0)
    assert code == 0
    assert not before & set(finished), "a finished part was done again"
    assert articles_of(home) == undisturbed
    assert indexed_in(home) == len(undisturbed)
    assert not list((home / "jobs").iterdir())
