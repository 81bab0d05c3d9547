"""The demo: runs the built-in news world in its own process, with settings that suit it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import urlsplit

from tidings.engine.process.home import HomeLock, ensure_home
from tidings.engine.sources import source_list
from tidings.settings.tree import Settings
from tidings.store.database.database import Database, open_database
from tidings.store.tables.sources.sources import followed_sources

_PAPER_HOSTS = frozenset(f"127.0.0.{number}" for number in range(11, 18))


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


@contextmanager
def running_world(*arguments: str) -> Iterator[NewsWorld]:
    """Run the news world and yield its addresses; it ends with this process, even if killed."""
    command = [sys.executable, "-m", "tidings.world", "--json", "--parent", str(os.getpid())]
    process = subprocess.Popen([*command, *arguments], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        addresses = json.loads(line)
        yield NewsWorld(tuple(addresses["urls"]), addresses["hub"])
    finally:
        process.terminate()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def _is_paper(url: str) -> bool:
    """Return whether a source is a paper of the world, in this demo or an earlier one."""
    return urlsplit(url).hostname in _PAPER_HOSTS


def follows_others(database: Database) -> bool:
    """Return whether any source is followed that is not a paper of the world."""
    return any(not _is_paper(site.url) for site in followed_sources(database.read()))


def has_other_sources(settings: Settings) -> bool:
    """Return whether a home, which is made if need be, follows other sources than the papers."""
    with closing(_opened_database(settings)) as database:
        return follows_others(database)


def add_papers(settings: Settings, papers: Sequence[str], now: datetime) -> None:
    """Follow the papers in a home that nobody crawls."""
    with (
        HomeLock(ensure_home(settings.home), "setting up the demo"),
        closing(_opened_database(settings)) as database,
    ):
        follow_papers(database, papers, now)


def _opened_database(settings: Settings) -> Database:
    return open_database(ensure_home(settings.home).database, settings.store)


def follow_papers(database: Database, papers: Sequence[str], now: datetime) -> None:
    """Follow the world's papers; unfollow those of an earlier demo, whose port is gone."""
    for site in followed_sources(database.read()):
        if _is_paper(site.url) and site.url not in papers:
            source_list.remove_source(database, site.url, now)
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
