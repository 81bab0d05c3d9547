"""Query runs whose agents make their visits on a cluster."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from time import monotonic

from tests.clusters.ray_cluster import RayCluster
from tests.engine.agents.runs import start
from tests.engine.agents.topic_web import TopicWeb, topic_web

from tidings.engine.agent_places.place_actors import slot_of
from tidings.engine.cluster.process_marks import ProcessMark
from tidings.engine.live.crawler import opened_crawler
from tidings.engine.runners.ray_connection import RayConnection
from tidings.settings.tree import Settings

LEASE_SECONDS = 3.0
_SHARED = 8  # papers


class TimedPaths(list[str]):
    """The requests to one host, and when each came."""

    def __init__(self) -> None:
        super().__init__()
        self.times: list[float] = []

    def append(self, path: str) -> None:
        """Note a request."""
        self.times.append(monotonic())
        super().append(path)


@contextmanager
def timed_web(count: int, network: str = "127.2.0") -> Iterator[TopicWeb]:
    """Serve papers that also note when each host was asked."""
    with topic_web(count, network) as web:
        web.seen = defaultdict(TimedPaths)
        yield web


@contextmanager
def shared_web(network: str = "127.3.0") -> Iterator[TopicWeb]:
    """Serve papers of which each of two places has some, by the hashes of their addresses."""
    while True:
        with timed_web(_SHARED, network) as web:
            first = sum(slot_of(web.front(number), 2) == 0 for number in range(_SHARED))
            if 3 <= first <= _SHARED - 3:
                yield web
                return


def smallest_gap(web: TopicWeb) -> float:
    """Return the smallest time between two requests to one host."""
    times = [paths.times for paths in web.seen.values() if isinstance(paths, TimedPaths)]
    return min(later - first for each in times for first, later in pairwise(each))


def on_cluster(settings: Settings, cluster: RayCluster, delay: float = 0.0) -> Settings:
    """Return the settings of a home whose runs use a cluster."""
    jobs = replace(settings.jobs, host_lease_seconds=LEASE_SECONDS)
    fetch = replace(settings.fetch, delay=delay, address_delay=0.0)
    return replace(settings, cluster=cluster.cluster, jobs=jobs, fetch=fetch)


async def execute(settings: Settings, cluster: RayConnection | None) -> None:
    """Execute the runs that wait, until they are over."""
    async with opened_crawler(settings) as crawler:
        await crawler.execute_runs(cluster)


async def whole_run(
    settings: Settings, cluster: RayConnection | None, web: TopicWeb, **more: object
) -> int:
    """Start a run and execute it; return its number."""
    run = await asyncio.to_thread(lambda: start(settings, web, **more))
    await execute(settings, cluster)
    return run


def actors_of(cluster: RayCluster, node: str) -> list[ProcessMark]:
    """Return the processes on a node that make visits."""
    return [mark for mark in cluster.processes(node) if _name(mark.pid) == "ray::AgentPlace"]


def _name(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()[:15]
    except OSError:
        return ""
