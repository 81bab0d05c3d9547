"""Exports articles as JSON lines or CSV, except those whose publishers reserve the use."""

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol

from tidings.engine.rights.display_limits import shown_annotations, shown_article
from tidings.model.articles.annotations import NOT_ANNOTATED
from tidings.model.articles.article import Article
from tidings.model.web.rights import ContentUse
from tidings.shapes.annotations import annotations_shape
from tidings.shapes.article import EXPORT_COLUMNS, export_fields
from tidings.store.database.database import Database
from tidings.store.database.session import Reader
from tidings.store.tables.articles.annotations import annotations_of
from tidings.store.tables.articles.articles import kept_articles
from tidings.store.tables.articles.stories import memberships_of

HIDDEN = "hidden by its publisher"
WITH_LOGIN = "fetched with credentials (--with-subscriptions exports it)"

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")  # spreadsheets evaluate such cells


class ExportSink(Protocol):
    """Receives the bytes of an export."""

    def write(self, data: bytes | bytearray, /) -> object:
        """Write bytes."""


@dataclass(slots=True)
class ExportCounts:
    """What an export wrote, and what it left out by reason."""

    written: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    without_text: int = 0  # articles whose pages say noarchive


@dataclass(frozen=True, slots=True)
class ExportFilter:
    """Which articles or pages to export, and for which use."""

    since: datetime | None = None
    source: str | None = None
    use: ContentUse | None = None
    with_subscriptions: bool = False  # also what was fetched with credentials


OnItem = Callable[[ExportCounts], None]


def export_articles(
    database: Database, selection: ExportFilter, form: str, sink: ExportSink, on_item: OnItem
) -> ExportCounts:
    """Write articles as JSON lines or CSV, one by one."""
    counts = ExportCounts()
    now = datetime.now(UTC)
    sink.write(export_header(form))
    connection = database.read()
    for article in kept_articles(connection, selection.since, selection.source):
        lines = bytearray()
        export_some(connection, [article], selection, form, now, counts, lines)
        sink.write(lines)
        on_item(counts)
    return counts


def export_header(form: str) -> bytes:
    """Return what stands before the first article."""
    return _csv_row(list(EXPORT_COLUMNS)) if form == "csv" else b""


def export_some(
    connection: Reader,
    articles: Iterable[Article],
    selection: ExportFilter,
    form: str,
    now: datetime,
    counts: ExportCounts,
    lines: bytearray,
) -> None:
    """Add the lines of some articles, and count them and what is left out."""
    for article in articles:
        reason = exclusion_reason(article, selection, now)
        if reason is not None:
            counts.left_out[reason] += 1
            continue
        counts.without_text += article.robots.noarchive
        shape = export_fields(shown_article(article))
        if form == "csv":
            lines += _csv_line(shape)
        else:
            lines += _json_line(shape | _annotation_fields(connection, article))
        counts.written += 1


def exclusion_reason(article: Article, selection: ExportFilter, now: datetime) -> str | None:
    """Return why an article may not be exported, or None if it may."""
    if article.with_login and not selection.with_subscriptions:
        return WITH_LOGIN
    if article.hidden_from is not None and article.hidden_from <= now:
        return HIDDEN
    return article.rights.reservation(selection.use) if selection.use is not None else None


def _annotation_fields(connection: Reader, article: Article) -> dict[str, object]:
    """Return an article's annotations and the id of its story."""
    annotations = annotations_of(connection, [article.id]).get(article.id, NOT_ANNOTATED)
    member = memberships_of(connection, [article.id]).get(article.id)
    story = None if member is None else member.story
    return {**annotations_shape(shown_annotations(article, annotations)), "story": story}


def _json_line(shape: dict[str, object]) -> bytes:
    # A text may hold a lone surrogate, which UTF-8 cannot encode; it becomes a question mark.
    return json.dumps(shape, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def _csv_line(shape: dict[str, object]) -> bytes:
    cells = (shape[name] for name in EXPORT_COLUMNS)
    return _csv_row([_without_formula("; ".join(c) if isinstance(c, tuple) else c) for c in cells])


def _without_formula(cell: object) -> object:
    """Return a cell that spreadsheets do not evaluate: a page's formula becomes text."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA_STARTS) else cell


def _csv_row(cells: list[object]) -> bytes:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerow(cells)
    return out.getvalue().encode("utf-8", "replace")
