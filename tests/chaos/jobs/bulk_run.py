"""`tidings crawl --urls` on a cluster, in a process of its own, while something fails."""

import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.clusters.node_commands import node_variables
from tests.engine.backfill.bulk_home import articles, visits
from tests.engine.backfill.many_papers import Papers

from tidings.settings.tree import ClusterSettings, Settings

DELAY: Final = 0.3
LEASE_SECONDS: Final = 4.0
_SECONDS: Final = 0.05
_PATIENCE: Final = 300.0
_MOST_RUNS: Final = 4  # that may end with URLs left, as their host was held by a place that died


class BulkRun:
    """One list, and the crawls that are started until all of it was fetched."""

    def __init__(
        self, home: Path, urls: Sequence[str], cluster: ClusterSettings, database: str = ""
    ) -> None:
        self.urls = list(urls)
        self.home = home
        self._cluster = cluster
        self._database = database
        self._list = home.with_name("urls.txt")
        self._list.write_text("\n".join(urls))
        self._log = home.with_name("crawl.log")
        self._crawl = self._started()

    def _started(self) -> "subprocess.Popen[bytes]":
        cluster = self._cluster
        pairs = {
            "jobs.engine": "ray",
            "jobs.host_lease_seconds": LEASE_SECONDS,
            "jobs.hosts_at_once": 4,
            "fetch.delay": DELAY,
            "fetch.address_delay": 0,
            "fetch.allow_private": "127.0.0.0/8,10.0.0.0/8",
            "database.url": self._database,
            "cluster.address": cluster.address,
            "cluster.token_file": cluster.token_file,
            "cluster.heartbeat_seconds": cluster.heartbeat_seconds,
            "cluster.failure_seconds": cluster.failure_seconds,
        }
        sets = [f"--set={key}={value}" for key, value in pairs.items() if value != ""]
        with self._log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "tidings.cli", f"--home={self.home}", *sets,
                 "crawl", f"--urls={self._list}"],
                stdout=log, stderr=log, env=node_variables(),
            )  # fmt: skip

    def kill(self) -> None:
        """Kill the driver."""
        self._crawl.kill()
        self._crawl.wait()

    def restart(self) -> None:
        """Start the same command again."""
        self._crawl = self._started()

    def has_ended(self) -> bool:
        """Return whether the driver has ended."""
        return self._crawl.poll() is not None

    def lasts_until(self, papers: Papers, pages: int) -> None:
        """Wait until so many pages were sent, or the driver has ended."""
        until = time.monotonic() + _PATIENCE
        while len(papers.all_pages()) < pages and not self.has_ended():
            assert time.monotonic() < until, self.said()
            time.sleep(_SECONDS)

    def finish(self) -> int:
        """Start the command until nothing is left; return how often it ran since."""
        for times in range(1, _MOST_RUNS + 1):
            if self._crawl.wait(_PATIENCE) == 0:
                return times
            self.restart()
        raise AssertionError(self.said())

    def said(self) -> str:
        """Return what was printed."""
        return self._log.read_text(errors="replace")

    def check(self, papers: Papers) -> None:
        """Check that each host was asked politely, and that every page was kept once."""
        for host in papers.hosts:
            assert papers.overlaps(host) == 0, papers.seen[host]
            assert papers.smallest_gap(host) >= DELAY, papers.seen[host]
        settings = Settings(home=self.home)
        assert articles(settings).keys() == set(self.urls)
        assert set(visits(settings).values()) == {1}

    def asked_again(self, papers: Papers) -> int:
        """Return how many pages were sent more than once."""
        return sum(times > 1 for times in Counter(papers.all_pages()).values())
