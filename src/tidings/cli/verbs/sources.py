"""The verbs add, import, sources, pause, resume, retry and remove."""

import argparse
import sys
from pathlib import Path

from tidings.cli.command_issuing import issued
from tidings.cli.options import opened_library, settings_of
from tidings.cli.output import print_json, print_table, say
from tidings.engine.commands.command_values import (
    AddSource,
    ImportSources,
    PauseSource,
    RemoveSource,
    ResumeSource,
    RetrySource,
    SetSource,
    SourceAdded,
    SourcePaused,
    SourceRemoved,
    SourceResumed,
    SourceRetried,
    SourceSet,
    SourcesImported,
)
from tidings.engine.sources.opml_import import opml_import
from tidings.engine.sources.source_focus import source_focus_from
from tidings.engine.sources.source_folders import folder_path, is_in_folder
from tidings.engine.sources.source_list import source_url
from tidings.model.crawl.source import SourceFocus
from tidings.shapes.source import source_shape

_DELETED = "{url} was deleted here: 'tidings add {url}' follows it again."


def add(options: argparse.Namespace) -> int:
    """Follow sources: all of them, or none if one is invalid."""
    urls = [source_url(url) for url in options.url]
    settings = settings_of(options)
    about = None if options.about is None else source_focus_from(options.about, settings.queries)
    words, query = (None, "") if about is None else (about.words, about.query)
    folder = None if options.folder is None else folder_path(options.folder)
    commands = [AddSource(url, words, query, folder) for url in urls]
    results = issued(options, SourceAdded, *commands, create=True)
    extra = {} if about is None else {"about": about.words}
    extra |= {} if folder is None else {"folder": folder}
    if options.json:
        print_json(
            [
                {
                    "url": each.url,
                    "new": each.is_new,
                    "due": each.due,
                    "paused": each.is_paused,
                    "closed_until": each.closed_until or None,
                    **extra,
                }
                for each in results
            ]
        )
    for each in results:
        say(f"{_followed(each)}{_topic(about)}{_next_try(each)}")
    return 0


def _followed(result: SourceAdded) -> str:
    return f"{'following' if result.is_new else 'already following'} {result.url}"


def _next_try(result: SourceAdded) -> str:
    """Return what happens to a source that was followed before."""
    if result.is_paused:
        return f"; it is paused, 'tidings resume {result.url}' fetches it again"
    return f"; tried again {_when(result)}: {_urls(result.due)} due" if result.due else ""


def _when(result: SourceAdded | SourceRetried) -> str:
    if not result.closed_until:
        return "now"
    return f"at {result.closed_until}, until when its server asked us to wait"


def _urls(count: int) -> str:
    return f"{count} {'URL is' if count == 1 else 'URLs are'}"


def _topic(about: SourceFocus | None) -> str:
    if about is None:
        return ""
    return f", for articles about {about.words}" if about.words else ", for everything"


def import_opml(options: argparse.Namespace) -> int:
    """Follow the feeds in an OPML file; invalid ones are skipped."""
    from_pipe = options.file == "-"
    opml = sys.stdin.buffer.read() if from_pipe else Path(options.file).read_bytes()
    found = opml_import(opml)
    command = ImportSources(tuple(found.folders), tuple(found.folders.values()))
    (result,) = issued(options, SourcesImported, command, create=True)
    commands = [SetSource(each.url, each.values, topic=each.topic) for each in found.settings]
    issued(options, SourceSet, *(each for each in commands if each.source not in result.deleted))
    deleted = [(url, _DELETED.format(url=url)) for url in result.deleted]
    refused = [*found.refused, *deleted, *found.wrong]
    if options.json:
        print_json(
            {"added": result.added, "refused": [{"url": u, "why": why} for u, why in refused]}
        )
    for _, why in refused:
        say(f"skipped: {why}")
    say(f"following {len(result.added)} new sources")
    return 0


def sources(options: argparse.Namespace) -> int:
    """List the followed sources."""
    with opened_library(options) as library:
        followed = library.sources()
    if options.folder is not None:
        wanted = folder_path(options.folder)
        followed = [each for each in followed if is_in_folder(each.site.folder, wanted)]
    if options.json:
        print_json([source_shape(source) for source in followed])
        return 0
    print_table(
        (
            "source",
            "name",
            "folder",
            "about",
            "articles",
            "feeds",
            "sitemaps",
            "index pages",
            "rank",
            "fresh",
            "next visit",
            "condition",
        ),
        (
            (
                s.site.url,
                s.site.name,
                s.site.folder,
                s.site.about.words,
                s.articles,
                s.feeds,
                s.sitemaps,
                s.index_pages,
                "" if s.domain_rank is None else f"{10**s.domain_rank:.2f}",
                "" if s.freshness.freshness is None else f"{s.freshness.freshness:.0%}",
                "paused" if s.paused_at else s.next_visit,
                s.condition.in_words(),
            )
            for s in followed
        ),
    )
    return 0


def pause(options: argparse.Namespace) -> int:
    """Fetch nothing of a source until it is resumed."""
    (result,) = issued(options, SourcePaused, PauseSource(options.source))
    if options.json:
        print_json({"paused": result.url, "new": result.is_new})
    already = "" if result.is_new else "already "
    say(f"{result.url} is {already}paused: nothing of it is fetched until 'tidings resume'")
    return 0


def resume(options: argparse.Namespace) -> int:
    """Fetch a paused source again."""
    (result,) = issued(options, SourceResumed, ResumeSource(options.source))
    if options.json:
        print_json({"resumed": result.url, "was_paused": result.was_paused})
    say(f"{result.url} is fetched again" if result.was_paused else f"{result.url} was not paused")
    return 0


def retry(options: argparse.Namespace) -> int:
    """Try again at once what failed, was refused or rests."""
    (result,) = issued(options, SourceRetried, RetrySource(options.source))
    if options.json:
        print_json(
            {"retried": result.url, "due": result.due, "closed_until": result.closed_until or None}
        )
    say(f"{result.url} is tried again {_when(result)}: {_urls(result.due)} due")
    return 0


def remove(options: argparse.Namespace) -> int:
    """Stop following a source."""
    (result,) = issued(options, SourceRemoved, RemoveSource(options.url))
    if options.json:
        print_json({"removed": result.url})
    say(f"no longer following {result.url}; its articles stay")
    return 0
