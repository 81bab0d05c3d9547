"""Live progress on standard error, only where it is a terminal."""

import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import (
    DownloadColumn,
    Progress,
    ProgressColumn,
    Task,
    TransferSpeedColumn,
)
from rich.table import Table
from rich.text import Text

from tidings.model.web.page import PageKind
from tidings.model.web.reason import Reason

if TYPE_CHECKING:
    from tidings.engine.live.crawler import Crawler  # takes a second; commands load this module too

_SAMPLES = 10  # seconds over which the rate is measured
_REASONS = 5  # reasons of failure that are shown


@contextmanager
def shown_progress(crawler: "Crawler") -> Iterator[None]:
    """Show a crawl's progress while the block runs."""
    if not sys.stderr.isatty():
        yield
        return
    console = Console(file=sys.stderr)
    live = Live(console=console, get_renderable=_ProgressView(crawler), transient=True)
    with live:
        yield


@contextmanager
def shown_count(label: str) -> Iterator[Callable[[int, int], None]]:
    """Yield a function that takes `done` and `total`, and show them as a bar."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    with Progress(console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def shown_rows(label: str, unit: str = "rows") -> Iterator[Callable[[int, int], None]]:
    """Do the same for millions of rows, with how many there are in a second."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    columns = (*Progress.get_default_columns(), _RateColumn(unit))
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def shown_bytes(label: str) -> Iterator[Callable[[int, int], None]]:
    """Do the same for bytes."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    columns = (*Progress.get_default_columns(), DownloadColumn(), TransferSpeedColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


class _RateColumn(ProgressColumn):
    """How many rows a second."""

    def __init__(self, unit: str) -> None:
        super().__init__()
        self._unit = unit

    def render(self, task: Task) -> Text:
        """Return the rate of the last seconds."""
        return Text(f"{task.speed or 0:,.0f} {self._unit}/s")


class _ProgressView:
    """What is shown; keeps the counts of the last seconds to compute the current rate."""

    def __init__(self, crawler: "Crawler") -> None:
        self._crawler = crawler
        self._samples: deque[tuple[float, int]] = deque([(0.0, 0)], maxlen=_SAMPLES)
        self._queued = 0

    def __call__(self) -> RenderableType:
        crawler, tally = self._crawler, self._crawler.tally
        if tally.seconds >= self._samples[-1][0] + 1:
            self._samples.append((tally.seconds, tally.fetched))
            self._queued = crawler.queued
        grid = Table.grid(padding=(0, 2))
        grid.add_row(
            Text(f"{tally.seconds:6.0f} s", style="dim"),
            f"{tally.fetched} fetched, {self._rate():.1f}/s",
            Text(f"{tally.articles_new} new articles", style="bold green"),
            f"{tally.kinds[PageKind.INDEX]} index, {tally.kinds[PageKind.VALUELESS]} valueless, "
            f"{tally.reasons[Reason.NOT_MODIFIED]} unchanged",
        )
        grid.add_row(
            "",
            f"{crawler.under_way} in progress",
            f"{self._queued} queued",
            f"at {crawler.hosts_waiting} hosts",
        )
        return Group(grid, *(_failure_lines(tally.reasons)))

    def _rate(self) -> float:
        """Return the visits per second over the last few seconds."""
        (since, before), tally = self._samples[0], self._crawler.tally
        return (tally.fetched - before) / max(tally.seconds - since, 0.001)


def _failure_lines(reasons: Mapping[Reason, int]) -> Iterator[Text]:
    """Yield a line for each of the most frequent reasons of failure."""
    worst = sorted((count, reason) for reason, count in reasons.items() if _is_bad(reason))
    for count, reason in worst[: -_REASONS - 1 : -1]:
        yield Text(f"{count:>8} {reason}", style="yellow")


def _is_bad(reason: Reason) -> bool:
    return reason not in _GOOD


_GOOD = frozenset(
    {
        Reason.ARTICLE,
        Reason.ARCHIVED,
        Reason.INDEX_PAGE,
        Reason.FEED_READ,
        Reason.SITEMAP_READ,
        Reason.NOT_MODIFIED,
        Reason.REDIRECTED,
        Reason.SAME_AS_CANONICAL,
        Reason.VALUELESS,
    }
)
