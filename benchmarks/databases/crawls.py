"""A crawl of the news world by each contender: pages per second, and CPU per page, by program."""

import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.databases.home_kinds import HomeKind
from benchmarks.databases.server_processes import ServerCpu
from benchmarks.databases.servers import Servers
from benchmarks.inputs.news_world import NewsWorld
from benchmarks.pipeline import TIDINGS
from benchmarks.support.contender import ContenderRun, run_contender
from tidings.settings.load import load
from tidings.store.files.store_opening import open_store


@dataclass(frozen=True, slots=True)
class CrawlTurn:
    """The cost of one crawl: ours, and that of the servers."""

    run: ContenderRun
    servers: ServerCpu  # seconds, for all pages

    @property
    def rate(self) -> float:
        """Pages per second."""
        return self.run.rate

    @property
    def client_ms(self) -> float:
        """CPU time of the crawl with its workers, per page in milliseconds."""
        return self.run.cpu_ms

    @property
    def postgres_ms(self) -> float:
        """CPU time of PostgreSQL per page in milliseconds."""
        return 1000 * self.servers.postgres / self.run.pages

    @property
    def seaweed_ms(self) -> float:
        """CPU time of SeaweedFS per page in milliseconds."""
        return 1000 * self.servers.seaweed / self.run.pages

    @property
    def whole_ms(self) -> float:
        """All of it, per page in milliseconds."""
        return self.client_ms + self.postgres_ms + self.seaweed_ms


def measured_crawl(kind: HomeKind, servers: Servers, world: NewsWorld) -> CrawlTurn:
    """Crawl the news world into a new home."""
    processes = servers.processes(kind)
    with ExitStack() as stack:
        place = stack.enter_context(servers.place(kind))
        began = ServerCpu()

        def prepare(home: Path, world: NewsWorld) -> None:
            nonlocal began
            _add_sites(home, world, place)
            servers.settle_down(kind)
            began = processes.cpu()

        env = {**TIDINGS.env, **place}
        run = run_contender(replace(TIDINGS, name=kind.name, prepare=prepare, env=env), world)
        servers.settle_down(kind)
        used = processes.cpu() - began
        if kind.is_on_s3:
            _check_store(kind, place)
    return CrawlTurn(run, used)


def _add_sites(home: Path, world: NewsWorld, place: Mapping[str, str]) -> None:
    command = [sys.executable, "-m", "tidings.cli", "--home", str(home), "add", *world.urls]
    env = {**os.environ, **TIDINGS.env, **place}
    subprocess.run(command, check=True, capture_output=True, env=env)


def _check_store(kind: HomeKind, place: Mapping[str, str]) -> None:
    """Refuse figures of a crawl that only seemed to keep its files on S3."""
    store = open_store(load(None, place, {}).store)
    if not any(file.size for file in store.list()):
        sys.exit(f"{kind.name}: the crawl put nothing on S3, so its figures would mean nothing.")
