"""The same searches on the same articles, wherever their rows are, and the store of their index."""

import shutil
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from random import Random
from typing import Final

from benchmarks.databases.home_kinds import DEFAULT, HomeKind
from benchmarks.databases.server_processes import ServerCpu
from benchmarks.databases.servers import Servers
from benchmarks.inputs.filled_home import fill
from benchmarks.inputs.search_questions import questions
from benchmarks.measurements.latency import Series, measured_answers
from benchmarks.support.search_engine import measured_build
from benchmarks.support.tidings_engine import LibraryEngine, TidingsBuilder
from tidings.engine.mirroring.index_sender import IndexSender
from tidings.search.index.search_index import Index
from tidings.settings.load import load
from tidings.settings.tree import Settings
from tidings.store.files.store_opening import open_store

_KINDS_OF_QUESTIONS: Final = 11


@dataclass(frozen=True, slots=True)
class SearchTurn:
    """The times of one contender, and its servers' CPU for all searches."""

    series: Series
    servers: ServerCpu

    @property
    def postgres_ms(self) -> float:
        """CPU time of PostgreSQL per search in milliseconds."""
        return 1000 * self.servers.postgres / len(self.series.cpu)


def measured_searches(
    kinds: Sequence[HomeKind], servers: Servers, folder: Path, articles: int, count: int
) -> dict[HomeKind, SearchTurn]:
    """Ask all the same questions in turn; all must find the same number of articles."""
    home = folder / "home"
    fill(home, articles)
    measured_build(TidingsBuilder(), home / "index", home)
    drawn = questions(home, -(-count // _KINDS_OF_QUESTIONS))
    asked = list(chain.from_iterable(drawn.values()))
    rng = Random(3)
    rng.shuffle(asked)
    with ExitStack() as stack:
        engines = {
            kind: stack.enter_context(_opened(kind, servers, home, folder / f"copy-{number}"))
            for number, kind in enumerate(kinds)
        }
        before = {kind: servers.processes(kind).cpu() for kind in kinds}
        series = measured_answers(list(engines.values()), asked, rng)
        used = {kind: servers.processes(kind).cpu() - before[kind] for kind in kinds}
    _check_same(series)
    return {kind: SearchTurn(series[kind.name], used[kind]) for kind in kinds}


@contextmanager
def _opened(kind: HomeKind, servers: Servers, home: Path, copy: Path) -> Iterator[LibraryEngine]:
    """Open the home that was filled, or a copy of it with its rows or its index elsewhere."""
    with servers.place(kind) as place:
        settings = Settings(home=home)
        if kind != DEFAULT:
            shutil.copytree(home, copy)
            settings = replace(settings, home=copy)
        if kind.is_on_postgres:
            servers.move(settings, place)
            (copy / "places.json").unlink()  # the settings say where rows and files are
        settings = load(settings.home, place, {})
        if kind.is_on_s3:
            _send_index(settings)
        engine = LibraryEngine(settings, kind.name)
        try:
            yield engine
        finally:
            engine.close()


def _send_index(settings: Settings) -> None:
    """Send the index to the store; whoever opens the home fetches it from there."""
    index = Index.open(settings.home / "index", settings.search, writable=True)
    try:
        held = index.hold()
        assert held is not None
        IndexSender(open_store(settings.store)).send(held, time.time())
    finally:
        index.close()
    shutil.rmtree(settings.home / "index")


def _check_same(series: Mapping[str, Series]) -> None:
    """Refuse the times of searches with different results."""
    first, *others = (each.matches for each in series.values())
    if any(matches != first for matches in others):
        sys.exit("The contenders found different numbers of articles: their times mean nothing.")
