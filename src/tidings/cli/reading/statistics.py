"""The verb stats: articles per day, language and source, their lengths, and how soon they came."""

import argparse
from datetime import UTC, datetime

from tidings.cli.options import opened_library
from tidings.cli.output import print_json, print_table
from tidings.cli.time_flags import moment_of
from tidings.model.articles.statistics import Delays, Distribution, HomeStatistics
from tidings.shapes.v1.statistics import statistics_v1

_SHOWN = 10  # languages and sources


def stats(options: argparse.Namespace) -> int:
    """Print the statistics of a home."""
    now = datetime.now(UTC)
    since = moment_of("--since", options.since, now)
    until = moment_of("--until", options.until, now)
    with opened_library(options) as library:
        found = library.listings.statistics(now, since, until, options.language, options.source)
    if options.json:
        print_json(statistics_v1(found))
    else:
        _print(found)
    return 0


def _print(found: HomeStatistics) -> None:
    print(f"{found.articles} articles published, {found.seen} first seen\n")
    days = [(f"{each.day:%Y-%m-%d}", each.seen, each.published) for each in found.days]
    print_table(("day", "seen", "published"), days)
    print()
    print_table(("language", "articles"), found.languages[:_SHOWN])
    print()
    print_table(("source", "articles"), found.sources[:_SHOWN])
    print()
    rows = [
        _row("words", found.words),
        _row("bytes of text", found.text_bytes),
        _row("seconds until seen", found.delays.seen),
        _row("seconds from there to search", found.delays.indexed),
        _row("seconds until searchable", found.delays.searchable),
    ]
    print_table(("", "articles", "mean", "median", "p90", "p99"), rows)
    print(f"\n{_left_out(found.delays)}")


def _row(name: str, numbers: Distribution) -> tuple[object, ...]:
    shown = (numbers.mean, numbers.median, numbers.p90, numbers.p99)
    return (name, numbers.count, *("" if each is None else f"{each:.1f}" for each in shown))


def _left_out(delays: Delays) -> str:
    return (
        f"Without delays: {delays.found_late} articles that were old when first seen, "
        f"{delays.undated} without a date, {delays.dated_ahead} dated ahead, "
        f"{delays.unknown} not searchable yet or too long ago."
    )
