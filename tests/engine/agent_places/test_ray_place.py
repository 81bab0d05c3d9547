"""Runs on a real cluster find what runs in one process find, by the same rules."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from tests.clusters.ray_cluster import RayCluster
from tests.engine.agent_places.mine_process import RUN, MineProcess
from tests.engine.agent_places.ray_runs import actors_of, execute, on_cluster, timed_web, whole_run
from tests.engine.agents import runs
from tests.engine.agents.topic_web import TopicWeb, article

from tidings.engine.agent_places.place_actors import slot_of
from tidings.engine.live.crawler import opened_crawler
from tidings.engine.runners.head_watch import HeadLost
from tidings.engine.runners.ray_connection import RayConnection, connected_ray
from tidings.model.agents.query_run import RunEnd
from tidings.settings.tree import Settings
from tidings.store.tables.agents.query_steps import steps_of_run
from tidings.store.tables.frontier.request_log import recent_requests


@pytest.fixture
def web() -> Iterator[TopicWeb]:
    with timed_web(6) as served:
        yield served


@pytest.fixture
def settings(settings: Settings, ray_cluster: RayCluster) -> Settings:
    return on_cluster(settings, ray_cluster)


@pytest.fixture
def cluster(settings: Settings) -> Iterator[RayConnection]:
    with connected_ray(settings) as connected:
        yield connected


async def both_runs(
    settings: Settings, cluster: RayConnection, web: TopicWeb, source: str = "", **more: Any
) -> list[tuple[Settings, int, dict[str, int]]]:
    """Run in this process and on the cluster: the home, the run and the requests of each."""
    results = []
    for connected in (None, cluster):
        home = settings.home.with_name("local" if connected is None else "cluster")
        own = replace(settings, home=home)
        web.seen.clear()
        if source:
            runs.follow(own, source)
        run = await whole_run(own, connected, web, **more)
        results.append((own, run, dict(web.requested())))
    return results


def way(settings: Settings, run: int) -> list[str]:
    with runs.rows(settings) as connection:
        return [each.url for each in steps_of_run(connection, run)]


async def test_one_agent_goes_the_same_way(
    settings: Settings, cluster: RayConnection, web: TopicWeb, ray_cluster: RayCluster
) -> None:
    here, there = await both_runs(settings, cluster, web, agents=1)
    assert way(*here[:2]) == way(*there[:2])
    assert here[2] == there[2]
    assert set(here[2].values()) == {1}
    assert {each.url for each in runs.finds(*there[:2])} == web.about_floods()
    assert runs.status_of(*there[:2]).end is RunEnd.NO_LINKS
    assert [actors_of(ray_cluster, node) for node in ("one", "two")] == [[], []]


async def test_many_agents_obey_the_same_rules(
    settings: Settings, cluster: RayConnection, web: TopicWeb
) -> None:
    """With redirects between places, in a circle and to a page that is known; a host that forbids
    its pages, and a source that somebody follows.
    """
    hosts = web.hosts
    first, second, other = (f"http://{hosts[1]}/{name}" for name in ("hidden", "circle", "known"))
    hidden = f"http://{hosts[3]}/2026/11/only-by-a-redirect"
    web.moved |= {first: hidden, second: f"http://{hosts[4]}/circle", other: web.url(2, 1)}
    web.moved[f"http://{hosts[4]}/circle"] = second
    web.bodies[hidden] = article(hosts[3], 101)
    web.links[hosts[0]] = [first, second, other]
    web.robots[hosts[5]] = "User-agent: *\nDisallow: /2026/"
    here, there = await both_runs(settings, cluster, web, web.front(2))
    expected = {url for url in web.about_floods() if hosts[5] not in url} | {hidden}
    for home, run, requested in (here, there):
        assert {each.url for each in runs.finds(home, run)} == expected
        assert not any(f"{hosts[5]}/2026" in url for url in requested)
        assert {url for url, times in requested.items() if times > 1} <= {web.url(2, 1)}
    assert here[2].keys() == there[2].keys()
    assert sites(here[0]) == sites(there[0])


def sites(settings: Settings) -> list[tuple[object, ...]]:
    """Return what became of the pages that are kept, and whether the source has them (site 1)."""
    with runs.rows(settings) as connection:
        found = connection.execute(
            "SELECT urls.url, urls.site = 1, urls.kind, urls.article FROM urls "
            "WHERE urls.kind IS NOT NULL ORDER BY urls.url"
        )
        return [tuple(row) for row in found]


async def test_requests_of_places_are_in_the_request_log(
    settings: Settings, cluster: RayConnection, web: TopicWeb
) -> None:
    run = await whole_run(settings, cluster, web, pages=12)
    with runs.rows(settings) as connection:
        began = runs.status_of(settings, run).asked_at
        logged = [f"http://{line.host}{line.path}" for line in recent_requests(connection, began)]
    sent = [f"http://{host}{path}" for host, paths in web.seen.items() for path in paths]
    assert sorted(logged) == sorted(sent)


@pytest.mark.slow  # it waits for time-outs
async def test_hosts_that_hang_hold_up_nobody(
    settings: Settings, cluster: RayConnection, web: TopicWeb
) -> None:
    web.hanging = {web.hosts[2]}
    quick = replace(settings, agents=replace(settings.agents, step_seconds=5.0))
    run = await whole_run(quick, cluster, web, agents=3)
    hung = f"http://{web.hosts[2]}/"
    found = {each.url for each in runs.finds(quick, run)}
    assert found == {url for url in web.about_floods() if not url.startswith(hung)}
    times = {url: times for url, times in web.requested().items() if url.startswith(hung)}
    assert set(times.values()) == {2}  # its agent was replaced once, then the page is missed
    assert runs.status_of(quick, run).end is RunEnd.NO_LINKS


async def test_beside_a_crawl_the_run_is_executed_there(
    settings: Settings, ray_cluster: RayCluster, web: TopicWeb
) -> None:
    async with opened_crawler(settings) as crawler:
        following = asyncio.create_task(crawler.follow())
        run = MineProcess(settings.home, web, ray_cluster.cluster, 90)
        try:
            assert await asyncio.to_thread(run.wait) == 0, run.said()
        finally:
            run.kill()
        crawler.stop()
        await following
    assert "not on the cluster" in run.said()
    assert {each.url for each in runs.finds(settings, RUN)} == web.about_floods()


def test_hosts_of_a_domain_have_the_same_place() -> None:
    hosts = [f"https://{name}.example.org/page" for name in ("www", "news", "sport", "m")]
    assert len({slot_of(url, 64) for url in [*hosts, "https://example.org/robots.txt"]}) == 1
    others = [f"https://example-{number}.org/" for number in range(200)]
    assert {slot_of(url, 4) for url in others} == {0, 1, 2, 3}


async def test_a_cluster_that_is_gone_before_a_place_is_open_is_named(
    settings: Settings, cluster: RayConnection, web: TopicWeb
) -> None:
    """Its address is one where nothing listens, as after the end of a head without Redis."""
    gone = replace(cluster.watch, address="127.0.0.9:1")
    runs.start(settings, web)
    with pytest.raises(HeadLost, match="tidings mine --resume --engine ray"):
        await execute(settings, RayConnection(cluster.ray, gone, 0.05))
