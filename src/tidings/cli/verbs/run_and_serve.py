"""The verbs run and serve."""

import argparse
import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from datetime import UTC, datetime
from functools import partial

import uvloop
from fastapi import FastAPI

from tidings.cli.options import opened_library, settings_of
from tidings.cli.output import say
from tidings.cli.progress import shown_progress
from tidings.cli.server_start import check_may_start, say_where
from tidings.cli.typed_command import typed_command
from tidings.engine.access.home_access import HomeAccess, opened_access
from tidings.engine.demo.demo import (
    demo_settings,
    has_other_sources,
    running_demo,
    with_callback,
    with_world_allowed,
)
from tidings.engine.library.library import Library
from tidings.engine.live.crawler import opened_crawler
from tidings.engine.process.gc_tuning import tune_gc
from tidings.engine.websub.hub_callbacks import opened_hub_callbacks
from tidings.events.log_output import logging_to_stderr
from tidings.serve.app import create_app
from tidings.serve.gate.rate_limits import RATE_FILE
from tidings.serve.home_writing import HomeWriting
from tidings.serve.http.server import bound_socket, serving
from tidings.serve.http.server_processes import parent_sentinel, run_server_processes
from tidings.settings.openness import hides_subscriptions
from tidings.settings.tree import Settings


def run(options: argparse.Namespace) -> int:
    """Follow the sources and serve the newspaper until stopped."""
    is_demo = options.demo or (options.or_demo and not has_other_sources(settings_of(options)))
    settings = settings_of(options, demo_settings() if is_demo else None)
    check_may_start(settings, create=True)
    listener = bound_socket(settings.serve)
    with ExitStack() as stack:
        stack.enter_context(listener)
        if is_demo:
            world = stack.enter_context(running_demo(settings, datetime.now(UTC)))
            settings = with_world_allowed(settings, world)
            settings = with_callback(settings, listener.getsockname()[1])
        return uvloop.run(_run(settings, listener))


async def _run(settings: Settings, listener: socket.socket) -> int:
    async with opened_crawler(settings) as crawler, _home_access(settings) as home_access:
        add_command = typed_command(settings, "add", "URL")
        app = create_app(
            crawler.library,
            settings.serve,
            crawler.health,
            hub_callbacks=crawler.hub_callbacks(),
            add_command=add_command,
            contact=settings.fetch.contact,
            home_access=home_access,
            writing=HomeWriting(settings, crawler.library, crawler.commands(), crawler.previewer()),
            rate_file=settings.home / RATE_FILE,
        )
        async with serving(app, listener):
            say_where(settings, listener, home_access.access)
            if not crawler.library.sources():
                say(f"No source is followed yet: add one with '{add_command}' while this runs")
            tune_gc()
            with shown_progress(crawler):
                await crawler.follow()
    return 0


@asynccontextmanager
async def _home_access(settings: Settings) -> AsyncIterator[HomeAccess]:
    with opened_access(settings) as home_access:
        yield home_access


def serve(options: argparse.Namespace) -> int:
    """Serve a home that another process may be crawling."""
    settings = settings_of(options)
    with opened_library(options):
        pass  # report an unreadable home before anything is started
    check_may_start(settings)
    with bound_socket(settings.serve) as listener:
        on_ready = partial(say_where, settings, listener)
        if settings.serve.processes > 1:
            count = settings.serve.processes
            run_server_processes(count, serve_in_process, settings, listener, on_ready)
        else:
            serve_home(settings, listener, on_ready)
    return 0


def serve_in_process(
    settings: Settings, listener: socket.socket, on_ready: Callable[[], None]
) -> None:
    """Serve in a process of its own, which has to start logging itself."""
    with logging_to_stderr(settings.log, (settings.serve.token,)):
        serve_home(settings, listener, on_ready)


def serve_home(settings: Settings, listener: socket.socket, on_ready: Callable[[], None]) -> None:
    """Serve on the socket until stopped, or until the parent process is gone.

    Calls `on_ready` when it listens.
    """
    with ExitStack() as stack:
        library = Library.open(settings, with_logins=not hides_subscriptions(settings.serve))
        stack.callback(library.close)
        home_access = stack.enter_context(opened_access(settings))
        hub_callbacks = None
        if settings.serve.public_url:
            hub_callbacks = stack.enter_context(opened_hub_callbacks(settings))
        add_command = typed_command(settings, "add", "URL")
        app = create_app(
            library,
            settings.serve,
            hub_callbacks=hub_callbacks,
            add_command=add_command,
            contact=settings.fetch.contact,
            home_access=home_access,
            rate_file=settings.home / RATE_FILE,
        )
        uvloop.run(_serve_until_stopped(app, listener, on_ready))


async def _serve_until_stopped(
    app: FastAPI, listener: socket.socket, on_ready: Callable[[], None]
) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, stopped.set)
    if (parent := parent_sentinel()) is None:
        loop.add_signal_handler(signal.SIGINT, stopped.set)
    else:
        loop.add_reader(parent, stopped.set)
    async with serving(app, listener):
        tune_gc()
        on_ready()
        await stopped.wait()
