"""kill -9 at every stage: nothing acknowledged is lost or duplicated, and all stores agree."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.crash.crawl_process import SERVER_STAGES
from tests.crash.forking_process import forked
from tests.crash.world_process import served_papers

from tidings.engine.maintenance.doctor import examine
from tidings.engine.process.home import ensure_home
from tidings.engine.sources import source_list
from tidings.engine.state.focus_learning import load_focus
from tidings.engine.state.site_memory import load_site_memory
from tidings.model.crawl.source import SourceFocus
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.archive.warc_files import ArchiveReader
from tidings.store.database.database import open_database
from tidings.store.tables.articles.articles import article_count, article_ids
from tidings.store.tables.sources.learned_focuses import learned_focus_counts
from tidings.store.tables.sources.site_memory import site_memory_counts

STAGES = (
    "before-fetch", "after-fetch", "before-read", "after-read", "before-archive",
    "after-archive", "before-sync", "between-sync-and-commit", "after-commit", "before-index",
    "after-index", "before-index-commit", "between-index-halves", "after-index-commit",
    "before-numbering", "after-numbering", *SERVER_STAGES,
)  # fmt: skip
KILLED = -9
TOPIC = SourceFocus("election vote ballot")


@dataclass(frozen=True)
class Kept:
    """What a home contains at the end."""

    ids: tuple[str, ...]
    urls: frozenset[str]


@pytest.fixture(scope="module")
def papers() -> Iterator[list[str]]:
    with served_papers(16) as urls:
        yield urls


@pytest.fixture(scope="module")
def reference(papers: list[str], tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """What an undisturbed crawl keeps."""
    home = tmp_path_factory.mktemp("reference") / "home"
    follow(home, papers)
    assert run_crawl(home, "none", 0)[0] == 0
    kept = kept_in(home)
    assert len(kept.ids) > 3
    return kept


def follow(home: Path, papers: list[str]) -> None:
    database = open_database(ensure_home(Settings(home=home)).database, StoreSettings())
    for paper in papers:
        source_list.add_source(database, paper, datetime.now(UTC))
    database.close()


def run_crawl(home: Path, stage: str, calls: int) -> tuple[int, set[str]]:
    """Run a crawl process; return its exit code and what it acknowledged."""
    code, acknowledged = forked("tests.crash.crawl_process").run(home, stage, calls)
    assert code in (0, KILLED)
    return code, set(acknowledged)


def kept_in(home: Path) -> Kept:
    """Check that all stores agree, and return what is kept."""
    settings = Settings(home=home)
    for result in examine(settings):
        assert result.healthy, result
    database = open_database(home / "tidings.db", settings.store)
    rows = (
        database.read()
        .execute(
            "SELECT a.url FROM articles a JOIN urls u ON u.article = a.id WHERE u.target IS NULL"
        )
        .fetchall()
    )
    ids = tuple(article_ids(database.read()))
    database.close()
    reader = ArchiveReader(home / "archive")
    for row in rows:
        captures = list(reader.find(row["url"]))
        assert captures
        assert reader.read(captures[-1].place).body
    return Kept(ids, frozenset(row["url"] for row in rows))


def kill_at_every_stage(home: Path, papers: list[str], seed: int) -> tuple[set[str], Counter[str]]:
    """Kill the crawl at every stage in a random order, then let it finish."""
    rng = random.Random(seed)
    follow(home, papers)
    acknowledged: set[str] = set()
    deaths: Counter[str] = Counter()
    for stage in rng.sample(STAGES, len(STAGES)):
        max_calls = 1 if "index" in stage else 5  # indexed once per commit, not per page
        code, acks = run_crawl(home, stage, rng.randint(1, max_calls))
        acknowledged |= acks
        deaths[stage] += code == KILLED
    code, acks = run_crawl(home, "none", 0)
    assert code == 0
    return acknowledged | acks, deaths


def assert_survives(home: Path, papers: list[str], reference: Kept, seed: int) -> None:
    acknowledged, deaths = kill_at_every_stage(home, papers, seed)
    kept = kept_in(home)
    assert deaths == Counter(STAGES)
    assert acknowledged <= set(kept.ids)
    assert kept.urls == reference.urls
    assert kept.ids == reference.ids


@pytest.mark.timeout(300)
def test_a_crawl_killed_at_every_stage_ends_like_an_undisturbed_one(
    papers: list[str], reference: Kept, tmp_path: Path
) -> None:
    assert_survives(tmp_path / "home", papers, reference, seed=1)


def learned_in(home: Path) -> dict[int, int]:
    """Check that every site memory is complete; return how many articles each learned from."""
    database = open_database(home / "tidings.db", StoreSettings())
    connection = database.read()
    shown = {site: pages for site, (pages, _) in site_memory_counts(connection).items()}
    inside = {site: load_site_memory(connection, site).learned for site in shown}
    kept = article_count(connection)
    database.close()
    assert inside == shown
    assert sum(shown.values()) <= kept
    return shown


@pytest.mark.timeout(300)
def test_a_site_memory_is_complete_after_a_kill_and_continues_from_there(
    papers: list[str], reference: Kept, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    follow(home, papers)
    # Late enough that a transaction with a site memory is complete, however many pages it holds.
    assert run_crawl(home, "before-site-memory", 10)[0] == KILLED
    first = learned_in(home)
    assert sum(first.values()) > 0
    assert run_crawl(home, "after-site-memory", 2)[0] == KILLED
    second = learned_in(home)
    assert run_crawl(home, "none", 0)[0] == 0
    last = learned_in(home)
    assert all(first[site] <= second[site] <= last[site] for site in first)
    assert sum(last.values()) > sum(first.values())
    assert kept_in(home) == reference


def judged_in(home: Path) -> tuple[int, int]:
    """Check that a learned topic is complete; return the numbers of articles judged and wanted."""
    database = open_database(home / "tidings.db", StoreSettings())
    connection = database.read()
    ((site, counts),) = learned_focus_counts(connection).items()
    focus = load_focus(connection, site, TOPIC.words)
    database.close()
    assert (focus.pages, focus.wanted) == counts
    return counts


@pytest.mark.timeout(300)
def test_a_learned_topic_is_complete_after_a_kill_and_continues_from_there(
    papers: list[str], tmp_path: Path
) -> None:
    home = tmp_path / "home"
    database = open_database(ensure_home(Settings(home=home)).database, StoreSettings())
    source_list.add_source(database, papers[0], datetime.now(UTC), TOPIC)
    database.close()
    assert run_crawl(home, "before-learned-focus", 3)[0] == KILLED
    first = judged_in(home)
    assert first[0] > 0
    assert run_crawl(home, "after-learned-focus", 2)[0] == KILLED
    second = judged_in(home)
    assert run_crawl(home, "none", 0)[0] == 0
    last = judged_in(home)
    assert first[0] <= second[0] < last[0]
    assert 0 < last[1] < last[0]


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", range(2, 22))
def test_many_crawls_killed_at_every_stage_end_the_same(
    papers: list[str], reference: Kept, tmp_path: Path, seed: int
) -> None:
    assert_survives(tmp_path / "home", papers, reference, seed)
