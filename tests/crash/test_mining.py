"""kill -9 of a query run at every stage: it goes on, visits no page twice beyond those under way,
exceeds no limit, and keeps every find once."""

import random
from collections import Counter
from pathlib import Path

import pytest
from tests.crash.crawl_process import quick_settings
from tests.crash.forking_process import forked
from tests.crash.mining_process import STAGES
from tests.engine.agents.runs import finds, rows, start, status_of
from tests.engine.agents.topic_web import QUERY, TopicWeb, topic_web

from tidings.engine.library.library import Library
from tidings.engine.listing.query_runs import events_after
from tidings.model.agents.agent_event import AgentEventKind
from tidings.model.search.results import Query

KILLED = -9
AGENTS = 4
PAGES = 300


def run_process(home: Path, stage: str, calls: int = 1) -> int:
    code, _ = forked("tests.crash.mining_process").run(home, stage, calls)
    assert code in (0, KILLED), stage
    return code


def killed_run(home: Path, web: TopicWeb, kills: list[tuple[str, int]]) -> tuple[int, int]:
    """Kill a run again and again, and let it finish; return its number, and how often it died."""
    run = start(quick_settings(home), web, pages=PAGES, agents=AGENTS, bytes=10**9)
    deaths = sum(run_process(home, stage, calls) == KILLED for stage, calls in kills)
    assert run_process(home, "none") == 0
    return run, deaths


def assert_whole(home: Path, web: TopicWeb, run: int, deaths: int) -> None:
    """Check that the run did what an undisturbed one would have done."""
    settings = quick_settings(home)
    status, found = status_of(settings, run), finds(settings, run)
    assert status.end is not None
    assert len(found) >= 0.95 * len(web.about_floods())
    assert len({find.article for find in found}) == len(found)
    requested = web.requested()
    assert sum(times - 1 for times in requested.values()) <= deaths * AGENTS
    assert max(requested.values()) <= 1 + deaths
    assert requested.total() <= status.pages <= PAGES
    with rows(settings) as connection:
        events = events_after(connection, run, 0, 100_000)
    assert [seq for seq, _, _ in events] == list(range(1, len(events) + 1))
    told = Counter(event.url for _, _, event in events if event.kind is AgentEventKind.FOUND)
    assert set(told.values()) == {1}
    library = Library.open(settings)
    hits = library.search(Query(QUERY, limit=100)).hits
    library.close()
    assert {hit.url for hit in hits} == {find.url for find in found}


@pytest.mark.parametrize("stage", STAGES)
def test_a_run_that_is_killed_at_a_stage_goes_on(tmp_path: Path, stage: str) -> None:
    with topic_web(4) as web:
        kills = [(stage, 1)]
        if stage in ("before-replacement", "after-replacement"):  # needs an interrupted run
            kills.insert(0, ("after-request", 6))
        run, deaths = killed_run(tmp_path / "home", web, kills)
        assert deaths == len(kills)
        assert_whole(tmp_path / "home", web, run, deaths)


def place_of(stage: str) -> int:
    """Return when a stage has its turn: a run that is not killed at its stage ends."""
    late = {"run-begins": 0, "replacement": 2, "run-ends": 3}
    return next((turn for part, turn in late.items() if part in stage), 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_a_run_that_is_killed_everywhere_goes_on(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    stages = chance.sample(sorted(STAGES), len(STAGES))
    stages.sort(key=place_of)
    with topic_web(12) as web:
        web.pages = 16
        kills = [
            (stage, 1 if "replacement" in stage or "run-" in stage else chance.randint(1, 8))
            for stage in stages
        ]
        run, deaths = killed_run(tmp_path / "home", web, kills)
        assert deaths > 9
        assert_whole(tmp_path / "home", web, run, deaths)
