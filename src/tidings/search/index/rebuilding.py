"""Builds a new generation of the index next to the current one, and replaces that one."""

import time
from collections.abc import Callable
from pathlib import Path

from tidings.search.index.current_generation import (
    building,
    clean,
    current_name,
    is_written,
    make_current,
    new_folder,
    offer,
    withdraw,
)
from tidings.search.index.generation import Generation
from tidings.search.index.index_view import IndexView
from tidings.settings.tree import SearchSettings

_POLL_SECONDS = 0.05  # between two checks whether the writer has taken the generation over
_PATIENCE_SECONDS = 60.0  # a writer that has not taken it over by then never will


Fill = Callable[[Generation], None]
Begin = Callable[[Path], None]


def nothing(made: Path) -> None:
    """Leave a new generation empty."""


def build(folder: Path, settings: SearchSettings, fill: Fill, begin: Begin = nothing) -> IndexView:
    """Build a generation, make it current, and return its view at that time.

    Meanwhile the current one is searched and written as usual. `begin` may put an index into the
    folder of the new one. `fill` adds what the generation lacks and commits; it is called again
    when little is left. A build that is killed has no effect. Raises IndexBusy if another process
    builds.
    """
    with building(folder):
        clean(folder)
        made = new_folder(folder)
        try:
            begin(made)
            return _built(folder, made, settings, fill)
        finally:
            clean(folder)


def _built(folder: Path, made: Path, settings: SearchSettings, fill: Fill) -> IndexView:
    generation = Generation(made, settings, writable=True)
    try:
        fill(generation)
        while is_written(folder):
            generation.close()
            if _taken_over(folder, made.name):
                return generation.view
            generation = Generation(made, settings, writable=True)
        fill(generation)
        make_current(folder, made.name)
        return generation.view
    finally:
        generation.close()


def _taken_over(folder: Path, name: str) -> bool:
    """Offer a generation to the process that writes; return whether it was accepted."""
    offer(folder, name)
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while current_name(folder) != name:
        if not is_written(folder) and current_name(folder) != name:
            withdraw(folder)
            return False
        if time.monotonic() > deadline:
            make_current(folder, name)
        time.sleep(_POLL_SECONDS)
    return True
