"""Exports from a home, which is open while they are made."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from tidings.engine.exporting.article_export import (
    ExportCounts,
    ExportFilter,
    ExportSink,
    OnItem,
    export_articles,
)
from tidings.engine.exporting.export_job import export_by_job
from tidings.engine.exporting.opml_export import export_opml
from tidings.engine.exporting.warc_export import export_warc
from tidings.engine.process.home import Home, existing_home
from tidings.engine.process.home_archive import archive_of
from tidings.engine.process.home_database import opened_database
from tidings.engine.runners.runner_choice import opened_runner
from tidings.settings.job_engine import JobEngine
from tidings.settings.tree import Settings
from tidings.store.database.database import Database
from tidings.store.tables.articles.articles import article_count

_ENOUGH_FOR_PROCESSES = 20_000  # articles: fewer are written before other processes have started


class HomeExport:
    """What can be exported from a home."""

    def __init__(self, home: Home, database: Database, settings: Settings) -> None:
        self._home = home
        self._database = database
        self._settings = settings

    def articles(
        self, selection: ExportFilter, form: str, sink: ExportSink, on_item: OnItem
    ) -> ExportCounts:
        """Write articles as JSON lines or CSV."""
        return export_articles(self._database, selection, form, sink, on_item)

    @property
    def is_worth_a_job(self) -> bool:
        """Whether other processes, or other machines, write articles faster than this one."""
        is_far = self._settings.jobs.engine is not JobEngine.LOCAL
        return is_far or article_count(self._database.read()) >= _ENOUGH_FOR_PROCESSES

    def articles_into(
        self, path: Path, selection: ExportFilter, form: str, on_item: OnItem
    ) -> ExportCounts:
        """Write articles into a file, as a job that goes on if it was killed."""
        with opened_runner(self._settings, self._database) as runner:
            return export_by_job(
                self._home,
                self._database,
                runner,
                selection,
                form,
                path,
                on_item,
                lambda: datetime.now(UTC),
            )

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
    home = existing_home(settings)
    with closing(opened_database(home)) as database:
        yield HomeExport(home, database, settings)
