"""Whole runs over real servers: what is found, kept and obeyed."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import pytest
from tests.engine.agents.runs import (
    execute,
    finds,
    follow,
    issue,
    rows,
    start,
    status_of,
    until,
    whole_run,
    write,
)
from tests.engine.agents.topic_web import (
    QUERY,
    TopicWeb,
    article,
    is_about_floods,
    title,
    topic_web,
)

from tidings.engine.agents.retention import forget_old_finds
from tidings.engine.commands.command_values import (
    DeleteArticle,
    PauseSource,
    ResumeRun,
    StopRun,
)
from tidings.engine.commands.issuing import CommandRefused, Commands
from tidings.engine.library.library import Library
from tidings.engine.library.ranked_finds import find_scores, ranked_finds
from tidings.engine.listing.query_runs import agents_of, events_after, finds_of, verdicts_of
from tidings.engine.live.crawler import opened_crawler
from tidings.model.access.marks import Mark
from tidings.model.agents.agent_event import AgentEventKind
from tidings.model.agents.query_run import RunEnd, RunState
from tidings.model.search.results import Query
from tidings.read.url import article_id, domain_of, host_of, url_id
from tidings.settings.tree import Settings
from tidings.store.tables.access.article_marks import add_marks
from tidings.store.tables.agents.query_runs import run_basis
from tidings.store.tables.agents.query_steps import steps_of_run
from tidings.store.tables.articles.articles import article_by_id
from tidings.store.tables.frontier.urls import url_record

LATER = timedelta(days=31)


@pytest.fixture
def web() -> Iterator[TopicWeb]:
    with topic_web(6) as served:
        yield served


def searched(settings: Settings, query: str = QUERY) -> set[str]:
    library = Library.open(settings)
    try:
        return {hit.url for hit in library.search(Query(query, limit=100)).hits}
    finally:
        library.close()


async def test_what_a_run_finds_can_be_searched(settings: Settings, web: TopicWeb) -> None:
    run = await whole_run(settings, web)
    found = finds(settings, run)
    assert {find.url for find in found} == web.about_floods()
    assert all(find.relevance >= 0.5 and find.is_owned for find in found)
    assert not any(find.was_known for find in found)
    assert searched(settings) == web.about_floods()
    status = status_of(settings, run)
    assert (status.state, status.end) == (RunState.ENDED, RunEnd.NO_LINKS)
    assert status.finds == len(found)
    assert status.pages == web.requested().total()
    assert status.hosts == 6


async def test_no_page_is_visited_twice(settings: Settings, web: TopicWeb) -> None:
    await whole_run(settings, web)
    assert set(web.requested().values()) == {1}


async def test_only_finds_are_kept(settings: Settings, web: TopicWeb) -> None:
    await whole_run(settings, web)
    with rows(settings) as connection:
        other = web.url(0, 0)
        assert article_by_id(connection, article_id(other)) is None
        assert url_record(connection, host_of(other), url_id(other)) is None
        kept = url_record(connection, host_of(web.url(0, 1)), url_id(web.url(0, 1)))
    assert kept is not None
    assert kept.state.due is None


async def test_events_tell_the_lives_of_the_agents(settings: Settings, web: TopicWeb) -> None:
    run = await whole_run(settings, web, agents=3)
    with rows(settings) as connection:
        events = events_after(connection, run, 0, 10_000)
        agents = agents_of(connection, run)
    assert [seq for seq, _, _ in events] == list(range(1, len(events) + 1))
    kinds = Counter(event.kind for _, _, event in events)
    assert kinds[AgentEventKind.FOUND] == len(web.about_floods())
    assert kinds[AgentEventKind.SAW] == web.requested().total()
    assert events[-1][2].kind is AgentEventKind.ENDED
    assert sum(agent.finds for agent in agents) == len(web.about_floods())
    assert {agent.number for agent in agents} == set(range(1, len(agents) + 1))


async def test_every_link_is_explained(settings: Settings, web: TopicWeb) -> None:
    run = await whole_run(settings, web, pages=10)
    with rows(settings) as connection:
        followed = verdicts_of(connection, run, followed=True)
        left = verdicts_of(connection, run, followed=False)
    visited = set(web.requested()) - {web.front()}
    assert {each.url for each in followed} == visited
    assert left
    assert not {each.url for each in left} & visited


@pytest.mark.parametrize("limit", [{"pages": 7}, {"pages_per_host": 3}, {"hosts": 2}])
async def test_no_limit_of_the_budget_is_exceeded(
    settings: Settings, web: TopicWeb, limit: dict[str, int]
) -> None:
    web.latency = 0.02  # so that agents are under way together
    await whole_run(settings, web, **limit)
    requested = web.requested()
    by_host = Counter(urlsplit(url).netloc for url in requested.elements())
    assert requested.total() <= limit.get("pages", 400)
    assert max(by_host.values()) <= limit.get("pages_per_host", 50)
    assert len(by_host) <= limit.get("hosts", 100)
    assert requested.total() > 3


async def test_the_budget_of_time_ends_a_run_whose_hosts_hang(
    settings: Settings, web: TopicWeb
) -> None:
    web.hanging = set(web.hosts)
    run = await whole_run(settings, web, minutes=0.005)
    assert status_of(settings, run).end is RunEnd.TIME


async def test_the_budget_of_bytes_holds(settings: Settings, web: TopicWeb) -> None:
    run = await whole_run(settings, web, bytes=30_000, agents=2)
    status = status_of(settings, run)
    assert status.end is RunEnd.BYTES
    assert 0 < status.bytes <= 30_000


async def test_redirects_count_and_lead_to_no_page_twice(settings: Settings, web: TopicWeb) -> None:
    short = f"{web.front(1)}short"
    web.moved = {short: web.url(1, 1), f"{web.front(1)}other": web.url(1, 1)}
    web.links[web.hosts[0]] = [short, f"{web.front(1)}other"]
    run = await whole_run(settings, web)
    assert web.requested()[web.url(1, 1)] == 1
    assert {find.url for find in finds(settings, run)} == web.about_floods()


async def test_robots_txt_is_obeyed(settings: Settings, web: TopicWeb) -> None:
    web.robots[web.hosts[1]] = "User-agent: *\nDisallow: /2026/"
    run = await whole_run(settings, web)
    assert not [url for url in web.requested() if url.startswith(f"{web.front(1)}2026/")]
    hosts = {urlsplit(find.url).netloc for find in finds(settings, run)}
    assert hosts == set(web.hosts) - {web.hosts[1]}


async def test_a_page_that_must_not_be_indexed_is_no_find(
    settings: Settings, web: TopicWeb
) -> None:
    hidden = web.url(2, 1)
    web.bodies[hidden] = article(web.hosts[2], 1, '<meta name="robots" content="noindex">')
    run = await whole_run(settings, web)
    assert web.requested()[hidden] == 1
    assert {find.url for find in finds(settings, run)} == web.about_floods() - {hidden}
    with rows(settings) as connection:
        events = [event for _, _, event in events_after(connection, run, 0, 10_000)]
    told = {event.url for event in events if event.kind is AgentEventKind.FOUND}
    assert told == web.about_floods() - {hidden}


async def test_what_was_deleted_here_is_not_found_again(settings: Settings, web: TopicWeb) -> None:
    await whole_run(settings, web)
    deleted = web.url(0, 1)
    await asyncio.to_thread(issue, settings, DeleteArticle(deleted))
    run = await whole_run(settings, web)
    assert {find.url for find in finds(settings, run)} == web.about_floods() - {deleted}
    assert searched(settings) == web.about_floods() - {deleted}


async def test_what_is_deleted_is_forgotten_by_the_runs_that_found_it(
    settings: Settings, web: TopicWeb
) -> None:
    run = await whole_run(settings, web)
    deleted, heading = web.url(0, 1), title(web.hosts[0], 1)

    def told() -> str:
        with rows(settings) as connection:
            events = [str(event) for _, _, event in events_after(connection, run, 0, 10_000)]
            steps = [str(each.sight) for each in steps_of_run(connection, run)]
            links = [str(each) for each in verdicts_of(connection, run)]
            return "\n".join([*events, *steps, *links, str(finds_of(connection, run))])

    assert told().count(heading) >= 5
    others = told().count(title(web.hosts[1], 1))
    await asyncio.to_thread(issue, settings, DeleteArticle(deleted))
    assert heading not in told()
    assert told().count(title(web.hosts[1], 1)) == others
    assert {find.url for find in finds(settings, run)} == web.about_floods() - {deleted}


async def test_the_papers_policy_finds_what_its_own_formulas_find(
    settings: Settings, web: TopicWeb
) -> None:
    page = web.url(0, 0)  # has one word of the query, twice: enough for formula (1) as printed
    web.bodies[page] = article(web.hosts[0], 0).replace(
        "</article>", "<p>The floods of last year were no worse than other floods.</p></article>"
    )
    ours, papers = [
        await whole_run(settings, web, seeds=(page,), policy=policy)
        for policy in ("learned", "lacrawler")
    ]
    assert finds(settings, ours) == []
    (found,) = finds(settings, papers)
    assert (found.url, found.relevance) == (page, 1.0)
    assert found.is_owned
    assert article_id(page) == found.article
    assert searched(settings, "floods") == {page}


async def test_an_endless_calendar_costs_few_pages(settings: Settings, web: TopicWeb) -> None:
    web.calendar = web.hosts[0]
    run = await whole_run(settings, web, pages=150, pages_per_host=150)
    assert {find.url for find in finds(settings, run)} == web.about_floods()
    trapped = [url for url in web.requested() if "/calendar/" in url]
    assert len(trapped) < 40


async def test_a_second_run_tells_what_is_known_and_keeps_nothing_twice(
    settings: Settings, web: TopicWeb
) -> None:
    first = await whole_run(settings, web)
    second = await whole_run(settings, web)
    assert all(not find.was_known for find in finds(settings, first))
    again = finds(settings, second)
    assert {find.url for find in again} == web.about_floods()
    assert all(find.was_known and not find.is_owned for find in again)
    assert searched(settings) == web.about_floods()


async def test_a_page_of_a_followed_source_is_settled_as_that_sources(
    settings: Settings, web: TopicWeb
) -> None:
    await asyncio.to_thread(follow, settings, web.front(1))
    run = await whole_run(settings, web)
    followed = [find for find in finds(settings, run) if host_of(find.url) == web.hosts[1]]
    assert followed
    assert not any(find.is_owned or find.was_known for find in followed)
    with rows(settings) as connection:
        other = web.url(1, 0)  # no find, but the source's
        record = url_record(connection, host_of(other), url_id(other))
        assert article_by_id(connection, article_id(other)) is not None
    assert record is not None
    assert record.site == followed[0].site


async def test_a_paused_source_is_not_asked(settings: Settings, web: TopicWeb) -> None:
    await asyncio.to_thread(follow, settings, web.front(1))
    await asyncio.to_thread(issue, settings, PauseSource(web.front(1)))
    await whole_run(settings, web)
    assert web.hosts[1] not in web.seen


async def test_the_home_says_where_to_begin(settings: Settings, web: TopicWeb) -> None:
    await whole_run(settings, web, hosts=1)
    web.seen.clear()
    run = await whole_run(settings, web, seeds=(), pages_per_host=20)
    assert {find.url for find in finds(settings, run)} >= {web.url(0, 1), web.url(1, 1)}
    assert web.requested()[web.url(0, 1)] == 1  # a hit of the home


async def test_search_addresses_of_the_settings_are_seeds(
    settings: Settings, web: TopicWeb
) -> None:
    searching = f"{web.front(3)}search?q=floods+in+Ravenmoor"
    web.bodies[searching] = f'<html><body><a href="{web.url(3, 1)}">Floods</a></body></html>'
    template = f"{web.front(3)}search?q={{query}}"
    asking = replace(settings, agents=replace(settings.agents, search_urls=(template,)))
    run = await whole_run(asking, web, seeds=())
    assert web.requested()[searching] == 1
    assert [find.url for find in finds(asking, run)] == [web.url(3, 1)]


async def test_an_empty_home_without_seeds_says_what_to_do(
    settings: Settings, web: TopicWeb
) -> None:
    run = await whole_run(settings, web, seeds=())
    status = status_of(settings, run)
    assert status.end is RunEnd.NO_SEEDS
    assert "--seed" in status.detail
    assert not web.seen


async def test_a_stopped_run_begins_nothing_more(settings: Settings, web: TopicWeb) -> None:
    web.latency = 0.05
    run = await asyncio.to_thread(start, settings, web, agents=2)
    async with opened_crawler(settings) as crawler:
        executing = asyncio.create_task(crawler.execute_runs())
        await until(lambda: web.requested().total() >= 3)
        commands = Commands(settings, crawler.library.database)
        await commands.issue_async(StopRun(run))
        await executing
    status = status_of(settings, run)
    assert (status.state, status.end) == (RunState.ENDED, RunEnd.STOPPED)
    assert web.requested().total() < 54


async def test_a_run_that_waits_ends_when_it_is_stopped(settings: Settings, web: TopicWeb) -> None:
    run = await asyncio.to_thread(start, settings, web)
    await asyncio.to_thread(issue, settings, StopRun(run))
    await execute(settings)
    assert status_of(settings, run).end is RunEnd.STOPPED
    assert not web.seen
    with rows(settings) as connection:
        ((_, _, event),) = events_after(connection, run, 0, 10)
    assert (event.kind, event.words) == (AgentEventKind.ENDED, RunEnd.STOPPED)
    with pytest.raises(CommandRefused, match="has ended"):
        await asyncio.to_thread(issue, settings, ResumeRun(run))


async def test_a_crawl_executes_runs_beside_its_visits(settings: Settings, web: TopicWeb) -> None:
    await asyncio.to_thread(follow, settings, web.front(4))
    run = await asyncio.to_thread(start, settings, web, hosts=2)
    async with opened_crawler(settings) as crawler:
        await crawler.crawl()
    assert status_of(settings, run).end is not None
    found = {host_of(find.url) for find in finds(settings, run)}
    assert len(found) == 2
    assert {host_of(url) for url in searched(settings)} == found | {web.hosts[4]}


async def test_finds_are_forgotten_after_their_retention(settings: Settings, web: TopicWeb) -> None:
    await whole_run(settings, web)
    marked, followed = article_id(web.url(0, 1)), web.front(1)
    now = datetime.now(UTC)
    write(settings, lambda db: add_marks(db, 1, Mark.STARRED, [marked], now))
    await asyncio.to_thread(follow, settings, followed)
    kept = {url for url in web.about_floods() if host_of(url) == web.hosts[1]} | {web.url(0, 1)}
    assert write(settings, lambda db: forget_old_finds(db, now - LATER, now)) == 0
    assert write(settings, lambda db: forget_old_finds(db, now + LATER, now)) == 12
    assert write(settings, lambda db: forget_old_finds(db, now + LATER, now)) == 0
    with rows(settings) as connection:
        left = {url for url in web.about_floods() if article_by_id(connection, article_id(url))}
    assert left == kept
    await execute(settings)  # lets the index follow
    assert searched(settings) == kept


async def test_a_site_that_is_followed_later_adopts_its_finds(
    settings: Settings, web: TopicWeb
) -> None:
    run = await whole_run(settings, web)
    await asyncio.to_thread(follow, settings, web.front(1))
    url = web.url(1, 1)
    with rows(settings) as connection:
        record = url_record(connection, host_of(url), url_id(url))
        front = url_record(connection, host_of(url), url_id(web.front(1)))
    assert record is not None
    assert front is not None
    assert record.site == front.site
    assert record.state.article == article_id(url)
    assert {find.url for find in finds(settings, run)} == web.about_floods()
    assert domain_of(url) == host_of(url)
    assert is_about_floods(1)


async def test_finds_are_ranked_and_copies_stand_behind_their_originals(
    settings: Settings, web: TopicWeb
) -> None:
    original, copy = web.url(0, 1), web.url(3, 1)
    web.bodies[copy] = article(web.hosts[0], 1)
    run = await whole_run(settings, web)
    library = Library.open(settings)
    try:
        found = finds(settings, run)
        scores = find_scores(library, QUERY, datetime.now(UTC))
        ranked = ranked_finds(library.database.read(), found, scores)
    finally:
        library.close()
    assert {find.url for find in ranked} == {find.url for find in found}
    pair = {article_id(original), article_id(copy)}
    (copied,) = (find for find in ranked if find.copy_of)
    assert {copied.article, copied.copy_of} == pair
    assert ranked[ranked.index(copied) - 1].article == copied.copy_of
    others = [find.score or 0.0 for find in ranked if find.article not in pair]
    assert all(others)
    assert others == sorted(others, reverse=True)


async def test_a_second_run_about_the_same_words_begins_with_what_was_learned(
    settings: Settings, web: TopicWeb
) -> None:
    first = await whole_run(settings, web)
    second = await whole_run(settings, web, query="ravenmoor floods")
    other = await whole_run(settings, web, query="the harbour museum")
    with rows(settings) as connection:
        bases = [run_basis(connection, run) for run in (first, second, other)]
        estimates = [
            {each.url: each.estimate for each in verdicts_of(connection, run, followed=True)}
            for run in (first, second)
        ]
    assert [bool(basis and basis.model) for basis in bases] == [False, True, False]
    others = {url for url in estimates[0] if "/2026/" in url} - web.about_floods()
    fresh, taught = (sum(each[url] for url in others) for each in estimates)
    assert taught < 0.9 * fresh  # it knows which links lead elsewhere
