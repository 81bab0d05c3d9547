"""Runs on a real cluster find what runs in one process find, as politely."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.clusters.ray_cluster import RayCluster
from tests.engine.agent_places.ray_runs import actors_of, on_cluster, timed_web, whole_run
from tests.engine.agents import runs
from tests.engine.agents.topic_web import TopicWeb

from tidings.engine.runners.ray_connection import RayConnection, connected_ray
from tidings.model.agents.query_run import RunEnd
from tidings.settings.tree import Settings
from tidings.store.tables.agents.query_steps import steps_of_run


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


async def test_one_agent_goes_the_same_way(
    settings: Settings, cluster: RayConnection, web: TopicWeb, ray_cluster: RayCluster
) -> None:
    local = replace(settings, home=settings.home.with_name("local"))
    here = await runs.whole_run(local, web, agents=1)
    expected = web.requested()
    web.seen.clear()
    there = await whole_run(settings, cluster, web, agents=1)
    assert web.requested() == expected
    assert runs.status_of(settings, there).end is RunEnd.NO_LINKS
    steps = {}
    for home, run in ((local, here), (settings, there)):
        with runs.rows(home) as connection:
            steps[home.home] = [each.url for each in steps_of_run(connection, run)]
    assert steps[local.home] == steps[settings.home]
    assert {each.url for each in runs.finds(settings, there)} == web.about_floods()
    assert [actors_of(ray_cluster, node) for node in ("one", "two")] == [[], []]
