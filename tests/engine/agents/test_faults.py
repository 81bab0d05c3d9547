"""Agents that die, hang or fall silent, and runs whose process ends: nothing is lost or doubled."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from tests.engine.agents.runs import execute, finds, issue, rows, start, status_of, until, whole_run
from tests.engine.agents.topic_web import TopicWeb, topic_web

from tidings.crawl.agents.population import Step
from tidings.crawl.agents.query_terms import QueryTerms
from tidings.engine.agents import agent_task
from tidings.engine.agents.place import LocalPlace, MayMove, Visited
from tidings.engine.commands.command_values import ResumeRun
from tidings.engine.listing.query_runs import events_after
from tidings.engine.live.crawler import opened_crawler
from tidings.engine.live.run_hosting import RunHosting
from tidings.model.agents.agent_event import AgentEventKind
from tidings.model.agents.query_run import RunEnd, RunState
from tidings.settings.tree import Settings
from tidings.store.tables.agents.query_steps import StepState, steps_of_run

ENOUGH = 0.95  # of what an undisturbed run finds


@pytest.fixture
def web() -> Iterator[TopicWeb]:
    with topic_web(8) as served:
        yield served


class FaultyPlace(LocalPlace):
    """Loses one agent in ten: before the request, during it, or before it tells what it saw.

    Which ones depends on the page and the seed, not on who is faster.
    """

    seed = 0
    lost: Counter[str]

    async def visit(self, step: Step, may_move: MayMove) -> Visited:
        address = step.url.replace(step.url.split("/")[2].partition(":")[2], "")
        chance = Random(f"{self.seed} {address} {self.lost[step.url]}")
        is_lost, stage = chance.random() < 0.1, chance.choice(("before", "during", "after"))
        self.lost[step.url] += is_lost
        if is_lost and stage == "before":
            raise asyncio.CancelledError
        walk = asyncio.ensure_future(super().visit(step, may_move))
        if is_lost and stage == "during":
            asyncio.get_running_loop().call_later(0.001, walk.cancel)
        visited = await walk
        if is_lost and stage == "after":
            raise RuntimeError("this agent is lost")
        return visited


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_agents_that_die_are_replaced_and_their_work_is_done(
    settings: Settings, web: TopicWeb, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    web.pages = 16
    lost = Counter[str]()

    def place(hosting: RunHosting, query: QueryTerms) -> LocalPlace:
        made = FaultyPlace(hosting._parts.fetcher, hosting._reader, hosting._assigned, query)
        made.seed, made.lost = seed, lost
        return made

    monkeypatch.setattr(RunHosting, "_place_of", place)
    run = await whole_run(settings, web, pages=200)
    found = {find.url for find in finds(settings, run)}
    assert lost.total() > 5
    assert len(found) >= ENOUGH * len(web.about_floods())
    requested = web.requested()
    assert requested.total() <= 200
    assert all(times <= 1 + lost[url] for url, times in requested.items())
    with rows(settings) as connection:
        replaced = [
            event
            for _, _, event in events_after(connection, run, 0, 10_000)
            if event.kind is AgentEventKind.REPLACED
        ]
    assert replaced
    assert len({find.url for find in finds(settings, run)}) == len(finds(settings, run))


async def test_hosts_that_hang_hold_up_nobody(settings: Settings, web: TopicWeb) -> None:
    web.hanging = {web.hosts[2], web.hosts[5]}
    quick = replace(settings, agents=replace(settings.agents, step_seconds=0.5))
    run = await whole_run(quick, web, agents=4)
    hosts = {find.url.split("/")[2] for find in finds(quick, run)}
    assert hosts == set(web.hosts) - web.hanging
    assert status_of(quick, run).end is RunEnd.NO_LINKS
    hung = {
        url: times for url, times in web.requested().items() if url.split("/")[2] in web.hanging
    }
    assert hung
    assert set(hung.values()) == {2}  # its agent was replaced once, then the page is missed


async def test_an_agent_that_does_not_answer_is_replaced(
    settings: Settings, web: TopicWeb, monkeypatch: pytest.MonkeyPatch
) -> None:
    silenced: list[int] = []
    go = agent_task.AgentTask._go

    async def fall_silent(self: agent_task.AgentTask, errand: agent_task.Errand) -> None:
        if len(silenced) < 2 and errand.step.page:
            silenced.append(errand.step.number)
            await asyncio.Event().wait()
        await go(self, errand)

    monkeypatch.setattr(agent_task.AgentTask, "_go", fall_silent)
    quick = replace(
        settings, agents=replace(settings.agents, silence_seconds=0.3, step_seconds=1_000.0)
    )
    run = await whole_run(quick, web)
    assert len(silenced) == 2
    assert {find.url for find in finds(quick, run)} == web.about_floods()
    with rows(quick) as connection:
        states = {step.number: step.state for step in steps_of_run(connection, run)}
    assert {states[number] for number in silenced} == {StepState.REPLACED}


async def test_an_agent_that_is_slow_but_answers_is_left_in_peace(
    settings: Settings, web: TopicWeb
) -> None:
    web.latency = 0.5
    patient = replace(settings, agents=replace(settings.agents, silence_seconds=0.1))
    run = await whole_run(patient, web, hosts=1)
    assert finds(patient, run)
    assert set(web.requested().values()) == {1}


async def interrupted_run(settings: Settings, web: TopicWeb, requests: int) -> int:
    """Start a run, and end its crawler after so many requests."""
    run = await asyncio.to_thread(start, settings, web)
    async with opened_crawler(settings) as crawler:
        executing = asyncio.create_task(crawler.execute_runs())
        await until(lambda: web.requested().total() >= requests)
        crawler.stop()
        await executing
    return run


async def test_an_interrupted_run_goes_on_where_it_was(settings: Settings, web: TopicWeb) -> None:
    web.latency = 0.02
    run = await interrupted_run(settings, web, 20)
    before = status_of(settings, run)
    assert before.state is RunState.INTERRUPTED
    assert 0 < before.pages < 72
    with rows(settings) as connection:
        under_way = {
            step.url for step in steps_of_run(connection, run) if step.state is StepState.BEGUN
        }
        told = len(events_after(connection, run, 0, 10_000))
    await execute(settings)  # it is not resumed unasked
    assert status_of(settings, run).state is RunState.INTERRUPTED
    await asyncio.to_thread(issue, settings, ResumeRun(run))
    await execute(settings)
    after = status_of(settings, run)
    assert after.state is RunState.ENDED
    assert {find.url for find in finds(settings, run)} == web.about_floods()
    assert {url for url, times in web.requested().items() if times > 1} <= under_way
    assert max(web.requested().values()) <= 2
    assert after.pages <= 72 + len(under_way)
    with rows(settings) as connection:
        events = events_after(connection, run, 0, 10_000)
    assert [seq for seq, _, _ in events] == list(range(1, len(events) + 1))
    assert len(events) > told
    visited = Counter(event.url for _, _, event in events if event.kind is AgentEventKind.SAW)
    assert set(visited.values()) == {1}


async def test_the_budget_of_a_run_holds_over_interruptions(
    settings: Settings, web: TopicWeb
) -> None:
    web.latency = 0.02
    run = await asyncio.to_thread(lambda: start(settings, web, pages=40))
    for requests in (10, 20):
        async with opened_crawler(settings) as crawler:
            executing = asyncio.create_task(crawler.execute_runs())
            await until(lambda least=requests: web.requested().total() >= least)  # type: ignore[misc]
            crawler.stop()
            await executing
        await asyncio.to_thread(issue, settings, ResumeRun(run))
    await execute(settings)
    status = status_of(settings, run)
    assert (status.end, status.pages) == (RunEnd.PAGES, 40)
    assert web.requested().total() <= 40
