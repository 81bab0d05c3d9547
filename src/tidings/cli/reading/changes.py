"""The verb changes: what outlets edited, deleted and restored."""

import argparse
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice

from tidings.cli.options import opened_library
from tidings.cli.output import TableConsole, print_json, printable, say
from tidings.cli.time_flags import moment_of
from tidings.engine.library.library import Library
from tidings.model.articles.listing import EditFilter, OutletEdit, OutletEditKind
from tidings.model.articles.revision import DiffRun, WordChange
from tidings.shapes.v1.change import change_v1, shortened

_PAGE = 50
_MARKS = {
    WordChange.KEPT: ("", ""),
    WordChange.REMOVED: ("[-", "-]"),
    WordChange.ADDED: ("{+", "+}"),
}


def changes(options: argparse.Namespace) -> int:
    """List edits, deletions and restorations, newest first."""
    now = datetime.now(UTC)
    wanted = EditFilter(
        moment_of("--since", options.since, now),
        moment_of("--until", options.until, now),
        options.language,
        options.source,
        OutletEditKind(options.kind) if options.kind else None,
    )
    with opened_library(options) as library:
        found = list(islice(_edits(library, wanted), options.limit))
    if options.json:
        print_json([change_v1(edit) for edit in found])
        return 0
    for edit in found:
        _print(edit)
    if not found:
        say("no changes found")
    return 0


def _edits(library: Library, wanted: EditFilter) -> Iterator[OutletEdit]:
    """Yield all edits, read page by page."""
    page = library.listings.edits(wanted, None, _PAGE)
    yield from page.edits
    while page.next is not None:
        page = library.listings.edits(wanted, page.next, _PAGE)
        yield from page.edits


def _print(edit: OutletEdit) -> None:
    console = TableConsole(soft_wrap=True)
    kinds = ", ".join(edit.kinds) or "spaces"
    console.print(printable(f"{edit.at:%Y-%m-%d %H:%M} UTC  {edit.source}  {kinds}"))
    diff = edit.diff
    if diff is None:
        console.print(printable(f"  {edit.title}\n  {edit.url}  {edit.detail}\n"))
        return
    text = _marked(shortened(diff.text)) if OutletEditKind.TEXT in edit.kinds else ""
    console.print(printable(f"  {_marked(diff.title)}\n  {edit.url}\n{text}"))


def _marked(runs: Iterable[DiffRun]) -> str:
    """Return a diff on one line, in the notation of `git diff --word-diff`."""
    joined = "".join(
        text.join(_MARKS[change]) for change, text in ((r.change, r.text) for r in runs)
    )
    return " ".join(joined.split())
