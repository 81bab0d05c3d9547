"""Who moves, reproduces and dies; what a run is repeated to; and that no budget is exceeded."""

import dataclasses
from collections import Counter
from collections.abc import Sequence, Set

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.crawl.agents.agent_population import AgentPopulation
from tidings.crawl.agents.population import Step
from tidings.crawl.agents.query_terms import query_terms
from tidings.model.agents.agent_event import AgentEventKind
from tidings.model.agents.page_sight import MissedPage, PageRelevance, SeenLink, SeenPage, Sight
from tidings.model.agents.query_run import AgentPolicy, RunBudget, RunEnd, RunRequest
from tidings.model.web.page import PageKind
from tidings.read.url import host_of

QUERY = query_terms("flood in Norwich", "en")
GOOD, POOR = ("flood", "norwich"), ("golf", "result")
SEED = "https://a.example/"
BUDGET = RunBudget()
Links = list[tuple[str, tuple[str, ...]]]


def always(url: str) -> bool:
    return True


def agents_of(
    budget: RunBudget = BUDGET, policy: AgentPolicy = AgentPolicy.LEARNED,
    threshold: float | None = None, topic_model: bytes = b"", page_bytes: int = 1_000,
) -> AgentPopulation:  # fmt: skip
    request = RunRequest(QUERY.text, (SEED,), budget, policy, threshold)
    return AgentPopulation(request, QUERY, topic_model, page_bytes=page_bytes)


def page(
    url: str, relevance: float, links: Sequence[tuple[str, tuple[str, ...]]] | None = None,
    kind: PageKind = PageKind.ARTICLE,
) -> SeenPage:  # fmt: skip
    seen = tuple(SeenLink(to, words, words=" ".join(words)) for to, words in links or [])
    judged = PageRelevance(relevance, relevance, relevance, ("river", "bank"))
    return SeenPage(url, judged, kind, seen, "A page", bytes=100)


def links(count: int, words: tuple[str, ...], site: str = "b") -> list[tuple[str, tuple[str, ...]]]:
    return [(f"https://{site}{n}.example/{words[0]}", words) for n in range(count)]


def begun(agents: AgentPopulation, relevance: float, found: Links) -> None:
    """Visit the seed."""
    agents.add_seeds([SEED])
    step = agents.next_step(0.0, always)
    assert step is not None
    agents.observe(step, page(SEED, relevance, found), 1.0)


def kinds(agents: AgentPopulation) -> list[AgentEventKind]:
    return [event.kind for event in agents.events()]


def test_the_link_that_names_the_query_is_followed_first() -> None:
    agents = agents_of()
    begun(agents, 0.6, [*links(5, POOR), *links(1, GOOD, "c"), *links(5, POOR, "d")])
    step = agents.next_step(1.0, always)
    assert step is not None
    assert step.url == "https://c0.example/flood"
    assert step.page == SEED


def test_an_agent_that_finds_pages_reproduces_and_shares_its_energy() -> None:
    agents = agents_of()
    begun(agents, 0.9, links(3, GOOD))
    step = agents.next_step(1.0, always)
    assert step is not None
    agents.observe(step, page(step.url, 0.9, links(3, GOOD, "c")), 2.0)
    parent = max(agents.alive, key=lambda agent: agent.energy)
    assert parent.energy > 2.0
    child = agents.next_step(2.0, always)
    assert child is not None
    born = {agent.number: agent for agent in agents.alive}[child.agent]
    assert born.parent == parent.number
    assert born.generation == parent.generation + 1
    assert born.energy == pytest.approx(parent.energy / 2)


def test_an_agent_that_finds_nothing_starves() -> None:
    agents = agents_of(RunBudget(agents=1))
    begun(agents, 0.0, links(30, POOR))
    for _ in range(7):
        step = agents.next_step(1.0, always)
        assert step is not None
        agents.observe(step, page(step.url, 0.0), 1.0)
    assert AgentEventKind.DIED in kinds(agents)
    step = agents.next_step(1.0, always)
    assert step is not None, "the budget is not used up, so another agent goes on"
    assert step.agent > 1


def test_a_host_that_may_not_be_asked_holds_up_nobody() -> None:
    agents = agents_of()
    begun(agents, 0.6, [*links(1, GOOD, "busy"), *links(1, POOR, "free")])
    step = agents.next_step(1.0, lambda url: "busy" not in url)
    assert step is not None
    assert "free" in step.url


def test_no_url_is_given_twice_also_after_a_redirect() -> None:
    agents = agents_of()
    begun(agents, 0.6, links(2, GOOD))
    first, second = (agents.next_step(1.0, always) for _ in range(2))
    assert first is not None
    assert second is not None
    assert not agents.may_redirect(first, second.url)
    assert agents.may_redirect(first, "https://z.example/")
    again = [("https://z.example/", GOOD), (SEED, GOOD), (second.url, GOOD)]
    agents.observe(first, page("https://z.example/", 0.6, again), 2.0)
    assert agents.next_step(2.0, always) is None


def test_a_dead_agent_is_replaced_and_its_page_visited_by_another_one() -> None:
    agents = agents_of()
    begun(agents, 0.6, links(1, GOOD))
    step = agents.next_step(1.0, always)
    assert step is not None
    agents.take_over(step, 2.0)
    assert kinds(agents)[-1] is AgentEventKind.REPLACED
    again = agents.next_step(2.0, always)
    assert again is not None
    assert again.url == step.url
    assert again.agent != step.agent
    agents.observe(step, page(step.url, 1.0), 3.0)  # the dead one's answer comes late
    assert step.agent not in {agent.number for agent in agents.alive}
    agents.observe(again, page(step.url, 1.0), 3.0)
    assert agents.end(3.0) is RunEnd.NO_LINKS


def test_a_take_over_is_repeated_by_the_steps_alone() -> None:
    agents = agents_of()
    begun(agents, 0.6, links(4, GOOD))
    first, second = (agents.next_step(1.0, always) for _ in range(2))
    assert first is not None
    assert second is not None
    agents.take_over(first, 2.0)
    others = [agents.next_step(2.0, lambda url: url != first.url) for _ in range(2)]
    again = agents.next_step(3.0, always)
    assert again is not None
    repeated = agents_of()
    begun(repeated, 0.6, links(4, GOOD))
    for step in (first, second, *others, again):
        assert step is not None
        repeated.repeat(step)
    assert {agent.number for agent in repeated.alive} == {agent.number for agent in agents.alive}


@pytest.mark.parametrize("policy", AgentPolicy)
def test_links_below_a_given_threshold_are_left_and_the_run_starves(policy: AgentPolicy) -> None:
    agents = agents_of(policy=policy, threshold=0.99)
    begun(agents, 0.1, links(4, POOR))
    assert agents.next_step(1.0, always) is None
    assert agents.end(1.0) is RunEnd.STARVED


def test_the_threshold_adapts_to_the_pages_left() -> None:
    agents = agents_of(RunBudget(pages=4))
    begun(agents, 0.6, [*links(3, GOOD), *links(40, POOR, "c")])
    while (step := agents.next_step(1.0, always)) is not None:
        agents.observe(step, page(step.url, 0.6, links(3, POOR, "d")), 1.0)
    followed = [verdict for verdict in agents.verdicts() if verdict.followed]
    assert [verdict.words for verdict in followed] == ["flood norwich"] * 3
    assert all(verdict.reasons for verdict in followed)
    left = [verdict for verdict in agents.verdicts() if not verdict.followed]
    assert len(left) >= 40
    assert any("its text does not name the query" in verdict.reasons for verdict in left)


def test_tunnels_through_poor_pages_are_followed_while_the_budget_lasts() -> None:
    agents = agents_of(RunBudget(agents=1))
    begun(agents, 0.0, links(1, POOR, "t0-"))
    for depth in range(1, 5):
        step = agents.next_step(1.0, always)
        assert step is not None
        agents.observe(step, page(step.url, 0.0, links(1, POOR, f"t{depth}-")), 1.0)
    step = agents.next_step(1.0, always)
    assert step is not None
    agents.observe(step, page(step.url, 0.9), 1.0)
    assert AgentEventKind.FOUND in kinds(agents)


def test_lists_are_no_finds() -> None:
    agents = agents_of()
    agents.add_seeds([SEED])
    step = agents.next_step(0.0, always)
    assert step is not None
    agents.observe(step, page(SEED, 0.9, kind=PageKind.INDEX), 1.0)
    assert AgentEventKind.FOUND not in kinds(agents)


def test_the_papers_agent_is_killed_on_a_page_without_good_links() -> None:
    agents = agents_of(policy=AgentPolicy.LACRAWLER)
    begun(agents, 1.0, links(3, POOR))
    killed = [event for event in agents.events() if event.kind is AgentEventKind.DIED]
    assert [event.words for event in killed] == ["killed"]


def test_learning_turns_to_what_pays() -> None:
    """Links with other words than the query's lead to finds: they are preferred after a while."""
    agents = agents_of(RunBudget(pages=400, agents=1, hosts=500))
    begun(agents, 0.6, [*links(60, ("sandbag",)), *links(60, POOR, "c")])
    followed = []
    for _ in range(60):
        step = agents.next_step(1.0, always)
        assert step is not None
        followed.append("sandbag" in step.url)
        agents.observe(step, page(step.url, 0.9 if followed[-1] else 0.02), 1.0)
    assert sum(followed[30:]) > 25


def test_what_was_learned_helps_the_next_run() -> None:
    taught = agents_of(RunBudget(pages=60, agents=1, hosts=500))
    begun(taught, 0.6, [*links(30, ("sandbag",)), *links(30, POOR, "c")])
    while (step := taught.next_step(1.0, always)) is not None:
        taught.observe(step, page(step.url, 0.9 if "sandbag" in step.url else 0.02), 1.0)
    agents = agents_of(topic_model=taught.learned())
    begun(agents, 0.6, [*links(3, POOR, "d"), *links(3, ("sandbag",), "e")])
    first = [step.url for _ in range(3) if (step := agents.next_step(1.0, always))]
    assert all("sandbag" in url for url in first)


@pytest.mark.parametrize(
    "damaged", [b"", b"agents1", b"agents1\x00\x01", b"other", b"agents1x\x9c"]
)
def test_damaged_knowledge_teaches_nothing(damaged: bytes) -> None:
    agents = agents_of(topic_model=damaged)
    begun(agents, 0.6, [*links(3, POOR), *links(1, GOOD, "c")])
    step = agents.next_step(1.0, always)
    assert step is not None
    assert step.url == "https://c0.example/flood"


def test_a_run_without_seeds_says_so() -> None:
    assert agents_of().end(0.0) is RunEnd.NO_SEEDS


# A small web in which every page leads to others: chance decides what they are.
def sight_of(url: str, salt: int) -> Sight:
    number = sum(url.encode()) * 31 + salt
    if number % 11 == 0:
        return MissedPage(url, "no answer", bytes=number % 300)
    found = [
        (f"https://h{(number * k) % 17}.example/{(number + k * 7) % 97}", GOOD if k % 3 else POOR)
        for k in range(1, 8)
    ]
    seen = page(url, (number % 100) / 100, found)
    return dataclasses.replace(seen, bytes=number % 1_000)


def run(
    agents: AgentPopulation, salt: int, order: list[int], dies: Set[int] = frozenset()
) -> tuple[list[Step], list[tuple[Step, Sight]]]:
    """Run to the end; `order` says which of the steps under way ends first."""
    agents.add_seeds([SEED, "https://h3.example/1"])
    steps: list[Step] = []
    observed: list[tuple[Step, Sight]] = []
    moving: list[Step] = []
    turn = 0
    while True:
        while (step := agents.next_step(float(turn), always)) is not None:
            steps.append(step)
            moving.append(step)
        if not moving:
            return steps, observed
        step = moving.pop(order[turn % len(order)] % len(moving))
        turn += 1
        if step.number in dies:
            agents.take_over(step, float(turn))
            continue
        sight = sight_of(step.url, salt)
        observed.append((step, sight))
        agents.observe(step, sight, float(turn))


budgets = st.builds(
    RunBudget,
    pages=st.integers(1, 60),
    bytes=st.integers(1_000, 40_000),
    seconds=st.floats(5, 80),
    hosts=st.integers(1, 12),
    pages_per_host=st.integers(1, 6),
    agents=st.integers(1, 5),
)
orders = st.lists(st.integers(0, 4), min_size=1, max_size=20)


@settings(deadline=None, max_examples=60)
@given(
    budgets, orders, st.integers(0, 50), st.sampled_from(AgentPolicy), st.sets(st.integers(1, 40))
)
def test_no_limit_of_the_budget_is_ever_exceeded(
    budget: RunBudget, order: list[int], salt: int, policy: AgentPolicy, dies: set[int]
) -> None:
    agents = agents_of(budget, policy)
    steps, observed = run(agents, salt, order, dies)
    hosts = Counter(host_of(step.url) for step in steps)
    assert len(steps) <= budget.pages
    assert len(hosts) <= budget.hosts
    assert max(hosts.values(), default=0) <= budget.pages_per_host
    assert sum(min(sight.bytes, step.max_bytes) for step, sight in observed) <= budget.bytes
    repeated = Counter(step.url for step in steps)
    assert sum(repeated.values()) - len(repeated) <= len(dies)
    assert len(agents.alive) <= budget.agents
    assert agents.end(1e9) is not None


@settings(deadline=None, max_examples=40)
@given(budgets, orders, st.integers(0, 50), st.sampled_from(AgentPolicy))
def test_the_same_calls_have_the_same_result(
    budget: RunBudget, order: list[int], salt: int, policy: AgentPolicy
) -> None:
    first, second = agents_of(budget, policy), agents_of(budget, policy)
    assert run(first, salt, order) == run(second, salt, order)
    assert list(first.events()) == list(second.events())
    assert first.learned() == second.learned()


@settings(deadline=None, max_examples=40)
@given(budgets, orders, st.integers(0, 50), st.sampled_from(AgentPolicy), st.integers(1, 30))
def test_a_run_that_is_repeated_goes_on_as_if_it_had_not_been_killed(
    budget: RunBudget, order: list[int], salt: int, policy: AgentPolicy, killed_after: int
) -> None:
    agents = agents_of(budget, policy)
    steps, observed = run(agents, salt, order)
    repeated = agents_of(budget, policy)
    repeated.add_seeds([SEED, "https://h3.example/1"])
    waiting = list(steps)
    for turn, (step, sight) in enumerate(observed[:killed_after]):
        while waiting and waiting[0].after <= turn:
            repeated.repeat(waiting.pop(0))
        repeated.observe(step, sight, float(turn + 1))
    moving = {step.number: step for step in steps} if killed_after < len(observed) else {}
    for turn, (step, sight) in enumerate(observed[killed_after:], killed_after):
        while waiting and waiting[0].after <= turn:
            assert repeated.next_step(float(turn), always) == waiting.pop(0)
        repeated.observe(moving[step.number], sight, float(turn + 1))
    assert list(repeated.events()) == list(agents.events())
    assert repeated.learned() == agents.learned()
    assert list(repeated.verdicts()) == list(agents.verdicts())


def test_what_is_remembered_is_bounded_by_the_budget() -> None:
    agents = agents_of(RunBudget(pages=50, hosts=100_000, agents=1))
    agents.add_seeds([SEED])
    for turn in range(50):
        step = agents.next_step(1.0, always)
        assert step is not None
        agents.observe(step, page(step.url, 0.5, links(300, POOR, f"p{turn}-")), 1.0)
    assert sum(not verdict.followed for verdict in agents.verdicts()) <= 2_000
