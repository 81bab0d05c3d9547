"""Exports the followed sources as OPML, which `tidings import` and feed readers accept."""

from collections.abc import Iterator

from tidings.engine.exporting.article_export import ExportCounts, ExportSink
from tidings.model.web.discovery import OpmlOutline
from tidings.model.web.page import UrlRole
from tidings.read.feeds.opml import write_opml
from tidings.store.database.database import Database
from tidings.store.tables.frontier.urls import live_urls
from tidings.store.tables.sources.sources import followed_sources


def export_opml(database: Database, sink: ExportSink) -> ExportCounts:
    """Write the sources as OPML, each with the feeds that were found for it."""
    outlines = list(_outlines(database))
    sink.write(write_opml(outlines))
    return ExportCounts(written=len(outlines))


def opml_of(database: Database) -> bytes:
    """Return the same."""
    return write_opml(_outlines(database))


def _outlines(database: Database) -> Iterator[OpmlOutline]:
    connection = database.read()
    for source in followed_sources(connection):
        live = live_urls(connection, source.id)
        feeds = [record.url for record in live if record.state.role is UrlRole.FEED]
        for feed in feeds or [source.url]:
            yield OpmlOutline(
                source.name or source.domain,
                feed,
                source.url,
                source.folder,
                topic=source.about.words,
                languages=source.settings.languages,
            )
