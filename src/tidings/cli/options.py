"""Settings and an open library, made from parsed options."""

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tidings.cli.exit_codes import Misuse
from tidings.events.log_output import logging_to_stderr
from tidings.settings.load import SettingsWrong, load
from tidings.settings.tree import Settings

if TYPE_CHECKING:
    from tidings.engine.library.library import Library

_FLAGS = {
    "host": "serve.host",
    "port": "serve.port",
    "processes": "serve.processes",
    "open": "serve.open",
    "policy": "crawl.policy",
    "engine": "jobs.engine",
    "archive_only": "crawl.archive_only",
    "node": "crawl.node",
    "exchange": "crawl.exchange",
    "log_level": "log.level",
    "log_format": "log.format",
}


def settings_of(options: argparse.Namespace, defaults: Settings | None = None) -> Settings:
    """Return the settings; flags override everything else."""
    flags = dict(_split(pair) for pair in options.set)
    for flag, key in _FLAGS.items():
        value = getattr(options, flag, None)
        if value is not None:
            flags[key] = value
    return load(options.home, os.environ, flags, defaults)


def _split(pair: str) -> tuple[str, str]:
    key, equals, value = pair.partition("=")
    if not equals:
        raise Misuse(f"--set {pair}: expected SECTION.KEY=VALUE, such as fetch.delay=2.")
    return key.strip(), value.strip()


@contextmanager
def started_logging(options: argparse.Namespace) -> Iterator[None]:
    """Log while the block runs; wrong settings are left for the verb to report."""
    try:
        settings = settings_of(options)
    except (Misuse, SettingsWrong):
        settings = Settings()
    with logging_to_stderr(settings.log, (settings.serve.token,)):
        yield


@contextmanager
def opened_library(options: argparse.Namespace) -> "Iterator[Library]":
    """Open the home for reading."""
    from tidings.engine.library.library import Library  # slow to import; not every verb needs it

    library = Library.open(settings_of(options))
    try:
        yield library
    finally:
        library.close()
