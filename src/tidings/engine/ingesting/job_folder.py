"""The folder of an ingest in its home: what was fetched and unpacked, and where records are."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tidings.engine.ingesting.file_survey import FileSurvey
from tidings.engine.ingesting.ingest_job import IngestFile
from tidings.engine.ingesting.inputs import Input
from tidings.engine.ingesting.opened_input import InputUnusable
from tidings.engine.ingesting.survey import Selection, survey_file
from tidings.fetch.file_download import DownloadFailed, DownloadLimits, download_file
from tidings.model.articles.ingestion import RecordFormat
from tidings.settings.tree import Settings

_JOBS: Final = "jobs"

OnFile = Callable[[str, int, int], None]  # its name, bytes done, bytes in total


class JobFolder:
    """Files by the number of their input. What is complete is used again."""

    def __init__(self, home: Path, identity: str) -> None:
        self.path = home / _JOBS / f"ingest-{identity}"

    def fetched(self, number: int, name: str, settings: Settings, on_bytes: OnFile) -> Path:
        """Return the file at an address, and fetch it if it is not here; raises InputUnusable."""
        path = self.path / f"{number:05}.fetched"
        if path.exists():
            return path
        self.path.mkdir(parents=True, exist_ok=True)
        ingest = settings.ingest
        limits = DownloadLimits(ingest.download_step_bytes, ingest.max_download_bytes)
        try:
            download_file(
                name, path, settings.fetch, limits, lambda done, of: on_bytes(name, done, of)
            )
        except DownloadFailed as error:
            raise InputUnusable(f"cannot be fetched: {error}") from error
        return path

    def survey(
        self,
        number: int,
        path: Path,
        selection: Selection,
        max_bytes: int,
        left: int | None,
        on_bytes: Callable[[int], None],
    ) -> FileSurvey:
        """Return what is in a file, and write its index; raises InputUnusable."""
        noted = self.path / f"{number:05}.json"
        if noted.exists():
            return FileSurvey.from_json(noted.read_text())
        self.path.mkdir(parents=True, exist_ok=True)
        found = survey_file(path, selection, max_bytes, left, self._index(number), on_bytes)
        part = noted.with_name(f"{noted.name}.part")
        part.write_text(found.to_json())
        part.rename(noted)
        return found

    def ingest_file(self, number: int, source: Input, path: Path, found: FileSurvey) -> IngestFile:
        """Return a file as the job reads it."""
        return IngestFile(
            name=source.name,
            path=Path(found.unpacked or path),
            index=self._index(number),
            form=RecordFormat(found.form),
            is_packed=found.is_packed,
            dated=datetime.fromtimestamp(int(path.stat().st_mtime), UTC),
        )

    def _index(self, number: int) -> Path:
        return self.path / f"{number:05}.places"
