"""The agents of a run: who moves, reproduces and dies, and the links that they share.

Links are shared between agents, so that none of them searches what another one knows to be poor.
An agent that stands on a link's page follows it, or its child does; otherwise a free one goes
over, the one with the least energy first.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from tidings.crawl.agents import lacrawler
from tidings.crawl.agents.agent import STEP_COST, Agent
from tidings.crawl.agents.budget_use import BudgetUse
from tidings.crawl.agents.link_judge import LearnedJudge, LinkJudge, UnlearnedJudge
from tidings.crawl.agents.link_pool import LinkPool, NewLink, PooledLink
from tidings.crawl.agents.link_signals import SignalReader, word_buckets
from tidings.crawl.agents.population import AgentView, Step
from tidings.crawl.agents.query_terms import QueryTerms
from tidings.crawl.agents.relevance import FIND
from tidings.crawl.agents.visit_record import PAGE_WORDS, Floats, VisitRecord
from tidings.model.agents.agent_event import AgentEvent, AgentEventKind, LinkVerdict
from tidings.model.agents.page_sight import MissedPage, SeenPage, Sight
from tidings.model.agents.query_run import AgentPolicy, RunEnd, RunRequest
from tidings.model.web.page import PageKind
from tidings.read.url import host_of

_LINKS_PER_PAGE = 40  # links remembered for each page of the budget …
_LEAST_LINKS, _MOST_LINKS = 2_000, 60_000  # … but at least and at most so many
_RESCORED_EVERY = 4  # pages observed before all links are estimated again …
_RESCORED_LINKS = 4_000  # … and as many more for each so many links
_HANDED_BACK = 0.7  # share of what a page's links promise that the link to it is credited with
_PROMISING = 3  # links by which a page is judged as a list
_RATE_EVERY = 10  # pages between two reports on the run


class AgentPopulation:
    """See `Population`."""

    def __init__(
        self,
        request: RunRequest,
        query: QueryTerms,
        topic_model: bytes = b"",
        *,
        today: datetime | None = None,
        page_bytes: int = 5 * 1024 * 1024,
    ) -> None:
        self._request = request
        self._use = BudgetUse(request.budget, page_bytes)
        most = min(_MOST_LINKS, max(_LEAST_LINKS, _LINKS_PER_PAGE * request.budget.pages))
        self._pool = LinkPool(most)
        self._record = VisitRecord()
        self._signals = SignalReader(query, today)
        self._is_paper = request.policy is AgentPolicy.LACRAWLER
        self._judge: LinkJudge = _judge_of(request.policy, topic_model)
        self._agents: dict[int, Agent] = {}
        self._born = 0
        self._seeds: list[str] = []
        self._seed_count = 0
        self._retakes: list[tuple[Step, Agent]] = []  # pages that another agent goes to again
        self._under_way: dict[int, tuple[Step, PooledLink | None]] = {}
        self._visited: set[str] = set()  # URLs handed out or reached
        self._page_rows: dict[str, int] = {}
        self._observed = 0
        self._rescored = 0
        self._last_threshold = 0.0
        self._events: list[AgentEvent] = []
        self._followed: list[LinkVerdict] = []
        self._finds = 0
        self._relevance = 0.0

    def add_seeds(self, urls: Sequence[str]) -> None:
        """Place agents on seeds, in this order; seeds beyond the number of agents wait."""
        known = self._visited | set(self._seeds)
        for url in dict.fromkeys(urls):
            if url not in known:
                self._seeds.append(url)
                self._seed_count += 1
                self._pool.discard(url)

    def next_step(self, now: float, may_ask: Callable[[str], bool]) -> Step | None:
        """Return the next step and count it against the budget; None if nobody can go now."""
        if self._use.exhausted(now) or len(self._under_way) >= self._request.budget.agents:
            return None
        answers: dict[str, bool] = {}

        def is_allowed(url: str) -> bool:
            host = host_of(url)
            if host not in answers:
                answers[host] = self._use.allows_host(host) and may_ask(url)
            return answers[host]

        step = self._retake(is_allowed) or self._seed(is_allowed) or self._follow(is_allowed)
        if step is not None:
            self._begin(step)
        return step

    def _retake(self, is_allowed: Callable[[str], bool]) -> Step | None:
        for old, agent in self._retakes:
            if is_allowed(old.url):
                return self._step(agent.number, old.url, old.page, old.estimate)
        return None

    def _seed(self, is_allowed: Callable[[str], bool]) -> Step | None:
        url = next((url for url in self._seeds if is_allowed(url)), None)
        if url is None:
            return None
        mover = self._born + 1 if self._has_room() else self._idlest()
        return self._step(mover, url, "", 1.0) if mover else None

    def _follow(self, is_allowed: Callable[[str], bool]) -> Step | None:
        row = self._pool.best(is_allowed, self._floor)
        if row is None:
            return None
        parents = self._pool.parents[row]
        page = int(parents[0])
        mover = self._mover(page)
        if not mover:
            return None
        url = self._pool.urls[row]
        origin = self._record.urls[page] if page >= 0 else ""
        return self._step(mover, url, origin, round(float(self._pool.estimates[row]), 6))

    def _step(self, agent: int, url: str, page: str, estimate: float) -> Step:
        return Step(
            number=self._use.pages + 1,
            agent=agent,
            url=url,
            page=page,
            estimate=estimate,
            after=self._observed,
            max_bytes=self._use.reserve,
            until=self._request.budget.seconds,
        )

    @property
    def _floor(self) -> float:
        """The estimate that a link must exceed to be followed at all."""
        if self._request.threshold is not None:
            return self._request.threshold
        return lacrawler.THRESHOLD if self._is_paper else -1.0

    def _threshold(self) -> float:
        """The estimate above which links will be followed, if no better ones are seen.

        It adapts to the budget: as many links as pages are left are above it.
        """
        if self._floor >= 0:
            return self._floor
        rows, left = self._pool.live_rows(), self._use.pages_left
        if len(rows) <= left or not left:
            return 0.0
        return float(np.partition(self._pool.estimates[rows], len(rows) - left)[len(rows) - left])

    def _has_room(self) -> bool:
        return len(self._agents) < self._request.budget.agents

    def _idlest(self) -> int:
        """The free agent with the least energy; 0 if all move."""
        free = [agent for agent in self._agents.values() if agent.step is None]
        waiting = {agent.number for _, agent in self._retakes}
        free = [agent for agent in free if agent.number not in waiting]
        return min(free, key=lambda agent: (agent.energy, agent.number)).number if free else 0

    def _mover(self, page: int) -> int:
        """Who follows a link of a page: the number of an agent, perhaps of one to be born."""
        owner = self._agents.get(self._record.agents[page]) if page >= 0 else None
        if owner is not None and self._has_room() and owner.may_reproduce:
            return self._born + 1
        if owner is not None and owner.step is None and owner.url == self._record.urls[page]:
            return owner.number
        return self._idlest() or (self._born + 1 if self._has_room() else 0)

    def repeat(self, step: Step) -> None:
        """Count a step that was recorded before the run was interrupted."""
        for old, _ in list(self._under_way.values()):
            if old.url == step.url:
                self._replace(old, self._use.seconds, step.agent)
        self._begin(step)

    def _begin(self, step: Step) -> None:
        """Do what a step means: the same whether it was just chosen or is repeated."""
        self._retakes = [each for each in self._retakes if each[0].url != step.url]
        if step.url in self._seeds:
            self._seeds.remove(step.url)
        agent = self._agents.get(step.agent) or self._newborn(step)
        row = self._pool.rows.get(step.url)
        link = self._take(row) if row is not None else None
        self._visited.add(step.url)
        self._use.begin(step.url)
        self._under_way[step.number] = (step, link)
        agent.step, agent.url = step, step.url
        if step.page:
            self._tell(AgentEventKind.MOVED, agent, estimate=step.estimate,
                       words=link.text if link else "")  # fmt: skip
            self._explain(step, link)

    def _explain(self, step: Step, link: PooledLink | None) -> None:
        reasons: tuple[str, ...] = ()
        if link is not None:
            reasons = self._judge.reasons(link.features, followed=True)
        text = link.text if link else ""
        self._followed.append(
            LinkVerdict(
                step.url, step.page, step.estimate, self._last_threshold, True, reasons, text
            )
        )

    def _take(self, row: int) -> PooledLink:
        features = self._judge.features(np.array([row]), self._pool, self._record)[0]
        return self._pool.taken(row, features)

    def _newborn(self, step: Step) -> Agent:
        page = self._page_rows.get(step.page)
        owner = self._agents.get(self._record.agents[page]) if page is not None else None
        self._born = max(self._born, step.agent)
        agent = Agent(step.agent, url=step.url)
        if owner is not None:
            agent.parent, agent.generation = owner.number, owner.generation + 1
            if owner.may_reproduce:
                owner.energy /= 2
                agent.energy = owner.energy
        self._agents[agent.number] = agent
        self._tell(AgentEventKind.BORN, agent, estimate=step.estimate)
        return agent

    def may_redirect(self, step: Step, url: str) -> bool:
        """Return whether a step may go on to another URL, and count its host if so."""
        if url in self._visited or not self._use.allows(url):
            return False
        self._visited.add(url)
        self._pool.discard(url)
        self._use.redirect(url)
        return True

    def observe(self, step: Step, sight: Sight, now: float) -> None:
        """Take in what came of a step."""
        begun = self._under_way.pop(step.number, None)
        if begun is None:
            return
        self._use.end(sight.bytes, now)
        self._observed += 1
        agent = self._agents[step.agent]
        agent.step = None
        if sight.url not in self._visited:  # a redirect that was not asked about
            self.may_redirect(step, sight.url)
        if isinstance(sight, MissedPage):
            self._missed(agent, step, sight, begun[1])
        else:
            self._saw(agent, step, sight, begun[1])
        if agent.is_starved and agent.number in self._agents:
            self._kill(agent, "starved")
        if self._observed % _RATE_EVERY == 0:
            self._tell_rate()

    def _missed(self, agent: Agent, step: Step, sight: MissedPage, link: PooledLink | None) -> None:
        self._record.add_outcome(link.parents if link else (), host_of(step.url), 0.0)
        if link is not None:
            self._judge.learn(link, [], 0.0, 0.0)
        agent.energy -= STEP_COST
        words = ": ".join(part for part in (sight.reason, sight.detail) if part)
        self._tell(AgentEventKind.MISSED, agent, words=words)

    def _saw(self, agent: Agent, step: Step, page: SeenPage, link: PooledLink | None) -> None:
        relevance = page.relevance.printed if self._is_paper else page.relevance.ours
        parent = self._page_rows.get(step.page)
        words = word_buckets(page.relevance.terms, PAGE_WORDS)
        self._record.add_outcome(link.parents if link else (), host_of(page.url), relevance)
        is_find = page.kind is PageKind.ARTICLE and self._is_find(page, parent)
        row = self._record.add_page(
            page.url, agent.number, page.relevance, parent, words, is_find=is_find
        )
        self._page_rows[page.url] = row
        agent.url = page.url
        agent.energy += relevance - self._cost(page.seconds)
        self._relevance += relevance
        self._tell(AgentEventKind.SAW, agent, relevance=relevance, words=page.title)
        if is_find:
            agent.finds += 1
            self._finds += 1
            self._tell(AgentEventKind.FOUND, agent, relevance=relevance, words=page.title)
        best = self._add_links(page, row)
        promise = float(best[-_PROMISING:].mean()) if len(best) >= _PROMISING else 0.0
        self._judge.learn(link, words, relevance, max(relevance, _HANDED_BACK * promise))
        if self._is_paper and not (len(best) and best[-1] > self._floor):
            self._kill(agent, "killed")

    def _is_find(self, page: SeenPage, parent: int | None) -> bool:
        if not self._is_paper:
            return page.relevance.ours >= FIND
        current = float(self._record.printed[parent]) if parent is not None else 1.0
        overall = self._record.rate
        return lacrawler.probability(current, page.relevance.printed, overall) > self._floor

    def _cost(self, seconds: float) -> float:
        late = lacrawler.latency(self._seed_count, self._request.budget.pages, seconds)
        return late if self._is_paper else STEP_COST + late

    def _kill(self, agent: Agent, why: str) -> None:
        self._tell(AgentEventKind.DIED, agent, words=why)
        del self._agents[agent.number]

    def _add_links(self, page: SeenPage, parent: int) -> Floats:
        """Add a page's links to the pool, and return the estimates of new ones in their order."""
        host, seeds = host_of(page.url), set(self._seeds)
        links = []
        for link in page.links:
            if link.url not in self._visited and link.url not in seeds:
                theirs = host_of(link.url)
                signals = self._signals.read(link, same_host=theirs == host)
                row = self._record.host_row(theirs)
                links.append(NewLink(link.url, link.words, row, signals))
        rows = self._pool.add(links, parent, page.relevance.ours)
        new = rows[self._pool.seen_on[rows] == 1.0]
        if self._observed >= self._rescored + self._rescored_every():
            self._rescored = self._observed
            self._judge.refresh(self._record)
            rows = self._pool.live_rows()
        self._estimate(rows)
        if self._rescored == self._observed:
            self._last_threshold = self._threshold()
        if len(self._pool) > self._pool.max_links:
            self._estimate(self._pool.live_rows())
            self._pool.trim()
        return np.sort(self._pool.estimates[new])

    def _rescored_every(self) -> int:
        return _RESCORED_EVERY * (1 + len(self._pool) // _RESCORED_LINKS)

    def _estimate(self, rows: NDArray[np.int64]) -> None:
        if len(rows):
            features = self._judge.features(rows, self._pool, self._record)
            self._pool.estimates[rows] = self._judge.estimates(features)

    def take_over(self, step: Step, now: float) -> None:
        """Replace a dead or silent agent: another one will go to the page of its step."""
        self._replace(step, now, self._born + 1)

    def _replace(self, step: Step, now: float, number: int) -> None:
        begun = self._under_way.pop(step.number, None)
        if begun is None:
            return
        self._use.end(self._use.reserve, now)  # what it read is not known: count the most
        old = self._agents.pop(step.agent)
        self._born = max(self._born, number)
        agent = Agent(number, old.parent, old.generation, step.url, old.energy, old.finds)
        self._agents[agent.number] = agent
        self._retakes.append((step, agent))
        self._tell(AgentEventKind.REPLACED, agent, words=f"agent {old.number}")

    def end(self, now: float) -> RunEnd | None:
        """Return why nothing begins any more, once all steps under way are observed; else None."""
        if self._under_way:
            return None
        if limit := self._use.exhausted(now):
            return limit
        if not self._seed_count:
            return RunEnd.NO_SEEDS
        if any(self._use.allows(url) for url in self._seeds):
            return None
        if any(self._use.allows(old.url) for old, _ in self._retakes):
            return None
        if self._pool.best(self._use.allows, -1.0) is None:
            return RunEnd.NO_LINKS
        return RunEnd.STARVED if self._pool.best(self._use.allows, self._floor) is None else None

    def events(self) -> Iterator[AgentEvent]:
        """Yield what happened since the last call."""
        happened, self._events = self._events, []
        yield from happened

    def verdicts(self) -> Iterable[LinkVerdict]:
        """Yield every link that was seen, and why it was followed or left."""
        yield from self._followed
        threshold = self._threshold()
        rows = self._pool.live_rows()
        features = self._judge.features(rows, self._pool, self._record)
        for place, row in enumerate(rows.tolist()):
            page = int(self._pool.parents[row, 0])
            reasons = self._judge.reasons(features[place], followed=False)
            if not self._use.allows(self._pool.urls[row]):
                reasons = ("its host has had its share of the budget",)
            yield LinkVerdict(
                self._pool.urls[row], self._record.urls[page] if page >= 0 else "",
                round(float(self._pool.estimates[row]), 6), threshold, False, reasons,
                self._pool.texts[row],
            )  # fmt: skip

    @property
    def alive(self) -> Sequence[AgentView]:
        """The living agents."""
        return [agent.view() for agent in self._agents.values()]

    def learned(self) -> bytes:
        """Return what the run taught, for the next run about the same topic."""
        return self._judge.packed()

    def _tell(
        self, kind: AgentEventKind, agent: Agent, *, relevance: float = 0.0, estimate: float = 0.0,
        words: str = "",
    ) -> None:  # fmt: skip
        self._events.append(
            AgentEvent(kind, agent.number, agent.parent, agent.generation, agent.url,
                       round(agent.energy, 4), relevance, estimate, words)
        )  # fmt: skip

    def _tell_rate(self) -> None:
        words = (
            f"{self._use.pages} pages, {self._finds} finds, {len(self._agents)} agents, "
            f"{len(self._pool)} links"
        )
        rate = self._relevance / max(1, self._observed)
        self._events.append(AgentEvent(AgentEventKind.RATE, relevance=round(rate, 4), words=words))


def _judge_of(policy: AgentPolicy, topic_model: bytes) -> LinkJudge:
    if policy is AgentPolicy.LACRAWLER:
        return lacrawler.LacrawlerJudge()
    if policy is AgentPolicy.UNLEARNED:
        return UnlearnedJudge()
    return LearnedJudge(topic_model)
