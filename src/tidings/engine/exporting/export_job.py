"""Exporting articles as a job: lines are made anywhere, and written here in their order."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from pathlib import Path

from tidings.engine.exporting.article_export import (
    ExportCounts,
    ExportFilter,
    OnItem,
    export_header,
    export_some,
)
from tidings.engine.exporting.export_draft import ExportDraft, WrittenPart
from tidings.engine.jobs.job import MapItems, Mapped, Part, Record, Runner, key_of
from tidings.engine.process.home import Home
from tidings.engine.process.home_database import opened_database
from tidings.store.database.database import Database
from tidings.store.database.session import Reader
from tidings.store.tables.articles.articles import (
    article_count,
    articles_with_ids,
    kept_article_ids,
)
from tidings.store.tables.changes.article_changes import newest_change

_CHUNK = 500  # articles in a part: a few megabytes of lines


@dataclass(frozen=True, slots=True)
class ExportedLines:
    """The lines of some articles, and what was left out."""

    data: bytes
    counts: ExportCounts


@dataclass(frozen=True, slots=True)
class ExportJob:
    """Makes the lines of articles, in the order of changes, except those that are written."""

    home: Home
    selection: ExportFilter
    form: str
    began_at: datetime  # what expires later is shown
    newest: int  # change; later ones make another export
    written: frozenset[str] = field(default=frozenset(), repr=False)  # parts

    @property
    def name(self) -> str:
        """The name that people see."""
        return "export"

    @property
    def key(self) -> str:
        """Another selection, or another state of the home, makes another job."""
        return key_of(self.selection, self.form, self.began_at, self.newest)

    def count(self, connection: Reader) -> int:
        """Return the number of articles."""
        return article_count(connection)

    def split(self, connection: Reader) -> Iterator[Part[str]]:
        """Yield the ids of some articles."""
        ids = kept_article_ids(connection, self.selection.since, self.selection.source)
        while some := tuple(islice(ids, _CHUNK)):
            if some[0] in self.written:
                yield Part(some[0], (), len(some))
            else:
                yield Part(some[0], some)

    def start(self, opened: ExitStack) -> MapItems[str, ExportedLines]:
        """Open the database."""
        connection = opened.enter_context(closing(opened_database(self.home))).read()
        return lambda ids: self._lines(connection, ids)

    def _lines(self, connection: Reader, ids: Sequence[str]) -> ExportedLines:
        found = articles_with_ids(connection, list(ids))
        articles = [found[id_] for id_ in ids if id_ in found]  # one may have been deleted just now
        lines, counts = bytearray(), ExportCounts()
        export_some(connection, articles, self.selection, self.form, self.began_at, counts, lines)
        return ExportedLines(bytes(lines), counts)

    def name_of(self, item: str) -> str:
        """Return the id of an article."""
        return item


class DraftOutput:
    """Appends lines to the draft of an export, and counts them."""

    def __init__(
        self, draft: ExportDraft, database: Database, counts: ExportCounts, on_item: OnItem
    ) -> None:
        self._draft = draft
        self._database = database
        self._counts = counts
        self._on_item = on_item

    def commit(
        self, part: Part[str], mapped: Sequence[Mapped[str, ExportedLines]], record: Record
    ) -> None:
        """Append the lines of a part; the draft remembers that before the record does."""
        counts = ExportCounts()
        for some in mapped:
            add_counts(counts, some.result.counts)
        lines = b"".join(some.result.data for some in mapped)
        self._draft.append(lines, WrittenPart(part.key, counts))
        add_counts(self._counts, counts)
        self._on_item(self._counts)
        self._database.write(record)


def add_counts(counts: ExportCounts, more: ExportCounts) -> None:
    """Add what another part of an export wrote and left out."""
    counts.written += more.written
    counts.left_out += Counter(more.left_out)
    counts.without_text += more.without_text


def export_by_job(
    home: Home,
    database: Database,
    runner: Runner,
    selection: ExportFilter,
    form: str,
    path: Path,
    on_item: OnItem,
    now: Callable[[], datetime],
) -> ExportCounts:
    """Write articles into a file, which appears once it is complete.

    If this is killed, the next export of the same articles in the same form to the same file goes
    on, unless something has changed meanwhile.
    """
    newest = newest_change(database.read())
    identity = key_of(selection, form, newest)
    with ExportDraft(path, identity, now()) as draft:
        if not draft.parts:
            draft.append(export_header(form), WrittenPart("", ExportCounts()))
        counts = ExportCounts()
        for part in draft.parts:
            add_counts(counts, part.counts)
        written = frozenset(part.key for part in draft.parts)
        job = ExportJob(home, selection, form, draft.began_at, newest, written)
        report = runner.run(job, DraftOutput(draft, database, counts, on_item))
        if report.quarantined:
            first = report.quarantined[0]
            raise OSError(f"{first.item} cannot be exported: {first.detail}")
        draft.complete()
    return counts
