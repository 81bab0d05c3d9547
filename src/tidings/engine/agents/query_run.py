"""The loop of one query run: it alone asks the population where agents go, and tells it what they
saw. It also watches the agents, and stops them when the budget is used up.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from tidings.crawl.agents.population import Population, Step
from tidings.engine.agents.agent_task import AgentTask, Errand, Killed, Question
from tidings.engine.agents.place import Visited, VisitPlace
from tidings.engine.agents.run_clerk import RunClerk
from tidings.engine.agents.run_settling import StepEnd
from tidings.engine.agents.run_traps import RunTraps
from tidings.engine.listing.recorded_run import RecordedCall
from tidings.model.agents.agent_event import AgentEvent, AgentEventKind
from tidings.model.agents.page_sight import MissedPage, SeenPage, Sight
from tidings.model.agents.query_run import RunBudget, RunEnd
from tidings.model.web.reason import Reason
from tidings.read.url import canonical, host_of
from tidings.settings.tree import AgentSettings
from tidings.store.tables.agents.query_runs import RunCounts
from tidings.store.tables.agents.query_steps import RunCall, StepState

_MAX_TRIES = 2  # agents that may go to one page
_LEARNED_EVERY = 50  # pages after which what was learned is kept
_MAX_TICK = 0.5  # seconds between two looks at the agents, at most
_LOST = "two agents went there and did not come back"


@dataclass(slots=True)
class RunCourse:
    """The population of a run with what belongs to it; the same calls make the same course."""

    population: Population
    traps: RunTraps = field(default_factory=RunTraps)
    calls: int = 0
    steps: int = 0
    observed: int = 0
    bytes: int = 0
    relevance: float = 0.0
    hosts: set[str] = field(default_factory=set)
    tries: Counter[str] = field(default_factory=Counter)  # agents that went to a page in vain

    def begin(self, step: Step) -> None:
        """Count a step that begins."""
        self.calls += 1
        self.steps += 1
        self.hosts.add(host_of(step.url))

    def observe(self, step: Step, sight: Sight, second: float) -> None:
        """Take in what came of a step."""
        self.calls += 1
        self.observed += 1
        self.population.observe(step, sight, second)
        self.traps.note(step, sight, second)
        self.bytes += sight.bytes
        self.hosts.add(host_of(sight.url))
        if isinstance(sight, SeenPage):
            self.relevance += sight.relevance.ours

    def take_over(self, step: Step, second: float, *, is_left: bool) -> None:
        """Let another agent go to the page of a step; if its process had ended, that is no
        reason to doubt the page."""
        self.calls += 1
        self.tries[step.url] += not is_left
        self.population.take_over(step, second)

    def counts(self) -> RunCounts:
        """Return what was used so far; finds are counted by their rows."""
        return RunCounts(self.steps, self.bytes, len(self.hosts), 0, self.relevance)

    def repeat(self, calls: Iterable[RecordedCall], last: int) -> list[Step]:
        """Make the recorded calls again; return the steps that had not ended."""
        steps: dict[int, Step] = {}
        for call in calls:
            step = call.step
            if call.is_begin:
                steps[step.number] = step
                self.population.repeat(step)
                self.begin(step)
                continue
            del steps[step.number]
            if call.sight is not None:
                self.observe(step, call.sight, call.second)
            else:
                self.take_over(step, call.second, is_left=call.is_left)
        self.calls = last
        for _ in self.population.events():  # they are stored
            pass
        return [*steps.values()]


@dataclass(slots=True)
class _Walk:
    """A step under way."""

    step: Step
    began: float  # by the clock of the loop
    heard: float  # when its agent last gave a sign of life
    asked: float | None = None


class AgentRun:
    """One run, from its first step to its end, in the event loop."""

    def __init__(
        self,
        course: RunCourse,
        budget: RunBudget,
        place: VisitPlace,
        clerk: RunClerk,
        settings: AgentSettings,
        clock: Callable[[], float],
        *,
        known_of: Callable[[Sequence[str]], set[str]] = lambda _: set(),
        topic: str = "",
        per_host: int = 1,
        worked: float = 0.0,
    ) -> None:
        """`known_of` returns the URLs of articles that the home has; `worked` are the seconds that
        the run took before it was interrupted."""
        self._course = course
        self._population = course.population
        self._budget = budget
        self._place = place
        self._clerk = clerk
        self._settings = settings
        self._clock = clock
        self._known_of = known_of
        self._topic = topic
        self._per_host = per_host
        self._loop = asyncio.get_running_loop()
        self._began = self._loop.time() - worked
        self._agents: dict[int, AgentTask] = {}
        self._walks: dict[int, _Walk] = {}  # by the number of their step
        self._busy: Counter[str] = Counter()  # walks to each host
        self._came_back: list[tuple[Step, Visited]] = []
        self._died: list[int] = []
        self._changed = asyncio.Event()
        self._next_turn: float | None = None  # of a host that was not ready
        self._stopped: RunEnd | None = None

    def stop(self) -> None:
        """End the run at once; what was found stays."""
        self._stopped = RunEnd.STOPPED
        self._changed.set()

    async def run(self, left: Iterable[Step] = ()) -> RunEnd:
        """Work until the end; `left` are steps under way when the run was interrupted.

        If this is cancelled, the run is interrupted.
        """
        try:
            for step in left:
                self._take_over(step, StepState.LEFT)
            while (end := self._over()) is None:
                self._begin_steps()
                if not self._walks and (end := self._over()) is not None:
                    break
                await self._wait()
                self._take_reports()
                self._watch()
        except asyncio.CancelledError:
            await self._stop_agents()
            await self._clerk.interrupt()
            raise
        except BaseException:
            await self._stop_agents()
            raise
        await self._stop_agents()
        ended = AgentEvent(AgentEventKind.ENDED, words=end)
        events = [*self._population.events(), ended]
        learned = self._population.learned()
        await self._clerk.close(end, "", events, self._now(), self._topic, learned)
        return end

    def _over(self) -> RunEnd | None:
        if self._clerk.error is not None:
            raise self._clerk.error
        if self._stopped is not None:
            return self._stopped
        if self._second() >= self._budget.seconds:
            for walk in list(self._walks.values()):
                self._abandon(walk)
                self._observe(walk.step, _missed(walk.step, "the time of the run is over"))
        return self._population.end(self._second())

    def _second(self) -> float:
        return self._loop.time() - self._began

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._clock(), UTC)

    def _call(self) -> RunCall:
        return RunCall(self._course.calls, self._second(), self._now())

    def _begin_steps(self) -> None:
        self._next_turn = None
        while (step := self._population.next_step(self._second(), self._may_ask)) is not None:
            self._begin(step)

    def _may_ask(self, url: str) -> bool:
        host = host_of(url)
        if self._busy[host] >= self._per_host:
            return False  # its next turn comes when a walk ends
        ready = self._place.ready_at(host)
        if ready <= self._clock():
            return True
        self._next_turn = min(ready, self._next_turn or ready)
        return False

    def _begin(self, step: Step) -> None:
        now = self._loop.time()
        self._course.begin(step)
        self._walks[step.number] = _Walk(step, now, now)
        self._busy[host_of(step.url)] += 1
        events = [*self._population.events()]
        stored = self._clerk.begin(step, self._call(), events, self._course.counts())
        if refusal := self._course.traps.refusal(step):
            sight = MissedPage(step.url, refusal.reason, refusal.detail)
            self._observe(step, Visited(sight))
            return
        agent = self._agents.get(step.agent)
        if agent is None:
            agent = self._agents[step.agent] = self._born(step.agent)
        agent.send(Errand(step, stored))

    def _born(self, number: int) -> AgentTask:
        return AgentTask(number, self._visit, self._on_visited, self._on_answer, self._on_death)

    async def _visit(self, step: Step) -> Visited:
        def may_move(url: str) -> bool:
            target = canonical(url) or url
            is_here = step.number in self._walks and target == step.url
            return is_here or self._may_move(step, target)

        return await self._place.visit(step, may_move)

    def _may_move(self, step: Step, target: str) -> bool:
        return step.number in self._walks and self._population.may_redirect(step, target)

    def _on_visited(self, step: Step, visited: Visited) -> None:
        self._came_back.append((step, visited))
        self._changed.set()

    def _on_answer(self, agent: int) -> None:
        for walk in self._walks.values():
            if walk.step.agent == agent:
                walk.heard, walk.asked = self._loop.time(), None

    def _on_death(self, agent: int) -> None:
        self._died.append(agent)
        self._changed.set()

    def _take_reports(self) -> None:
        came_back, self._came_back = self._came_back, []
        for step, visited in came_back:
            if step.number in self._walks:  # else another agent has gone there since
                self._observe(step, visited)
        died, self._died = self._died, []
        for agent in died:
            self._agents.pop(agent, None)
            for walk in [each for each in self._walks.values() if each.step.agent == agent]:
                self._give_up(walk.step)

    def _observe(self, step: Step, visited: Visited) -> None:
        """Tell the population what a step showed, and store it."""
        self._end_walk(step)
        course = self._course
        sight = self._with_known(course.traps.without_traps(visited.sight))
        course.observe(step, sight, self._second())
        is_lesson = course.observed % _LEARNED_EVERY == 0
        events = [*self._population.events()]
        self._clerk.end(
            StepEnd(
                run=self._clerk.run,
                number=step.number,
                call=self._call(),
                sight=sight,
                visited=visited,
                events=events,
                counts=course.counts(),
                topic=self._topic,
                learned=self._population.learned() if is_lesson else b"",
            )
        )
        self._bury(events)

    def _with_known(self, sight: Sight) -> Sight:
        """Mark the links to articles that the home has: they would be no finds."""
        if isinstance(sight, MissedPage) or not sight.links:
            return sight
        known = self._known_of([link.url for link in sight.links])
        if not known:
            return sight
        links = (replace(link, known=link.url in known) for link in sight.links)
        return replace(sight, links=tuple(links))

    def _bury(self, events: Iterable[AgentEvent]) -> None:
        """Let the tasks of agents end that have starved."""
        for event in events:
            if event.kind is AgentEventKind.DIED and event.agent in self._agents:
                self._agents.pop(event.agent).send(Killed())

    def _give_up(self, step: Step) -> None:
        """Let another agent go to a page; after the second one, the page is missed."""
        self._end_walk(step)
        if self._course.tries[step.url] + 1 >= _MAX_TRIES:
            self._observe(step, _missed(step, _LOST))
            return
        self._take_over(step, StepState.REPLACED)

    def _take_over(self, step: Step, state: StepState) -> None:
        is_left = state is StepState.LEFT
        self._course.take_over(step, self._second(), is_left=is_left)
        events = [*self._population.events()]
        self._clerk.replace(step.number, self._call(), state, events)
        self._bury(events)

    def _end_walk(self, step: Step) -> None:
        if self._walks.pop(step.number, None) is not None:
            self._busy[host_of(step.url)] -= 1

    def _abandon(self, walk: _Walk) -> None:
        agent = self._agents.pop(walk.step.agent, None)
        if agent is not None:
            agent.abandon()

    def _watch(self) -> None:
        """Replace agents that are silent, or whose step takes too long."""
        now, settings = self._loop.time(), self._settings
        for walk in list(self._walks.values()):
            is_silent = walk.asked is not None and now - walk.asked > settings.silence_seconds
            if is_silent or now - walk.began > settings.step_seconds:
                self._abandon(walk)
                self._give_up(walk.step)
            elif walk.asked is None and now - walk.heard > settings.silence_seconds:
                walk.asked = now
                if agent := self._agents.get(walk.step.agent):
                    agent.send(Question())

    async def _wait(self) -> None:
        """Sleep until an agent reports, a host has its turn, or it is time to watch."""
        seconds = min(_MAX_TICK, self._settings.silence_seconds, self._settings.step_seconds)
        seconds = min(seconds, max(0.0, self._budget.seconds - self._second()))
        if self._next_turn is not None:
            seconds = min(seconds, max(0.0, self._next_turn - self._clock()))
        with suppress(TimeoutError):
            async with asyncio.timeout(max(seconds, 0.001)):
                await self._changed.wait()
        self._changed.clear()

    async def _stop_agents(self) -> None:
        tasks = [agent.abandon() for agent in self._agents.values()]
        self._agents.clear()
        await asyncio.gather(*tasks, return_exceptions=True)


def _missed(step: Step, why: str) -> Visited:
    return Visited(MissedPage(step.url, Reason.TIMEOUT_TOTAL, why))
