"""The verb preview."""

import argparse
import asyncio
from collections.abc import Iterator

from tidings.cli.options import settings_of
from tidings.cli.output import print_json, print_table, printable, say
from tidings.engine.previews.preview import single_preview
from tidings.model.crawl.source_preview import PreviewedList, SourcePreview
from tidings.shapes.source_preview import preview_shape


def preview(options: argparse.Namespace) -> int:
    """Show what would be followed if a site or feed were added; store nothing."""
    seen = asyncio.run(single_preview(options.url, settings_of(options)))
    if options.json:
        print_json(preview_shape(seen))
    else:
        _print(seen)
    return 0 if seen.leads_somewhere else 1


def _print(seen: SourcePreview) -> None:
    print(printable(f"{seen.name or seen.domain}  {seen.final_url}"))
    if seen.language:
        print(f"language: {printable(seen.language)}")
    if seen.followed:
        print(printable(f"already followed: {seen.followed}"))
    if rows := list(_rows(seen)):
        print()
        print_table(("what", "address", "title", "items", "newest"), rows)
    if seen.headlines:
        print()
        rows = [(each.title, each.published) for each in seen.headlines]
        print_table(("headline", "published"), rows)
    for problem in seen.problems:
        say(f"{problem.url}: {problem.sentence}. {problem.advice[:1].upper()}{problem.advice[1:]}")
    if not seen.is_complete:
        say("not everything was looked at: a preview is short, a crawl reads all of it")


def _rows(seen: SourcePreview) -> Iterator[tuple[object, ...]]:
    for name, lists in (("feed", seen.feeds), ("sitemap", seen.sitemaps)):
        for each in lists:
            yield _row(name, each)
    for page in seen.index_pages:
        yield ("index page", page.url, "", page.links, None)


def _row(name: str, listed: PreviewedList) -> tuple[object, ...]:
    kind = f"{listed.format} {name}".strip()
    items = listed.items if listed.is_read else "not looked at"
    return (kind, listed.url, listed.title, items, listed.newest)
