"""The tables that the benchmark prints."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median
from typing import TypeVar

from benchmarks.checkouts.interval import Ratio, compared
from benchmarks.databases.crawls import CrawlTurn
from benchmarks.databases.home_kinds import DEFAULT, HomeKind
from benchmarks.databases.restarts import RestartTurn
from benchmarks.databases.searches import SearchTurn
from benchmarks.databases.settling import QUIET, SettlingTurn, percentile
from benchmarks.support.table import print_conditions, print_table
from tidings.settings.tree import EngineSettings, StoreSettings

SURE = 0.90

T = TypeVar("T")
Turns = dict[HomeKind, list[T]]

_CRAWLS = """\
CPU is user and system time in milliseconds per page. That of the client is of the crawl with its
workers, from the moment when a quarter of the pages was served; that of the servers is of all their
processes, from the start of the crawl to a checkpoint after its end."""
_SETTLING = f"""\
From `write_async` to its result. Quiet: {QUIET} pages, each after the last; the writer waits
{StoreSettings().commit_seconds:g} s for others to commit with it. Busy: {EngineSettings().queue} pages wait at a time,
and up to {StoreSettings().batch} share a transaction. CPU is of the busy part. "Its driver alone" writes the
rows that these pages left, without our code, reads or archive: in one transaction for each page, and
for each {StoreSettings().batch} pages when busy, which is the time given there."""  # noqa: E501
_SEARCHES = """\
Searches of the library, with snippets and the rest of a page of results, each asked once, in random
order, of all contenders in turn. All found the same numbers of articles. With S3, the index was
fetched from the store before. CPU of the client is that of the thread that searches."""
_RESTARTS = """\
The files are in the system's cache. "First request" is from starting `tidings crawl` (after kill -9
of the one before) to its first connection, with all its modules and models. "Open" and "first visit"
are those parts of another process that wait for stores: opening them as the owner of the home, and
planning every host until the first visit is known. The set of seen URLs begins empty: "unseen" are
the milliseconds to add a page's hundred known links then, "seen" those for the same links again."""  # noqa: E501


def print_where(disk: str, postgres: str) -> None:
    """Print the date, the machine, its disk and the versions."""
    print_conditions("tidings", *(["psycopg"] if postgres else []))
    server = f"PostgreSQL {postgres} with fsync and synchronous_commit on, over a socket; "
    print(f"{server if postgres else ''}data on {disk}; load {os.getloadavg()[0]:.1f}")


def print_crawls(turns: Turns[CrawlTurn]) -> None:
    """Print medians, and the ratios round by round."""
    columns: Sequence[tuple[str, Callable[[CrawlTurn], float], str]] = (
        ("pages/s", lambda turn: turn.rate, ".1f"),
        ("client's CPU", lambda turn: turn.client_ms, ".2f"),
        ("PostgreSQL's", lambda turn: turn.postgres_ms, ".2f"),
        ("SeaweedFS's", lambda turn: turn.seaweed_ms, ".2f"),
        ("all", lambda turn: turn.whole_ms, ".2f"),
        ("pages", lambda turn: turn.run.pages, ".0f"),
        ("articles", lambda turn: turn.run.articles, ".0f"),
    )
    print_table(f"A crawl, medians of {_count(turns)} rounds", *_medians(turns, columns))
    print(_CRAWLS)
    _print_ratios(
        turns, {"pages/s": lambda turn: turn.rate, "CPU per page": lambda turn: turn.whole_ms}
    )


def print_settling(turns: Turns[SettlingTurn]) -> None:
    """Print latencies over all rounds, and medians of the CPU."""
    rows = [
        (
            kind.name,
            *(f"{percentile([turn.quiet for turn in done], each):.1f}" for each in (50, 95)),
            *(f"{percentile([turn.busy for turn in done], each):.1f}" for each in (50, 95)),
            f"{median(1000 / turn.page_ms for turn in done):.0f}",
            f"{median(turn.client_ms for turn in done):.2f}",
            f"{median(turn.postgres_ms for turn in done):.2f}",
            f"{median(turn.seaweed_ms for turn in done):.2f}",
        )
        for kind, done in turns.items()
    ]
    header = ("", "quiet p50 ms", "p95", "busy p50 ms", "p95", "pages/s", "client's CPU ms/page",
              "PostgreSQL's", "SeaweedFS's")  # fmt: skip
    print_table(f"Settling a page, {_count(turns)} rounds", header, rows)
    print(_SETTLING)
    _print_ratios(
        turns,
        {"ms per page": lambda turn: turn.page_ms, "CPU per page": lambda turn: turn.whole_ms},
    )


def print_searches(turns: Mapping[HomeKind, SearchTurn], articles: int) -> None:
    """Print percentiles of wall time and CPU time."""
    rows = [
        (
            kind.name,
            *(f"{turn.series.ms(each):.2f}" for each in (50, 95)),
            *(f"{turn.series.cpu_ms(each):.2f}" for each in (50, 95)),
            f"{turn.postgres_ms:.2f}",
        )
        for kind, turn in turns.items()
    ]
    count = min(len(turn.series.cpu) for turn in turns.values())
    header = ("", "p50 ms", "p95", "client's CPU p50 ms", "p95", "PostgreSQL's, mean")
    print_table(f"{count} searches in {articles:,} articles", header, rows)
    print(_SEARCHES)


def print_restarts(turns: Turns[RestartTurn], urls: int) -> None:
    """Print the medians."""
    columns: Sequence[tuple[str, Callable[[RestartTurn], float], str]] = (
        ("first request s", lambda turn: turn.first_request, ".2f"),
        ("open s", lambda turn: turn.open, ".2f"),
        ("first visit s", lambda turn: turn.due, ".2f"),
        ("unseen links ms/page", lambda turn: turn.cold_ms, ".2f"),
        ("seen", lambda turn: turn.warm_ms, ".2f"),
    )
    title = f"A restart at {urls:,} URLs, medians of {_count(turns)} rounds"
    print_table(title, *_medians(turns, columns))
    print(_RESTARTS)


def _count(turns: Turns[T]) -> int:
    return len(turns[DEFAULT])


def _medians(
    turns: Turns[T], columns: Sequence[tuple[str, Callable[[T], float], str]]
) -> tuple[Sequence[str], Iterable[Sequence[str]]]:
    header = ("", *(title for title, _, _ in columns))
    rows = [
        (kind.name, *(format(median(map(value, done)), form) for _, value, form in columns))
        for kind, done in turns.items()
    ]
    return header, rows


def _print_ratios(turns: Turns[T], figures: Mapping[str, Callable[[T], float]]) -> None:
    """Print the ratios of the means to the default home's, over paired rounds."""
    rows = [
        (kind.name, *(_ratio(_compared(turns, kind, value)) for value in figures.values()))
        for kind in turns
        if kind != DEFAULT
    ]
    title = f"Times those of {DEFAULT.name}, with a {SURE:.0%} interval over rounds"
    print_table(title, ("", *figures), rows)


def _compared(turns: Turns[T], kind: HomeKind, value: Callable[[T], float]) -> Ratio:
    return compared(list(map(value, turns[DEFAULT])), list(map(value, turns[kind])), sure=SURE)


def _ratio(found: Ratio) -> str:
    return f"{found.ratio:.2f} ({found.low:.2f} to {found.high:.2f})"
