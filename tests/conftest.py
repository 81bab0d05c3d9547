import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from tests.clusters.ray_cluster import ray_cluster, running_cluster  # noqa: F401 - for all rooms

from tidings.settings.tree import StoreSettings
from tidings.store.database.database import Database, open_database

# As `tidings` itself does, before anything imports numpy: on small matrices several threads only
# wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A busy machine is slow, which says nothing about the program.
settings.register_profile("tidings", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tidings")


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = open_database(tmp_path / "tidings.db", StoreSettings(commit_seconds=0.0))
    yield database
    database.close()


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Run more tests at a time than there are cores: many wait for other processes."""
    has_affinity = hasattr(os, "sched_getaffinity")  # not on every system
    cores = len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 2
    return max(2, 3 * cores // 2)
