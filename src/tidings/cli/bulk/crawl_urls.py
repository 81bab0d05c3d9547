"""The verb crawl with --urls or --known: a list of URLs is fetched, each once."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import TextIO

from tidings.cli.exit_codes import Misuse
from tidings.cli.options import settings_of
from tidings.cli.output import print_json, print_table, say
from tidings.cli.progress import shown_rows
from tidings.engine.backfill.bulk_crawl import BulkCrawlResult, OnProgress, crawl_urls
from tidings.engine.backfill.known_articles import known_article_urls
from tidings.engine.backfill.page_output import PageCounts
from tidings.engine.backfill.url_list import BadLine, listed_urls
from tidings.settings.tree import Settings

_NAMED = 20  # bad lines, or pages that killed their process, that are printed
_FOREIGN = ("rounds", "max_pages", "recheck", "node", "exchange", "policy")


def crawl_listed(options: argparse.Namespace) -> int:
    """Fetch the URLs of a list, and print what came of them."""
    for name in _FOREIGN:
        if getattr(options, name):
            raise Misuse(f"--{name.replace('_', '-')} does not go with a list of URLs.")
    settings, bad = settings_of(options), BadLines()
    try:
        with _opened_urls(options, settings, bad) as urls, _shown() as on_progress:
            done = crawl_urls(settings, _some(urls), on_progress)
    except KeyboardInterrupt:
        say("Stopped: the same command goes on with the URLs that are left.")
        raise
    bad.say_rest()
    if options.json:
        print_json(_shape(done, bad))
    else:
        print_table(("what", "count"), _rows(done))
    _say(done)
    return 1 if done.left else 0


class BadLines:
    """Names the first lines that are no URLs, and counts all."""

    def __init__(self) -> None:
        self.first: list[BadLine] = []
        self.count = 0

    def add(self, line: BadLine) -> None:
        """Name a line."""
        self.count += 1
        if self.count <= _NAMED:
            self.first.append(line)
            say(f"{line}")

    def say_rest(self) -> None:
        """Say how many more there are."""
        if self.count > _NAMED:
            say(f"{self.count - _NAMED:,} more lines are no URLs.")


@contextmanager
def _opened_urls(
    options: argparse.Namespace, settings: Settings, bad: BadLines
) -> Iterator[Iterable[str]]:
    if options.known:
        with known_article_urls(settings, options.known) as urls:
            yield urls
        return
    with _opened_lines(options.urls) as lines:
        yield _good(listed_urls(lines, settings.crawl.max_url_length), bad)


def _opened_lines(name: str) -> AbstractContextManager[TextIO]:
    if name == "-":
        return nullcontext(sys.stdin)
    return Path(name).open(encoding="utf-8", errors="replace")


def _some(urls: Iterable[str]) -> Iterator[str]:
    """Return the URLs, of which there must be one, before a home is made for them."""
    found = iter(urls)
    first = next(found, None)
    if first is None:
        raise Misuse("The list names no URL: give one on each line, or CSV or JSON lines.")
    return chain((first,), found)


def _good(listed: Iterable[str | BadLine], bad: BadLines) -> Iterator[str]:
    for each in listed:
        if isinstance(each, BadLine):
            bad.add(each)
        else:
            yield each


@contextmanager
def _shown() -> Iterator[OnProgress]:
    """Show a bar with the pages of a second and the time left."""
    with shown_rows("fetching", "pages") as on_rows:

        def on_progress(done: int, total: int, counts: PageCounts) -> None:
            on_rows(done, total)

        yield on_progress


def _shape(done: BulkCrawlResult, bad: BadLines) -> dict[str, object]:
    counts = done.counts
    return {
        "job": done.job,
        "urls": done.urls,
        "hosts": done.hosts,
        "fetched": counts.pages,
        "articles_new": counts.articles,
        "revisions": counts.revisions,
        "deletions": counts.deletions,
        "reasons": {str(reason): number for reason, number in counts.reasons.most_common()},
        "left": done.left,
        "not_fetched": [asdict(each) for each in done.quarantined],
        "bad_lines": bad.count,
        "first_bad_lines": [asdict(line) for line in bad.first],
        "seconds": done.seconds,
    }


def _rows(done: BulkCrawlResult) -> Iterator[tuple[str, object]]:
    counts = done.counts
    yield from (("URLs in the list", done.urls), ("hosts", done.hosts))
    yield from (("fetched now", counts.pages), ("new articles", counts.articles))
    yield from (("revisions", counts.revisions), ("deletions", counts.deletions))
    for reason, number in counts.reasons.most_common():
        yield f"  {reason}", number
    yield from (("left", done.left), ("seconds", done.seconds))


def _say(done: BulkCrawlResult) -> None:
    for each in done.quarantined[:_NAMED]:
        say(f"not fetched: {each.item}: {each.detail}")
    if done.left:
        say(
            f"{done.left:,} URLs are left: their hosts demand a pause. The same command goes on "
            "with them."
        )
