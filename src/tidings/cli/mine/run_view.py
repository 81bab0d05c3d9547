"""Follows the rows of a run: finds as they come, and a table of the agents on a terminal."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from tidings.cli.output import printable
from tidings.engine.library.duplicates import originals_of
from tidings.engine.listing.query_runs import agents_of, finds_of, run_status
from tidings.engine.process.home import existing_home
from tidings.engine.process.home_database import opened_database
from tidings.model.agents.query_run import RunState, RunStatus
from tidings.model.agents.run_find import RunAgent, RunFind
from tidings.settings.tree import Settings

_LOOK_SECONDS = 0.2  # between two looks at the rows
_AGENTS = 12  # in the table
_MAX_URL = 90  # characters in the table

OnFind = Callable[[RunFind, str], None]  # with the URL of its original, if it is a copy
OnLook = Callable[[RunStatus, list[RunAgent]], None]


@contextmanager
def followed_run(settings: Settings, run: int, on_find: OnFind) -> Iterator[threading.Event]:
    """Print finds as they come while the block runs; yield what is set once the run is over."""
    is_over, is_left = threading.Event(), threading.Event()
    with _shown_agents() as on_look:
        watch = _RunWatch(settings, run, on_find, on_look, is_over, is_left)
        thread = threading.Thread(target=watch.follow, name="run watch", daemon=True)
        thread.start()
        try:
            yield is_over
        finally:
            is_left.set()
            thread.join()


class _RunWatch:
    """Looks at the rows of a run again and again, in a thread of its own."""

    def __init__(
        self,
        settings: Settings,
        run: int,
        on_find: OnFind,
        on_look: OnLook,
        is_over: threading.Event,
        is_left: threading.Event,
    ) -> None:
        self._settings = settings
        self._run = run
        self._on_find = on_find
        self._on_look = on_look
        self._is_over = is_over
        self._is_left = is_left
        self._seen: set[str] = set()

    def follow(self) -> None:
        """Look until the run is over, or nobody waits for it."""
        with closing(opened_database(existing_home(self._settings))) as database:
            while not self._is_over.is_set():
                is_last = self._is_left.wait(_LOOK_SECONDS)
                connection = database.read()
                status = run_status(connection, self._run)
                found = finds_of(connection, self._run)
                new = [find for find in found if find.url not in self._seen]
                originals = originals_of(connection, [find.article for find in new])
                for find in new:
                    self._seen.add(find.url)
                    original = originals.get(find.article)
                    self._on_find(find, original.url if original else "")
                if status is not None:
                    self._on_look(status, agents_of(connection, self._run))
                if is_last or status is None or status.end is not None:
                    self._is_over.set()


@contextmanager
def _shown_agents() -> Iterator[OnLook]:
    """Show the agents as a table, if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda status, agents: None
        return
    console = Console(file=sys.stderr)
    with Live(console=console, transient=True, redirect_stdout=sys.stdout.isatty()) as live:
        yield lambda status, agents: live.update(_picture(status, agents))


def _picture(status: RunStatus, agents: list[RunAgent]) -> RenderableType:
    """Return what a run looks like now."""
    if status.state is RunState.WAITING:
        return Text(f"run {status.id} waits to begin")
    budget = status.request.budget
    head = Text(
        f"run {status.id}: {status.pages} of {budget.pages} pages, {counted(status.hosts, 'host')}"
        f", {counted(status.finds, 'find')}, harvest "
        f"{status.relevance / max(1, status.pages):.2f}"
    )
    if not agents:
        return head
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("agent", "from", "energy", "finds", "where"):
        table.add_column(column, no_wrap=True)
    alive = [agent for agent in agents if agent.is_alive]
    for agent in sorted(alive, key=lambda each: -each.energy)[:_AGENTS]:
        arrow = "→ " if agent.is_moving else ""
        table.add_row(
            str(agent.number),
            str(agent.parent or "seed"),
            f"{agent.energy:.2f}",
            str(agent.finds),
            printable(f"{arrow}{agent.url}")[:_MAX_URL],
        )
    return Group(head, table)


def counted(number: int, noun: str) -> str:
    """Return a number of things in words: 1 host, 2 hosts."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def find_text(find: RunFind, original: str = "") -> str:
    """Return a find as it is printed; `original` is the URL of the article that it copies."""
    date = f"{find.published:%Y-%m-%d}" if find.published else "undated"
    known = ", known before" if find.was_known else ""
    copied = f"\n  same text as {original}" if original else ""
    about = f"{find.source}, {date}, relevance {find.relevance:.2f}{known}{copied}"
    return printable(f"{find.title}\n  {find.url}\n  {about}\n")


def copy_text(find: RunFind, original: str) -> str:
    """Return what is printed of a find that turned out to be a copy."""
    return printable(f"{find.url}\n  same text as {original}\n")
