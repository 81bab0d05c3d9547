"""Exports archived pages as one WARC file, each record unchanged."""

from datetime import UTC, datetime
from importlib.metadata import version

from tidings.engine.exporting.article_export import (
    WITH_LOGIN,
    ExportCounts,
    ExportFilter,
    ExportSink,
    OnItem,
    exclusion_reason,
)
from tidings.read.url import canonical, host_of, url_id
from tidings.store.archive.warc_files import ArchiveReader
from tidings.store.archive.warc_record import DamagedRecord, read_record, warcinfo
from tidings.store.database.database import Database
from tidings.store.database.session import Reader
from tidings.store.tables.articles.articles import article_by_id
from tidings.store.tables.frontier.urls import url_record

NOARCHIVE = "noarchive"
UNKNOWN_PAGE = "no page that we follow"
DAMAGED = "damaged in the archive"


def export_warc(
    database: Database,
    archive: ArchiveReader,
    selection: ExportFilter,
    sink: ExportSink,
    on_item: OnItem,
) -> ExportCounts:
    """Write archived pages as one WARC file, each record unchanged."""
    counts = ExportCounts()
    connection = database.read()
    software = f"Tidings/{version('tidings')}"
    sink.write(warcinfo("export.warc.gz", datetime.now(UTC), software))
    for capture, member in archive.members(selection.since):
        reason = _page_exclusion_reason(connection, capture.url, selection)
        if reason is None:
            reason = _record_exclusion_reason(member, selection)
        if reason is None:
            sink.write(member)
            counts.written += 1
        elif reason:
            counts.left_out[reason] += 1
        on_item(counts)
    return counts


def _record_exclusion_reason(member: bytes, selection: ExportFilter) -> str | None:
    """Return why a record is left out, whatever is known about its page."""
    try:
        page = read_record(member)
    except DamagedRecord:
        return DAMAGED  # after a broken member, tools cannot read the rest
    return WITH_LOGIN if page.with_login and not selection.with_subscriptions else None


def _page_exclusion_reason(connection: Reader, url: str, selection: ExportFilter) -> str | None:
    """Return why a page is left out; an empty reason if it was not selected."""
    address = canonical(url) or url
    record = url_record(connection, host_of(address), url_id(address))
    if record is None:
        return UNKNOWN_PAGE
    article = article_by_id(connection, record.state.article or "")
    if selection.source and (article is None or article.source != selection.source):
        return ""
    if record.place is None or (article is not None and article.robots.noarchive):
        return NOARCHIVE
    if article is None:
        return None
    return exclusion_reason(article, selection, datetime.now(UTC))
