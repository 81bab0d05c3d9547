"""SQLite against PostgreSQL, and the local disk against S3, in one run.

Pages per second and CPU per page of a crawl, the time to settle a page, searches, and a restart at
many URLs. The contenders take turns; each is compared with SQLite and the local disk.
"""

import argparse
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from benchmarks.databases.crawls import CrawlTurn, measured_crawl
from benchmarks.databases.home_kinds import DEFAULT, KINDS, HomeKind, in_turn
from benchmarks.databases.report import (
    Turns,
    print_crawls,
    print_restarts,
    print_searches,
    print_settling,
    print_where,
)
from benchmarks.databases.restarts import RestartTurn, homes_with_urls, measured_restart
from benchmarks.databases.searches import measured_searches
from benchmarks.databases.servers import Servers, running_servers
from benchmarks.databases.settling import SettlingTurn, measured_plain_rows, measured_settling
from benchmarks.inputs.news_world import running_news_world

_PARTS = ("crawl", "settle", "search", "restart")
_MEMORY = {"tmpfs", "ramfs", "overlay"}  # what is there is not on a disk, or nobody knows
PLAIN = {
    DEFAULT: HomeKind("SQLite, its driver alone"),
    KINDS["postgres"]: HomeKind("PostgreSQL, its driver alone", is_on_postgres=True),
}

_Turn = TypeVar("_Turn")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return the exit code."""
    options = _options(arguments)
    kinds = [KINDS[name] for name in options.homes]
    disk = disk_of(options.folder)
    if disk.partition(" ")[0] in _MEMORY:
        print(f"{options.folder} is on {disk}: name a folder on a disk.", file=sys.stderr)
        return 2
    with _working_folder(options.folder) as folder, running_servers(kinds) as servers:
        print_where(disk, servers.version())
        if "crawl" in options.parts:
            print_crawls(_crawls(kinds, servers, options))
        if "settle" in options.parts:
            print_settling(_settlings(kinds, servers, options, folder))
        if "search" in options.parts:
            articles, count = options.articles, options.searches
            print_searches(measured_searches(kinds, servers, folder, articles, count), articles)
        if "restart" in options.parts:
            print_restarts(_restarts(kinds, servers, options, folder), options.urls)
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.databases", description=__doc__)
    parser.add_argument("--pages", type=_count, default=400, metavar="N",
                        help="of each crawl, and settled in each round, about (400)")  # fmt: skip
    parser.add_argument("--rounds", type=_count, default=5, metavar="N", help="(5)")
    parser.add_argument("--urls", type=_count, default=200_000, metavar="N",
                        help="in the frontier of a restart (200 000)")  # fmt: skip
    parser.add_argument("--restarts", type=_count, default=3, metavar="N", help="of each (3)")
    parser.add_argument("--articles", type=_count, default=5_000, metavar="N",
                        help="in the home that is searched (5 000)")  # fmt: skip
    parser.add_argument("--searches", type=_count, default=300, metavar="N", help="(300)")
    parser.add_argument("--parts", nargs="+", choices=_PARTS, default=_PARTS)
    parser.add_argument("--homes", nargs="+", choices=tuple(KINDS), default=tuple(KINDS),
                        help="the contenders; `sqlite` is always one")  # fmt: skip
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()), metavar="DIR",
                        help="where homes and servers keep their data: on a disk")  # fmt: skip
    options = parser.parse_args(arguments)
    options.homes = [name for name in KINDS if name == "sqlite" or name in options.homes]
    return options


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is less than 1")
    return number


def disk_of(folder: Path) -> str:
    """Return the kind of the file system that a folder is on, and its device."""
    mounts = [line.split() for line in Path("/proc/mounts").read_text().splitlines()]
    resolved = folder.resolve()
    within = [each for each in mounts if resolved.is_relative_to(each[1].replace("\\040", " "))]
    device, _, kind, *_ = max(within, key=lambda each: len(each[1]))
    return f"{kind} ({device})"


@contextmanager
def _working_folder(parent: Path) -> Iterator[Path]:
    """Let everything that is made below be made in a folder of its own there."""
    with tempfile.TemporaryDirectory(prefix="tidings-databases-", dir=parent) as folder:
        Path(folder).chmod(0o755)  # PostgreSQL may run as another user
        former, tempfile.tempdir = tempfile.tempdir, folder
        former_variable = os.environ.get("TMPDIR")
        os.environ["TMPDIR"] = folder
        try:
            yield Path(folder)
        finally:
            tempfile.tempdir = former
            if former_variable is None:
                del os.environ["TMPDIR"]
            else:
                os.environ["TMPDIR"] = former_variable


def _crawls(
    kinds: list[HomeKind], servers: Servers, options: argparse.Namespace
) -> Turns[CrawlTurn]:
    with running_news_world(options.pages) as world:
        for kind in kinds:
            measured_crawl(kind, servers, world)  # fills the caches of the machine

        def turn(kind: HomeKind) -> CrawlTurn:
            done = measured_crawl(kind, servers, world)
            _say(f"{kind.name}: {done.rate:.1f} pages/s, {done.whole_ms:.1f} ms CPU per page")
            return done

        return _rounds(kinds, options.rounds, turn)


def _settlings(
    kinds: list[HomeKind], servers: Servers, options: argparse.Namespace, folder: Path
) -> Turns[SettlingTurn]:
    turns: Turns[SettlingTurn] = {}
    with running_news_world(options.pages) as world:
        urls = world.pages()[: options.pages]
        for number in range(options.rounds):
            for kind in in_turn(kinds, number):
                home = folder / f"settled-{number}-{kind.name}"
                done = measured_settling(kind, servers, urls, home)
                _note(turns, kind, done)
            home, pages = folder / f"settled-{number}-{DEFAULT.name}", turns[DEFAULT][-1].pages
            for kind in in_turn([each for each in PLAIN if each in kinds], number):
                _note(turns, PLAIN[kind], measured_plain_rows(kind, servers, home, pages))
    return turns


def _note(turns: Turns[SettlingTurn], kind: HomeKind, done: SettlingTurn) -> None:
    turns.setdefault(kind, []).append(done)
    _say(f"{kind.name}: {done.page_ms:.2f} ms per page, {done.whole_ms:.2f} ms of CPU")


def _restarts(
    kinds: list[HomeKind], servers: Servers, options: argparse.Namespace, folder: Path
) -> Turns[RestartTurn]:
    _say(f"making homes with {options.urls:,} URLs")
    with homes_with_urls(kinds, servers, folder / "urls", options.urls) as homes:

        def turn(kind: HomeKind) -> RestartTurn:
            done = measured_restart(homes[kind])
            _say(f"{kind.name}: first request after {done.first_request:.2f} s")
            return done

        return _rounds(kinds, options.restarts, turn)


def _rounds(kinds: list[HomeKind], rounds: int, turn: Callable[[HomeKind], _Turn]) -> Turns[_Turn]:
    turns: Turns[_Turn] = {kind: [] for kind in kinds}
    for number in range(rounds):
        for kind in in_turn(kinds, number):
            turns[kind].append(turn(kind))
    return turns


def _say(note: str) -> None:
    print(note, file=sys.stderr, flush=True)


if __name__ == "__main__":
    # Whoever ends this, the servers are stopped and the homes removed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    sys.exit(main())
