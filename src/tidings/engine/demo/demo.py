"""The demo: runs the built-in news world in its own process, with settings that suit it."""

import errno
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import urlsplit

from tidings.engine.demo.earlier_demos import PAPER_HOSTS, adopted_world
from tidings.engine.demo.stored_world import StoredWorld, store_world, stored_world
from tidings.engine.process.home import ensure_home
from tidings.engine.process.home_database import opened_database
from tidings.engine.process.home_ownership import owned_database
from tidings.engine.sources import source_list
from tidings.settings.tree import Settings
from tidings.store.database.database import Database
from tidings.store.tables.frontier.request_log import last_request_at
from tidings.store.tables.sources.sources import followed_sources

# The world of a run that was killed ends a moment after it.
_PORT_SECONDS = 5.0


class DemoPortTaken(Exception):
    """Another program has the port of the home's papers; the message says what to do."""


def demo_settings() -> Settings:
    """Return defaults for a small, local, fast world; the user's own settings take precedence."""
    settings = Settings()
    return replace(
        settings,
        fetch=replace(settings.fetch, delay=0.05, domain_delay=0.05),
        crawl=replace(
            settings.crawl, min_interval=10.0, max_interval=120.0, fetches_per_source_day=2880.0
        ),
    )


@dataclass(frozen=True, slots=True)
class NewsWorld:
    """The addresses of the news world."""

    papers: tuple[str, ...]
    hub: str

    @property
    def port(self) -> int:
        """The port that all addresses share."""
        return urlsplit(self.hub).port or 0


@contextmanager
def running_demo(settings: Settings, now: datetime) -> Iterator[NewsWorld]:
    """Run the world of a home's demo while the block runs, with its papers followed.

    Every start has the same port, epoch and seed, so that an article keeps its address.
    """
    home = ensure_home(settings)
    with ExitStack() as stack:
        with owned_database(home, "setting up the demo") as database:
            plan = _plan(database, settings, now)
            world = stack.enter_context(running_world(*plan.arguments, "--now", now.isoformat()))
            store_world(home.folder, replace(plan, port=world.port))
            follow_papers(database, world.papers, now)
        yield world


def _plan(database: Database, settings: Settings, now: datetime) -> StoredWorld:
    known = stored_world(settings.home) or adopted_world(database, now)
    return known.rested(last_request_at(database.read()), now) if known else StoredWorld(0, now)


@contextmanager
def running_world(*arguments: str) -> Iterator[NewsWorld]:
    """Run the news world and yield its addresses; it ends with this process, even if killed."""
    with ExitStack() as stack:
        until = time.monotonic() + _PORT_SECONDS
        while (world := stack.enter_context(_world_process(arguments))) is None:
            if time.monotonic() > until:
                raise DemoPortTaken(_taken(arguments))
        yield world


@contextmanager
def _world_process(arguments: Sequence[str]) -> Iterator[NewsWorld | None]:
    """Run the world's program; yield None if its port is taken."""
    command = [sys.executable, "-m", "tidings.world", "--json", "--parent", str(os.getpid())]
    process = subprocess.Popen([*command, *arguments], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        if not line and process.wait() == errno.EADDRINUSE:
            yield None
        else:
            addresses = json.loads(line)
            yield NewsWorld(tuple(addresses["urls"]), addresses["hub"])
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


def _taken(arguments: Sequence[str]) -> str:
    port = arguments[arguments.index("--port") + 1]
    return (
        f"Port {port} of 127.0.0.10 to 127.0.0.17, where the papers of this home's demo are, is in "
        "use: stop the program that uses it, or start another demo with --home."
    )


def _is_paper(url: str) -> bool:
    """Return whether a source is a paper of a world."""
    return urlsplit(url).hostname in PAPER_HOSTS


def follows_others(database: Database) -> bool:
    """Return whether any source is followed that is not a paper of the world."""
    return any(not _is_paper(site.url) for site in followed_sources(database.read()))


def has_other_sources(settings: Settings) -> bool:
    """Return whether a home, which is made if need be, follows other sources than the papers."""
    with closing(_opened_database(settings)) as database:
        return follows_others(database)


def _opened_database(settings: Settings) -> Database:
    return opened_database(ensure_home(settings))


def follow_papers(database: Database, papers: Sequence[str], now: datetime) -> None:
    """Follow the world's papers."""
    for paper in papers:
        source_list.add_source(database, paper, now)


def with_world_allowed(settings: Settings, world: NewsWorld) -> Settings:
    """Allow requests to the world's own private addresses, and to no others."""
    urls = (*world.papers, world.hub)
    networks = sorted({f"{urlsplit(url).hostname}/32" for url in urls})
    allowed = (*settings.fetch.allow_private, *networks)
    return replace(settings, fetch=replace(settings.fetch, allow_private=allowed))


def with_callback(settings: Settings, port: int) -> Settings:
    """Set a callback address on this computer for the world's hub, unless one is set."""
    if settings.serve.public_url:
        return settings
    address = f"http://127.0.0.1:{port}"
    return replace(settings, serve=replace(settings.serve, public_url=address))
