"""Exports from a home, which is open while they are made."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from tidings.engine.maintenance.article_export import (
    ExportCounts,
    ExportFilter,
    ExportSink,
    OnItem,
    export_articles,
)
from tidings.engine.maintenance.opml_export import export_opml
from tidings.engine.maintenance.warc_export import export_warc
from tidings.engine.process.home import Home, existing_home
from tidings.engine.process.home_archive import archive_of
from tidings.settings.tree import Settings
from tidings.store.database.database import Database, open_database


class HomeExport:
    """What can be exported from a home."""

    def __init__(self, home: Home, database: Database) -> None:
        self._home = home
        self._database = database

    def articles(
        self, selection: ExportFilter, form: str, sink: ExportSink, on_item: OnItem
    ) -> ExportCounts:
        """Write articles as JSON lines or CSV."""
        return export_articles(self._database, selection, form, sink, on_item)

    def warc(self, selection: ExportFilter, sink: ExportSink, on_item: OnItem) -> ExportCounts:
        """Write archived pages as one WARC file."""
        archive = archive_of(self._home, self._database)
        return export_warc(self._database, archive, selection, sink, on_item)

    def opml(self, sink: ExportSink) -> ExportCounts:
        """Write the source list as OPML."""
        return export_opml(self._database, sink)


@contextmanager
def opened_export(settings: Settings) -> Iterator[HomeExport]:
    """Open a home for exports."""
    home = existing_home(settings.home)
    with closing(open_database(home.database, settings.store)) as database:
        yield HomeExport(home, database)
