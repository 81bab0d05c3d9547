"""The verbs run and serve."""

import argparse
import asyncio
import signal
import socket
from contextlib import ExitStack
from datetime import UTC, datetime

import uvloop
from fastapi import FastAPI

from tidings.cli.options import opened_library, settings_of
from tidings.cli.output import say
from tidings.cli.progress import shown_progress
from tidings.engine import roster
from tidings.engine.demo import (
    demo_settings,
    running_world,
    with_callback,
    with_world_allowed,
)
from tidings.engine.home import made_home
from tidings.engine.letterbox import opened_letterbox
from tidings.engine.newsroom import opened_newsroom
from tidings.serve.app import create_app
from tidings.serve.server import bound_socket, serving
from tidings.settings.tree import Settings
from tidings.store.database import Database


def run(options: argparse.Namespace) -> int:
    """Follow the sites and serve them until stopped."""
    settings = settings_of(options, demo_settings() if options.demo else None)
    listener = bound_socket(settings.serve)
    with ExitStack() as stack:
        stack.enter_context(listener)
        if options.demo:
            world = stack.enter_context(running_world())
            settings = with_world_allowed(settings, world)
            settings = with_callback(settings, listener.getsockname()[1])
            _add_papers(settings, world.papers)
        return uvloop.run(_run(settings, listener))


def _add_papers(settings: Settings, papers: tuple[str, ...]) -> None:
    database = Database(made_home(settings.home).database, settings.store)
    try:
        for paper in papers:
            roster.add(database, paper, datetime.now(UTC))
    finally:
        database.close()


async def _run(settings: Settings, listener: socket.socket) -> int:
    async with opened_newsroom(settings) as newsroom:
        app = create_app(
            newsroom.library, settings.serve, newsroom.health, letterbox=newsroom.letterbox()
        )
        async with serving(app, listener) as server:
            say(f"Tidings is at {server.url} (Ctrl-C stops it)")
            with shown_progress(newsroom):
                await newsroom.follow()
    return 0


def serve(options: argparse.Namespace) -> int:
    """Serve a home that another process may be crawling."""
    settings = settings_of(options)
    with ExitStack() as stack:
        library = stack.enter_context(opened_library(options))
        letterbox = None
        if settings.serve.public_url:
            letterbox = stack.enter_context(opened_letterbox(settings))
        app = create_app(library, settings.serve, letterbox=letterbox)
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
