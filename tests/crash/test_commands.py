"""kill -9 around commands and compaction: executed and answered once, or still waiting."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.crash.command_process import COMMAND_STAGES, COMPACTION_STAGES
from tests.crash.crawl_process import SERVER_STAGES
from tests.crash.forking_process import forked
from tests.crash.test_kill import KILLED, follow, run_crawl
from tests.crash.world_process import served_papers
from tests.homes import copy_home

from tidings.engine.maintenance.doctor import examine
from tidings.engine.process.home import Home
from tidings.engine.process.home_archive import archive_of
from tidings.model.crawl.source_settings import SourceSettings
from tidings.read.url import article_id
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.archive.warc_files import ArchiveReader
from tidings.store.database.database import Database, open_database
from tidings.store.tables.articles.articles import article_ids, kept_articles
from tidings.store.tables.commands.command_rows import next_command
from tidings.store.tables.sources.sources import followed_sources


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home with the articles of some papers, which every test copies."""
    home = tmp_path_factory.mktemp("crawled") / "home"
    with served_papers(12) as papers:
        follow(home, papers)
        assert run_crawl(home, "none", 0)[0] == 0
        yield home


@pytest.fixture
def home(crawled: Path, tmp_path: Path) -> Path:
    copy_home(crawled, tmp_path / "home")
    return tmp_path / "home"


@contextmanager
def opened(home: Path) -> Iterator[Database]:
    database = open_database(home / "tidings.db", StoreSettings())
    yield database
    database.close()


def run(home: Path, stage: str, words: str, calls: int = 1) -> int:
    code, _ = forked("tests.crash.command_process").run(home, f"{stage} {words}", calls)
    assert code in (0, KILLED)
    return code


def sources_of(home: Path) -> dict[str, int]:
    """Return the followed sources with the number of articles of each domain."""
    with opened(home) as database:
        articles = [each.source for each in kept_articles(database.read())]
        followed = followed_sources(database.read())
    return {source.url: articles.count(source.domain) for source in followed}


def unpurged(home: Path) -> int:
    """Return how many deleted articles still have rows."""
    with opened(home) as database:
        left = "SELECT count(*) FROM takedowns WHERE purged = 0"
        return int(database.read().execute(left).fetchone()[0])


def assert_settled(home: Path, commands: int) -> None:
    """No command waits, each was answered, and all stores agree."""
    with opened(home) as database:
        connection = database.read()
        rows = connection.execute("SELECT state, answer FROM commands").fetchall()
        assert len(rows) == commands
        assert all(row["state"] == "done" and row["answer"] for row in rows)
    assert_agreement(home)


def assert_agreement(home: Path) -> None:
    """No command waits, nothing deleted is left or revived, and all stores agree."""
    with opened(home) as database:
        connection = database.read()
        assert next_command(connection) is None
        assert unpurged(home) == 0
        assert not set(article_ids(connection)) & {
            row[0] for row in connection.execute("SELECT article FROM takedowns")
        }
    for result in examine(Settings(home=home)):
        assert result.healthy, result


@pytest.mark.timeout(300)
@pytest.mark.parametrize("stage", [*COMMAND_STAGES, *SERVER_STAGES[1:]])
def test_a_source_is_deleted_once_and_completely_wherever_its_issuer_is_killed(
    home: Path, stage: str
) -> None:
    source, number = max(sources_of(home).items(), key=lambda each: each[1])
    assert number > 2
    assert run(home, stage, f"delete-source {source}", calls=1) == KILLED
    # Whoever comes next executes what was left, before its own command.
    other = next(url for url in sources_of(home) if url != source)
    assert run(home, "none", f"retry {other}") == 0
    assert_settled(home, 2)
    left = sources_of(home)
    assert source not in left
    with opened(home) as database:
        domain = next(row[0] for row in database.read().execute(
            "SELECT domain FROM sites WHERE url = ?", (source,)))  # fmt: skip
        assert not [a for a in kept_articles(database.read()) if a.source == domain]


@pytest.mark.timeout(300)
def test_a_long_delete_goes_on_after_each_of_many_kills_and_is_hidden_from_the_first(
    home: Path,
) -> None:
    source, number = max(sources_of(home).items(), key=lambda each: each[1])
    assert run(home, "between-two-parts", f"delete-source {source}", calls=2) == KILLED
    with opened(home) as database:
        domain = next(row[0] for row in database.read().execute(
            "SELECT domain FROM sites WHERE url = ?", (source,)))  # fmt: skip
        stored = "SELECT count(*) FROM articles WHERE source = ?"
        assert database.read().execute(stored, (domain,)).fetchone()[0] == number
        assert not [a for a in kept_articles(database.read()) if a.source == domain]
    kills, other = 1, next(iter(sources_of(home)))
    while unpurged(home):
        assert run(home, "between-two-parts", f"pause {other}", calls=2) == KILLED
        kills += 1
    assert kills > number / 2
    assert run(home, "none", f"resume {other}") == 0
    assert_settled(home, kills + 1)
    with opened(home) as database:
        assert database.read().execute(stored, (domain,)).fetchone()[0] == 0


@pytest.mark.timeout(300)
@pytest.mark.parametrize("stage", COMMAND_STAGES)
def test_a_killed_import_adds_each_source_once(home: Path, stage: str) -> None:
    feeds = [f"https://paper{number}.example/feed" for number in range(5)]
    before = set(sources_of(home))
    assert run(home, stage, f"import {' '.join(feeds)}") == KILLED
    assert run(home, "none", f"pause {feeds[0]}") == 0
    assert_settled(home, 2)
    assert set(sources_of(home)) == before | set(feeds)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("stage", COMMAND_STAGES)
def test_settings_hold_whole_wherever_their_issuer_is_killed(home: Path, stage: str) -> None:
    source, other, *_ = sources_of(home)
    words = f"set {source} delay=3 languages=en,de exclude=/a/*"
    assert run(home, stage, words) == KILLED
    assert run(home, "none", f"set {other} delay=7") == 0
    assert_settled(home, 2)
    with opened(home) as database:
        settings = {each.url: each.settings for each in followed_sources(database.read())}
    assert settings[source] == SourceSettings(3.0, False, ("en", "de"), (), ("/a/*",))
    assert settings[other] == SourceSettings(7.0)


@pytest.mark.timeout(300)
def test_the_next_crawl_executes_what_a_killed_issuer_left(home: Path) -> None:
    source = next(iter(sources_of(home)))
    assert run(home, "after-its-row", f"delete-source {source}") == KILLED
    assert run_crawl(home, "none", 0)[0] == 0
    assert_settled(home, 1)
    assert source not in sources_of(home)


def copies(home: Path) -> dict[str, bytes]:
    """Return the archived copies that URLs refer to, by URL."""
    with opened(home) as database:
        archive = archive_of(Home(home), database)
        rows = database.read().execute("SELECT url FROM urls WHERE file IS NOT NULL").fetchall()
        found = {row[0]: [archive.read(c.place).body for c in archive.find(row[0])] for row in rows}
    return {url: bodies[-1] for url, bodies in found.items() if bodies}


@pytest.mark.timeout(300)
def test_a_compaction_killed_at_every_step_loses_nothing_but_what_was_deleted(
    home: Path,
) -> None:
    with opened(home) as database:
        urls = [article.url for article in kept_articles(database.read())][::3]
    for url in urls:
        assert run(home, "none", f"delete {url}") == 0
    before = copies(home)
    assert len(before) > 5
    deaths = [run(home, stage, "compact") for stage in COMPACTION_STAGES]
    assert deaths == [KILLED] * len(COMPACTION_STAGES)
    assert copies(home) == before
    assert run(home, "none", "compact") == 0
    assert copies(home) == before
    archive = ArchiveReader(home / "archive")
    assert archive.check() == []
    assert not any(list(archive.find(url)) for url in urls)
    assert run_crawl(home, "none", 0)[0] == 0
    with opened(home) as database:
        assert not {article_id(url) for url in urls} & set(article_ids(database.read()))
    assert copies(home).items() >= before.items()
