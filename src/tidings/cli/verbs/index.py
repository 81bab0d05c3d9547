"""The verbs `index …`."""

import argparse
from dataclasses import asdict

from tidings.cli.options import settings_of
from tidings.cli.output import print_json, print_table, say
from tidings.cli.progress import shown_count
from tidings.engine.maintenance.index_inspection import (
    IndexExcerpt,
    IndexPart,
    index_excerpt,
    index_status,
)
from tidings.engine.maintenance.link_refresh import refresh_links
from tidings.engine.maintenance.reindex import rebuild
from tidings.engine.process.home import existing_home


def rebuild_index(options: argparse.Namespace) -> int:
    """Rebuild the index from the database."""
    with shown_count("indexing") as progress:
        done = rebuild(settings_of(options), progress)
    if options.json:
        print_json(done)
    else:
        rate = f"{done.per_second:g} per second"
        say(f"{done.articles} articles indexed in {done.seconds:g} s, {rate}")
    return 0


def show_index(options: argparse.Namespace) -> int:
    """Show a part of the index."""
    part = IndexPart(options.part) if options.part else None
    excerpt = index_excerpt(settings_of(options), options.subject, part, options.limit)
    if options.json:
        print_json(excerpt)
        return 0
    if rows := [_flat(row) for row in excerpt.rows]:
        print_table(list(rows[0]), [list(row.values()) for row in rows])
    say(_summary(excerpt))
    return 0


def show_status(options: argparse.Namespace) -> int:
    """Show the index in numbers."""
    status = index_status(settings_of(options))
    if options.json:
        print_json(status)
        return 0
    numbers = {name: value for name, value in asdict(status).items() if name != "segments"}
    numbers["languages"] = " ".join(status.languages)
    print_table(("index", ""), numbers.items())
    print()
    rows = [(one.articles, one.terms, one.first_seq, one.last_seq) for one in status.segments]
    print_table(("articles", "terms", "first seq", "last seq"), rows)
    return 0


def ranks(options: argparse.Namespace) -> int:
    """Compute page, host and domain ranks from the archive's links now."""
    settings = settings_of(options)
    result = refresh_links(existing_home(settings), settings)
    for note in result.notes:
        say(note)
    if options.json:
        print_json(result)
    say(
        f"ranked {result.pages} pages, {result.hosts} hosts and {result.domains} domains by "
        f"{result.links} links on {result.linking_pages} pages, {result.read} of them read now"
    )
    return 0


def _flat(row: object) -> dict[str, object]:
    """Return a row as one line: counts by zone become columns, numbers are rounded."""
    flat: dict[str, object] = {}
    for name, value in asdict(row).items():  # type: ignore[call-overload]
        if isinstance(value, dict):
            flat |= value
        else:
            flat[name] = f"{value:.4g}" if isinstance(value, float) else value
    return flat


def _summary(excerpt: IndexExcerpt) -> str:
    of = f" of {excerpt.subject}" if excerpt.subject else ""
    shown = f"{len(excerpt.rows)} shown, {excerpt.articles} articles in the index"
    return f"{excerpt.part}{of}: {shown}"
