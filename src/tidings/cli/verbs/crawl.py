"""The verb crawl."""

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
    summary, findings, troubled, sites = uvloop.run(_crawl(settings, options))
    counts = asdict(summary) | (asdict(findings) if options.recheck else {})
    if options.json:
        print_json(counts)
    else:
        print_table(("what", "count"), counts.items())
    if sites == 0:
        say("No site is followed in this home: add one with 'tidings add URL'.")
    for sentence in troubled:
        say(sentence)
    return 1 if troubled and len(troubled) == sites else 0


async def _crawl(
    settings: Settings, options: argparse.Namespace
) -> tuple[CrawlSummary, RecheckTally, list[str], int]:
    async with opened_crawler(settings) as newsroom:
        tune_gc()
        with shown_progress(newsroom):
            summary = await newsroom.crawl(
                options.rounds, options.max_pages, recheck=options.recheck
            )
        library = newsroom.library
        findings = newsroom.tally.rechecks()
        return summary, findings, library.start_page_problems(), len(library.sources())
