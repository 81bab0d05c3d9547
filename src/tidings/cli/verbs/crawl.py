"""The verb crawl: one crawl without a server."""

import argparse
from dataclasses import asdict

import uvloop

from tidings.cli.options import settings_of
from tidings.cli.output import print_json, print_table, say
from tidings.cli.progress import shown_progress
from tidings.engine.live.crawler import opened_crawler
from tidings.engine.live.tally import CrawlSummary, RecheckTally
from tidings.engine.process.gc_tuning import tune_gc
from tidings.settings.tree import Settings


def crawl(options: argparse.Namespace) -> int:
    """Fetch what is due and print a summary."""
    settings = settings_of(options)
    summary, rechecks, problems, sources = uvloop.run(_crawl(settings, options))
    counts = asdict(summary) | (asdict(rechecks) if options.recheck else {})
    if options.json:
        print_json(counts)
    else:
        print_table(("what", "count"), counts.items())
    if sources == 0:
        say("No source is followed in this home: add one with 'tidings add URL'.")
    for sentence in problems:
        say(sentence)
    return 1 if problems and len(problems) == sources else 0


async def _crawl(
    settings: Settings, options: argparse.Namespace
) -> tuple[CrawlSummary, RecheckTally, list[str], int]:
    async with opened_crawler(settings) as crawler:
        tune_gc()
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
        return summary, rechecks, problems, len(library.followed())
