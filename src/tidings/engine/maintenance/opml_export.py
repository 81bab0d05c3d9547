"""Exporting the roster as OPML, which `tidings import` and every feed reader take."""

from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

from tidings.engine.maintenance.article_export import ExportCounts, ExportSink
from tidings.model.web.page import UrlRole
from tidings.store.database.sqlite import Database
from tidings.store.tables.frontier.urls import live_urls
from tidings.store.tables.sources.sources import followed_sources


def export_opml(database: Database, sink: ExportSink) -> ExportCounts:
    """Write the roster as OPML: each site with the feeds that were found for it."""
    done = ExportCounts()
    sink.write(b'<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0">\n')
    sink.write(b"<head><title>Tidings</title></head>\n<body>\n")
    for line in _outlines(database):
        sink.write(line.encode("utf-8", "replace"))
        done.written += 1
    sink.write(b"</body>\n</opml>\n")
    return done


def _outlines(database: Database) -> Iterator[str]:
    connection = database.read()
    for site in followed_sources(connection):
        name = quoteattr(_clean(site.name or site.domain))
        live = live_urls(connection, site.id)
        feeds = [known.url for known in live if known.standing.role is UrlRole.FEED]
        page = f"htmlUrl={quoteattr(site.url)}"
        for feed in feeds or [site.url]:
            address = f"xmlUrl={quoteattr(feed)}"
            yield f'<outline type="rss" text={name} title={name} {address} {page}/>\n'


def _clean(text: str) -> str:
    """The text without what XML cannot hold."""
    return "".join(char for char in text if char.isprintable())
