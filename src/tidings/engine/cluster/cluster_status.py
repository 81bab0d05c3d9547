"""What `tidings cluster status` shows."""

from contextlib import closing
from dataclasses import dataclass

from tidings.engine.cluster.connection import cluster_connection
from tidings.engine.cluster.head_client import KnownCluster, KnownNode, ask_head
from tidings.engine.process.home import existing_home
from tidings.engine.process.home_database import opened_database
from tidings.model.crawl.job_status import JobStatus
from tidings.settings.tree import Settings
from tidings.store.tables.jobs.job_rows import job_statuses

_LOOKED_AT = 20  # of the newest jobs


@dataclass(frozen=True, slots=True)
class ClusterStatus:
    """The cluster of a home."""

    address: str
    head: str  # alive, or lost: it answers, but runs nothing
    has_redis: bool  # a head that is started again knows what the lost one knew
    ray_version: str
    python_version: str
    nodes: tuple[KnownNode, ...]
    is_busy: bool  # somebody runs a job on it
    unfinished: tuple[JobStatus, ...]  # jobs of the home: running, or interrupted

    @property
    def living(self) -> list[KnownNode]:
        """The nodes that are alive."""
        return [node for node in self.nodes if node.is_alive]


def cluster_status(settings: Settings) -> ClusterStatus:
    """Ask the head and the home; raises ClusterUnusable."""
    connection = cluster_connection(settings)
    known = ask_head(connection.address, connection.environment)
    with closing(opened_database(existing_home(settings))) as database:
        jobs = job_statuses(database.read(), _LOOKED_AT)
    return ClusterStatus(
        known.address,
        "alive" if known.head else "lost",
        known.has_redis,
        known.ray_version,
        known.python_version,
        newest_of_each(known),
        known.drivers > 0,
        tuple(job for job in jobs if job.ended_at is None),
    )


def newest_of_each(known: KnownCluster) -> tuple[KnownNode, ...]:
    """Return each node once: a node that was lost and came back is alive."""
    newest = {}
    for node in sorted(known.nodes, key=lambda node: (node.is_alive, node.since)):
        newest[node.name] = node
    return tuple(node for node in known.nodes if node is newest[node.name])
