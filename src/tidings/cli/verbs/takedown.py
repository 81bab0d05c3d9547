"""The verbs delete and compact: what is deleted is gone for good, also from the archive files."""

import argparse
import sys
from dataclasses import asdict

from tidings.cli.command_issuing import issued
from tidings.cli.options import settings_of
from tidings.cli.output import print_json, say
from tidings.cli.progress import shown_count
from tidings.engine.commands.command_values import (
    ArticleDeleted,
    DeleteArticle,
    DeleteSource,
    SourceDeleted,
)
from tidings.engine.maintenance import compaction


def compact(options: argparse.Namespace) -> int:
    """Remove from the archive files what was deleted."""
    with shown_count("compacting") as bar:
        result = compaction.compact(settings_of(options), bar)
    if options.json:
        print_json(asdict(result))
    say(
        f"removed {result.records} records from {result.files} archive files, "
        f"{result.freed_bytes / 1e6:.1f} MB freed"
        + (f"; {result.unneeded} objects that nothing needed" if result.unneeded else "")
    )
    return 0


def delete(options: argparse.Namespace) -> int:
    """Delete for good; on a terminal, ask first."""
    what = f"{options.name} with all its articles" if options.source else options.name
    if not options.yes and sys.stdin.isatty() and not _confirmed(what):
        say("nothing was deleted")
        return 1
    return _delete_source(options) if options.source else _delete_article(options)


def _confirmed(what: str) -> bool:
    say(f"Delete {what} for good? It will not be kept again, whoever links to it. [y/N]")
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _delete_article(options: argparse.Namespace) -> int:
    (result,) = issued(options, ArticleDeleted, DeleteArticle(options.name))
    if options.json:
        print_json({"deleted": result.url, "was_known": result.was_known})
    already = "" if result.was_known else "already "
    say(f"{already}deleted {result.url}; 'tidings compact' removes it from the archive files")
    return 0


def _delete_source(options: argparse.Namespace) -> int:
    (result,) = issued(options, SourceDeleted, DeleteSource(options.name))
    if options.json:
        print_json({"deleted": result.url, "articles": result.articles})
    say(
        f"deleted {result.url} with {result.articles} articles; "
        "'tidings compact' removes them from the archive files"
    )
    return 0
