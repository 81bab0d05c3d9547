"""The live progress line of a crawl, on standard error, only where a person can see it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console, RenderableType
from rich.live import Live
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from tidings.engine.newsroom import Newsroom
from tidings.model.page import PageKind


@contextmanager
def shown_progress(newsroom: Newsroom) -> Iterator[None]:
    """Show what a newsroom does while it does it."""
    if not sys.stderr.isatty():
        yield
        return
    console = Console(file=sys.stderr)
    live = Live(console=console, get_renderable=lambda: _view(newsroom), transient=True)
    with live:
        yield


@contextmanager
def shown_count(label: str) -> Iterator[Callable[[int, int], None]]:
    """Give a function that takes how many of how many are done, and show it as a bar."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    with Progress(console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _view(newsroom: Newsroom) -> RenderableType:
    tally = newsroom.tally
    grid = Table.grid(padding=(0, 2))
    rate = tally.fetched / max(tally.seconds, 0.001)
    grid.add_row(
        Text(f"{tally.seconds:6.0f} s", style="dim"),
        f"{tally.fetched} fetched ({rate:.1f}/s)",
        Text(f"{tally.articles_new} articles", style="bold green"),
        f"{tally.kinds[PageKind.INDEX]} index, {tally.kinds[PageKind.VALUELESS]} valueless",
        f"{newsroom.under_way} under way, {newsroom.hosts_waiting} hosts waiting",
    )
    worst = [
        f"{count} {reason}" for reason, count in tally.reasons.most_common() if _is_bad(reason)
    ]
    if worst:
        grid.add_row("", Text("; ".join(worst[:3]), style="yellow"))
    return grid


def _is_bad(reason: str) -> bool:
    return reason not in _GOOD


_GOOD = frozenset(
    {"article", "archived, to be read later", "index page", "feed read", "sitemap read",
     "not modified", "redirected", "same as canonical", "nothing worth keeping"}
)  # fmt: skip
