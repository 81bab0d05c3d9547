"""The verbs run, crawl and serve."""

import argparse
import asyncio
import signal
from contextlib import ExitStack
from datetime import UTC, datetime

import uvloop
from fastapi import FastAPI

from tidings.cli.options import opened_library, settings_of
from tidings.cli.output import print_json, print_table, say
from tidings.cli.progress import shown_progress
from tidings.engine import roster
from tidings.engine.demo import demo_settings, running_world, with_world_allowed
from tidings.engine.home import made_home
from tidings.engine.newsroom import opened_newsroom
from tidings.engine.tally import Summary
from tidings.serve.app import create_app
from tidings.serve.server import bound_socket, serving
from tidings.settings.tree import Settings
from tidings.store.database import Database


def run(options: argparse.Namespace) -> int:
    """Follow the sites and serve them until stopped."""
    settings = settings_of(options, demo_settings() if options.demo else None)
    with ExitStack() as stack:
        if options.demo:
            papers = stack.enter_context(running_world())
            settings = with_world_allowed(settings, papers)
            _add_papers(settings, papers)
        return uvloop.run(_run(settings))


def _add_papers(settings: Settings, papers: tuple[str, ...]) -> None:
    database = Database(made_home(settings.home).database, settings.store)
    try:
        for paper in papers:
            roster.add(database, paper, datetime.now(UTC))
    finally:
        database.close()


async def _run(settings: Settings) -> int:
    listener = bound_socket(settings.serve)
    async with opened_newsroom(settings) as newsroom:
        app = create_app(newsroom.library, settings.serve, newsroom.health)
        async with serving(app, listener) as server:
            say(f"Tidings is at {server.url} (Ctrl-C stops it)")
            with shown_progress(newsroom):
                await newsroom.follow()
    return 0


def crawl(options: argparse.Namespace) -> int:
    """Fetch what is due and print a summary."""
    settings = settings_of(options)
    summary, troubled, sites = uvloop.run(_crawl(settings, options.rounds, options.max_pages))
    if options.json:
        print_json(summary)
    else:
        print_table(("what", "count"), vars_of(summary))
    for sentence in troubled:
        say(sentence)
    return 1 if troubled and len(troubled) == sites else 0


def vars_of(summary: Summary) -> list[tuple[str, object]]:
    """Return a summary's names and values in their order."""
    return [(name, getattr(summary, name)) for name in Summary.__slots__]


async def _crawl(
    settings: Settings, rounds: int | None, max_pages: int | None
) -> tuple[Summary, list[str], int]:
    async with opened_newsroom(settings) as newsroom:
        with shown_progress(newsroom):
            summary = await newsroom.crawl(rounds, max_pages)
        library = newsroom.library
        return summary, library.troubled_sites(), len(library.sources())


def serve(options: argparse.Namespace) -> int:
    """Serve a home that another process may be crawling."""
    settings = settings_of(options)
    with opened_library(options) as library:
        app = create_app(library, settings.serve)
        uvloop.run(_serve(app, settings))
    return 0


async def _serve(app: FastAPI, settings: Settings) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    async with serving(app, bound_socket(settings.serve)) as server:
        say(f"Tidings is at {server.url} (Ctrl-C stops it)")
        await stopped.wait()
