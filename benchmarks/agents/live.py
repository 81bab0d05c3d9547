"""Query runs over real requests: pages per second, time to the first find, and memory.

50 agents search 120 papers on loopback addresses, without delays: with extraction, and without the
enrichment of finds. Each measurement is a run of its own in a process of its own.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.support.table import print_conditions, print_table

_HOSTS = 120
_PAGES = 36  # of each paper, its front page not counted
_AGENTS = 50
_LEGEND = """\
All is on one machine: the papers, too, take CPU. Memory is the highest of the crawling process and
of one worker. The first find is counted from the moment when a run is asked for in a process that
crawls already: a process that begins loads its models first, for some seconds."""


def _settings(home: Path) -> Any:
    from dataclasses import replace

    from tidings.settings.tree import Settings

    settings = Settings(home=home)
    return replace(
        settings,
        fetch=replace(settings.fetch, delay=0.0, domain_delay=0.0, address_delay=0.0,
                      allow_private=("127.0.0.0/8",)),
        enrich=replace(settings.enrich, enabled=False),
    )  # fmt: skip


def mine(home: Path, front: str, pages: int, agents: int) -> dict[str, float]:
    """Execute one run in this process; return what it took."""
    import uvloop

    from tidings.engine.commands.command_values import StartRun
    from tidings.engine.commands.issuing import Commands, opened_commands
    from tidings.engine.listing.query_runs import finds_of, run_status
    from tidings.engine.live.crawler import opened_crawler
    from tidings.engine.process.home import existing_home
    from tidings.engine.process.home_database import opened_database

    settings = _settings(home)
    warm = StartRun("weather", (front,), pages=8)  # until the workers have loaded their models
    start = StartRun("floods in Ravenmoor", (front,), pages=pages, agents=agents, hosts=500)
    with opened_commands(settings, create=True) as commands:
        commands.issue(warm)

    async def execute() -> float:
        async with opened_crawler(settings) as crawler:
            await crawler.execute_runs()
            pids = (os.getpid(), *crawler._parts.pool.pids)
            before = sum(map(_cpu_seconds, pids))
            Commands(settings, crawler.library.database).store(start)
            await crawler.execute_runs()
            return sum(map(_cpu_seconds, pids)) - before

    cpu = uvloop.run(execute())
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    worker = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    with closing(opened_database(existing_home(settings))) as database:
        status, finds = run_status(database.read(), 2), finds_of(database.read(), 2)
    assert status is not None
    assert status.began_at is not None
    assert status.ended_at is not None
    seconds = (status.ended_at - status.began_at).total_seconds()
    first = min((each.found_at for each in finds), default=status.ended_at)
    return {
        "pages": status.pages,
        "finds": status.finds,
        "seconds": seconds,
        "cpu": cpu / status.pages * 1000,
        "first": (first - status.asked_at).total_seconds(),
        "own": own,
        "worker": worker,
    }


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _measured(front: str, pages: int, agents: int) -> dict[str, float]:
    """Measure one run in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.agents.live", "--one",
                   f"{folder}/home", front, str(pages), str(agents)]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        result: dict[str, float] = json.loads(done.stdout)
        return result


def _served() -> "subprocess.Popen[str]":
    """Serve the papers in a process of their own; its first line is where to begin."""
    command = [sys.executable, "-m", "benchmarks.agents.live", "--serve"]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _serve() -> None:
    from tests.engine.agents.topic_web import topic_web

    with topic_web(_HOSTS) as web:
        web.pages = _PAGES
        print(web.front(), flush=True)
        sys.stdin.read()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--serve", action="store_true")
    parser.add_argument("--one", nargs=4, metavar=("HOME", "URL", "PAGES", "AGENTS"))
    options = parser.parse_args()
    if options.serve:
        _serve()
    elif options.one:
        home, front, pages, agents = options.one
        print(json.dumps(mine(Path(home), front, int(pages), int(agents))))
    else:
        _compare(options.rounds)


def _compare(rounds: int) -> None:
    papers = _served()
    assert papers.stdout is not None
    front = papers.stdout.readline().strip()
    rows = []
    try:
        for pages, agents in ((200, 8), (200, _AGENTS), (1000, _AGENTS), (4000, _AGENTS)):
            found = [_measured(front, pages, agents) for _ in range(rounds)]
            rates = [each["pages"] / each["seconds"] for each in found]
            rows.append((
                f"{pages}", f"{agents}", f"{median(each['finds'] for each in found):.0f}",
                f"{median(rates):.0f} ({min(rates):.0f}-{max(rates):.0f})",
                f"{median(each['cpu'] for each in found):.1f}",
                f"{median(each['first'] for each in found):.2f}",
                f"{max(each['own'] for each in found):.0f}",
                f"{max(each['worker'] for each in found):.0f}",
            ))  # fmt: skip
    finally:
        papers.communicate()
    print_conditions("tidings", "selectolax", "numpy")
    columns = ("budget of pages", "agents", "finds", "pages/s", "CPU ms/page", "first find, s",
               "own MB", "worker MB")  # fmt: skip
    print_table(f"Query runs over {_HOSTS} papers of {_PAGES} pages", columns, rows)
    print(_LEGEND)


if __name__ == "__main__":
    main()
