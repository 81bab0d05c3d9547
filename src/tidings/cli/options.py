"""Settings and an open library, made from parsed options."""

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager

from tidings.cli.exit_codes import Misuse
from tidings.engine.library.library import Library
from tidings.settings.load import load
from tidings.settings.tree import Settings


def settings_of(options: argparse.Namespace, defaults: Settings | None = None) -> Settings:
    """Return the settings; flags override everything else."""
    flags = dict(_split(pair) for pair in options.set)
    for key in (
        "serve.host",
        "serve.port",
        "serve.processes",
        "crawl.policy",
        "crawl.archive_only",
        "crawl.node",
        "crawl.exchange",
    ):
        value = getattr(options, key.partition(".")[2], None)
        if value is not None:
            flags[key] = value
    return load(options.home, os.environ, flags, defaults)


def _split(pair: str) -> tuple[str, str]:
    key, equals, value = pair.partition("=")
    if not equals:
        raise Misuse(f"--set {pair}: expected SECTION.KEY=VALUE, such as fetch.delay=2.")
    return key.strip(), value.strip()


@contextmanager
def opened_library(options: argparse.Namespace) -> Iterator[Library]:
    """Open the home for reading."""
    library = Library.open(settings_of(options))
    try:
        yield library
    finally:
        library.close()
