"""The verb crawl."""

import argparse

import uvloop

from tidings.cli.options import settings_of
from tidings.cli.output import print_json, print_table, say
from tidings.cli.progress import shown_progress
from tidings.engine.newsroom import opened_newsroom
from tidings.engine.tally import Summary
from tidings.settings.tree import Settings


def crawl(options: argparse.Namespace) -> int:
    """Fetch what is due and print a summary."""
    settings = settings_of(options)
    summary, troubled, sites = uvloop.run(_crawl(settings, options.rounds, options.max_pages))
    if options.json:
        print_json(summary)
    else:
        print_table(("what", "count"), vars_of(summary))
    for sentence in troubled:
        say(sentence)
    return 1 if troubled and len(troubled) == sites else 0


def vars_of(summary: Summary) -> list[tuple[str, object]]:
    """Return a summary's names and values in their order."""
    return [(name, getattr(summary, name)) for name in Summary.__slots__]


async def _crawl(
    settings: Settings, rounds: int | None, max_pages: int | None
) -> tuple[Summary, list[str], int]:
    async with opened_newsroom(settings) as newsroom:
        with shown_progress(newsroom):
            summary = await newsroom.crawl(rounds, max_pages)
        library = newsroom.library
        return summary, library.troubled_sites(), len(library.sources())
