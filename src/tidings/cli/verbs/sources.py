"""The verbs add, import, sources and remove."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from tidings.cli.options import opened_library, settings_of
from tidings.cli.output import print_json, print_table, say
from tidings.cli.progress import shown_count
from tidings.engine.process.home import ensure_home, existing_home
from tidings.engine.sources import source_list
from tidings.engine.sources.source_focus import source_focus_from
from tidings.model.crawl.source import SourceFocus
from tidings.serve.api.json_shapes import source_shape
from tidings.settings.tree import Settings
from tidings.store.database.database import Database, open_database


@contextmanager
def _database(settings: Settings, *, create: bool) -> Iterator[Database]:
    home = ensure_home(settings.home) if create else existing_home(settings.home)
    database = open_database(home.database, settings.store)
    try:
        yield database
    finally:
        database.close()


def add(options: argparse.Namespace) -> int:
    """Follow sources: all of them, or none if one is invalid."""
    for url in options.url:
        source_list.source_url(url)
    settings = settings_of(options)
    about = None if options.about is None else source_focus_from(options.about, settings.queries)
    with _database(settings, create=True) as database:
        results = [
            source_list.add_source(database, url, datetime.now(UTC), about) for url in options.url
        ]
    extra = {} if about is None else {"about": about.words}
    if options.json:
        print_json([{"url": url, "new": is_new, **extra} for url, is_new in results])
    for url, is_new in results:
        say(f"{'following' if is_new else 'already following'} {url}{_topic(about)}")
    return 0


def _topic(about: SourceFocus | None) -> str:
    if about is None:
        return ""
    return f", for articles about {about.words}" if about.words else ", for everything"


def import_opml(options: argparse.Namespace) -> int:
    """Follow the feeds in an OPML file; invalid ones are skipped."""
    from_pipe = options.file == "-"
    opml = sys.stdin.buffer.read() if from_pipe else Path(options.file).read_bytes()
    with _database(settings_of(options), create=True) as database, shown_count("following") as bar:
        added, refused = source_list.import_opml(database, opml, datetime.now(UTC), bar)
    if options.json:
        print_json({"added": added, "refused": [{"url": u, "why": why} for u, why in refused]})
    for _, why in refused:
        say(f"skipped: {why}")
    say(f"following {len(added)} new sources")
    return 0


def sources(options: argparse.Namespace) -> int:
    """List the followed sources."""
    with opened_library(options) as library:
        followed = library.sources()
    if options.json:
        print_json([source_shape(source) for source in followed])
        return 0
    print_table(
        (
            "source",
            "name",
            "about",
            "articles",
            "feeds",
            "sitemaps",
            "index pages",
            "rank",
            "fresh",
            "next visit",
        ),
        (
            (
                s.site.url,
                s.site.name,
                s.site.about.words,
                s.articles,
                s.feeds,
                s.sitemaps,
                s.index_pages,
                "" if s.domain_rank is None else f"{10**s.domain_rank:.2f}",
                "" if s.freshness.freshness is None else f"{s.freshness.freshness:.0%}",
                s.next_visit,
            )
            for s in followed
        ),
    )
    return 0


def remove(options: argparse.Namespace) -> int:
    """Stop following a source."""
    with _database(settings_of(options), create=False) as database:
        url = source_list.remove_source(database, options.url, datetime.now(UTC))
    if options.json:
        print_json({"removed": url})
    say(f"no longer following {url}; its articles stay")
    return 0
