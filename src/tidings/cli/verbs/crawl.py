"""The verb crawl: one crawl without a server."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import asdict

import uvloop

from tidings.cli.bulk.crawl_urls import crawl_listed
from tidings.cli.options import settings_of
from tidings.cli.output import print_json, print_table, say
from tidings.cli.progress import shown_progress
from tidings.engine.live.crawler import opened_crawler
from tidings.engine.live.tally import CrawlSummary, RecheckTally
from tidings.engine.process.gc_tuning import tune_gc
from tidings.model.crawl.left_urls import LeftUrls
from tidings.settings.tree import Settings
from tidings.shapes.left_urls import left_shape

_MOST_LEFT = 10  # sources of which is said what was left


def crawl(options: argparse.Namespace) -> int:
    """Fetch what is due, or the URLs of a list, and print a summary."""
    if options.urls or options.known:
        return crawl_listed(options)
    settings = settings_of(options)
    summary, rechecks, left, problems, sources = uvloop.run(_crawl(settings, options))
    counts = asdict(summary) | (asdict(rechecks) if options.recheck else {})
    if options.json:
        print_json(counts | {"left": [left_shape(each) for each in left]})
    else:
        print_table(("what", "count"), counts.items())
    if sources == 0:
        say("No source is followed in this home: add one with 'tidings add URL'.")
    for sentence in (*problems, *_left_in_words(left)):
        say(sentence)
    return 1 if problems and len(problems) == sources else 0


async def _crawl(
    settings: Settings, options: argparse.Namespace
) -> tuple[CrawlSummary, RecheckTally, list[LeftUrls], list[str], int]:
    async with opened_crawler(settings) as crawler:
        tune_gc()
        before = {each.url: each.held_back for each in crawler.library.left_urls()}
        with shown_progress(crawler):
            summary = await crawler.crawl(
                options.rounds, options.max_pages, recheck=options.recheck
            )
        library = crawler.library
        rechecks = crawler.tally.rechecks()
        problems = [
            f"{source.url} brings nothing: {condition.in_words()}."
            for source, condition in library.alarming_sources()
        ]
        left = [each.since(before.get(each.url, 0)) for each in library.left_urls()]
        left = [each for each in left if each.count]
        return summary, rechecks, left, problems, len(library.followed())


def _left_in_words(left: Sequence[LeftUrls]) -> Iterator[str]:
    """Say what was left of some sources, and of how many others."""
    for each in left[:_MOST_LEFT]:
        yield from each.in_words()
    if (others := len(left) - _MOST_LEFT) > 0:
        yield f"URLs of {others:,} more sources are left: 'tidings status --json' has them all."
