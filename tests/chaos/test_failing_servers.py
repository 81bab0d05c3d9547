"""Servers fail while a home is crawled: nothing is lost or doubled, and the crawl goes on."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import pytest
from tests.chaos.failing_servers import FailingServers
from tests.chaos.faults import (
    COMMITS_CUT,
    KILLED,
    LINK_CUT,
    LINKS_RESET,
    RESTARTS,
    S3_ERRORS,
    S3_FAULTS,
    S3_HANGS,
    S3_REFUSES,
    PlannedFault,
    ServerFault,
    both,
    chance_plan,
)
from tests.chaos.scenario import Outcome, Scenario, follow
from tests.chaos.whole_home import Content, whole_home


class Play(Protocol):
    """What crawls a new home while faults happen, and checks what it holds at the end."""

    def __call__(self, plan: Sequence[PlannedFault], patience: float = 60.0) -> Outcome:
        """Return what happened besides."""


@pytest.fixture
def play(
    servers: FailingServers,
    papers: list[str],
    reference: Content,
    tmp_path: Path,
    note: Callable[[Outcome], None],
) -> Play:

    def play(plan: Sequence[PlannedFault], patience: float = 60.0) -> Outcome:
        settings = servers.new_home(tmp_path / "home", patience, patience)
        follow(settings, papers)
        outcome = Scenario(servers, settings).play(plan)
        note(outcome)
        content = whole_home(settings, tmp_path / "reader")
        assert content == reference
        assert outcome.acknowledged <= {id_ for id_, _, _ in content.articles}
        assert len(outcome.stalls) == len(plan)
        return outcome

    return play


@pytest.mark.timeout(300)
def test_a_crawl_goes_on_when_postgresql_is_killed_and_its_commits_are_cut(play: Play) -> None:
    plan = [PlannedFault(KILLED, 3, 0.5), *(PlannedFault(each, 3, 0.1) for each in COMMITS_CUT)]
    outcome = play(plan)
    assert outcome.runs == 1
    assert sum(stall.waits for stall in outcome.stalls) > 0


@pytest.mark.timeout(300)
def test_a_crawl_goes_on_when_s3_fails_in_every_way(play: Play) -> None:
    outcome = play([PlannedFault(fault, 3, 1.0) for fault in S3_FAULTS])
    assert outcome.runs == 1


@pytest.mark.timeout(300)
def test_a_crawl_killed_while_both_servers_are_away_is_continued(play: Play) -> None:
    plan = [PlannedFault(both(LINK_CUT, S3_ERRORS), 5, 1.0, kills_crawler=True)]
    assert play(plan).runs == 2


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("fault", RESTARTS, ids=str)
def test_a_restart_of_postgresql_is_waited_for(play: Play, fault: ServerFault) -> None:
    outcome = play([PlannedFault(fault, 3, seconds) for seconds in (0.0, 0.0, 3.0)])
    assert outcome.runs == 1
    assert sum(stall.retried for stall in outcome.stalls) > 0


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_link_that_is_cut_for_some_time_is_waited_for(play: Play) -> None:
    plan = [PlannedFault(LINKS_RESET, 3, 0.1), *(PlannedFault(LINK_CUT, 3, n) for n in (1.0, 10.0))]
    outcome = play(plan)
    assert outcome.runs == 1
    assert outcome.stalls[-1].logged  # once by each thread that waits


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("fault", S3_FAULTS, ids=str)
def test_a_store_that_fails_for_some_time_is_waited_for(play: Play, fault: ServerFault) -> None:
    outcome = play([PlannedFault(fault, 3, seconds) for seconds in (1.0, 12.0)])
    assert outcome.runs == 1


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("fault", [LINK_CUT, S3_ERRORS, S3_HANGS, S3_REFUSES], ids=str)
def test_a_crawl_gives_up_with_one_sentence_and_the_next_one_goes_on(
    play: Play, fault: ServerFault
) -> None:
    outcome = play([PlannedFault(fault, 5, 60.0)], 3.0)
    assert outcome.runs == 2
    assert [stall.end for stall in outcome.stalls] == ["exit 1"]
    assert len(outcome.sentences) == 1


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", range(1, 21))
def test_servers_that_fail_by_chance_lose_and_double_nothing(play: Play, seed: int) -> None:
    play(chance_plan(seed))
