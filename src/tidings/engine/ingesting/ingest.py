"""`tidings ingest`: archives and collections of others become articles of a home.

May be killed at any time: the same call goes on, and nothing is kept twice.
"""

import shutil
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tidings.engine.commands.issuing import execute_waiting
from tidings.engine.estimating.planning import planned
from tidings.engine.estimating.record_estimates import estimates_by_number
from tidings.engine.ingesting.catching_up import OnStep, catch_up
from tidings.engine.ingesting.file_survey import FileSurvey
from tidings.engine.ingesting.ingest_command import arguments_in, command_of
from tidings.engine.ingesting.ingest_job import CHUNK, IngestFile, IngestJob, ReadRecord
from tidings.engine.ingesting.inputs import Input, inputs_of
from tidings.engine.ingesting.job_folder import JobFolder, OnFile
from tidings.engine.ingesting.opened_input import InputUnusable
from tidings.engine.ingesting.record_places import IngestPlace
from tidings.engine.ingesting.record_settling import RecordSettler
from tidings.engine.ingesting.site_book import site_book
from tidings.engine.ingesting.survey import Selection, survey_file
from tidings.engine.jobs.job import Mapped, Part, Progress, Quarantined, Record, key_of
from tidings.engine.knowledge.lesson_log import LessonLog
from tidings.engine.maintenance.reannotate import SecondReading
from tidings.engine.process.home import Home, ensure_home
from tidings.engine.process.home_archive import opened_archive
from tidings.engine.process.home_ownership import owned_database
from tidings.engine.runners.runner_choice import opened_runner
from tidings.settings.tree import Settings
from tidings.store.database.database import Database
from tidings.store.database.session import Writer


@dataclass(frozen=True, slots=True)
class IngestProgress:
    """Who is told how far an ingest is."""

    fetching: OnFile = lambda name, done, total: None
    looking: Progress = lambda done, total: None  # bytes of all files
    reading: Progress = lambda done, total: None  # records
    following: OnStep = lambda step, done, total: None


@dataclass(frozen=True, slots=True)
class IngestResult:
    """What an ingest did, or would do."""

    files: tuple[FileSurvey, ...] = ()
    problems: dict[str, str] = field(default_factory=dict)  # by file: why it was not read
    outcomes: dict[str, int] = field(default_factory=dict)  # of the records that were read now
    quarantined: tuple[Quarantined, ...] = ()
    job: int = 0  # its number in `tidings jobs`; 0: nothing was read
    skipped_parts: int = 0  # finished by an earlier run
    seconds: float = 0.0

    @property
    def records(self) -> int:
        """How many records were to be read."""
        return sum(each.records for each in self.files)


def survey_inputs(
    settings: Settings, names: Sequence[str], selection: Selection, progress: IngestProgress
) -> IngestResult:
    """Return what is in some files, and store nothing but what had to be fetched."""
    began = time.perf_counter()
    survey = _Survey(settings, names, selection, progress)
    for _ in survey.files(is_dry=True):
        pass
    return replace(survey.result(), seconds=round(time.perf_counter() - began, 3))


def ingest(
    settings: Settings, names: Sequence[str], selection: Selection, progress: IngestProgress
) -> IngestResult:
    """Ingest some files; one that cannot be read stops no other. No other process may own the home.

    What an earlier call did that was killed is not done again.
    """
    began = time.perf_counter()
    home = ensure_home(settings)
    with owned_database(home, "ingesting") as database:
        survey = _Survey(settings, names, selection, progress)
        files = tuple(survey.files())
        result = survey.result()
        if files:
            result = _read(home, settings, database, survey, files, progress)
        catch_up(home, settings, database, progress.following, survey.command)
        shutil.rmtree(survey.folder.path, ignore_errors=True)
    return replace(result, seconds=round(time.perf_counter() - began, 3))


def resumed_ingest(
    settings: Settings, number: int, arguments: Mapping[str, Any], on_progress: Progress
) -> IngestResult:
    """Go on with an ingest by the arguments that were kept with its job."""
    return ingest(settings, *arguments_in(arguments), IngestProgress(reading=on_progress))


class _Survey:
    """Looks through the files of an ingest, one after another."""

    def __init__(
        self,
        settings: Settings,
        names: Sequence[str],
        selection: Selection,
        progress: IngestProgress,
    ) -> None:
        self._settings = settings
        self._selection = selection
        self._progress = progress
        self._inputs, self._problems = inputs_of(names)
        self.identity = key_of([each.identity for each in self._inputs], selection)
        self.command = command_of([each.name for each in self._inputs], selection)
        self.folder = JobFolder(settings.home.absolute(), self.identity)
        self._found: list[FileSurvey] = []
        self._left = selection.limit
        self._passed = 0  # bytes of the files before
        self._total = sum(_size(each) for each in self._inputs)

    def files(self, *, is_dry: bool = False) -> Iterator[IngestFile]:
        """Yield the files that can be read, as the job reads them."""
        for number, source in enumerate(self._inputs):
            if self._left == 0:
                return
            try:
                path = self._path(number, source)
                found = self._survey(number, path, is_dry=is_dry)
            except InputUnusable as error:
                self._problems[source.name] = str(error)
                continue
            found.path = source.name
            if found.problem:
                self._problems[source.name] = found.problem
            self._found.append(found)
            self._passed += path.stat().st_size
            if self._left is not None:
                self._left -= found.records
            if not is_dry and found.records:
                yield self.folder.ingest_file(number, source, path, found)

    def _path(self, number: int, source: Input) -> Path:
        if not source.is_address:
            return Path(source.name)
        fetching = self._progress.fetching
        path = self.folder.fetched(number, source.name, self._settings, fetching)
        self._total += path.stat().st_size
        return path

    def _survey(self, number: int, path: Path, *, is_dry: bool) -> FileSurvey:
        limits = (self._selection, self._settings.ingest.max_record_bytes, self._left)
        if is_dry:
            return survey_file(path, *limits, on_bytes=self._on_bytes)
        return self.folder.survey(number, path, *limits, self._on_bytes)

    def _on_bytes(self, done: int) -> None:
        self._progress.looking(self._passed + done, max(self._total, self._passed + done))

    def result(self) -> IngestResult:
        """Return what was found."""
        return IngestResult(tuple(self._found), dict(self._problems))


def _size(source: Input) -> int:
    return 0 if source.is_address else Path(source.name).stat().st_size


def _read(
    home: Home,
    settings: Settings,
    database: Database,
    survey: _Survey,
    files: tuple[IngestFile, ...],
    progress: IngestProgress,
) -> IngestResult:
    """Run the job."""
    setup = SecondReading.of(settings)
    result = survey.result()
    job = IngestJob(
        home=home,
        setup=setup,
        sites=site_book(database.read()),
        files=files,
        identity=survey.identity,
        records=result.records,
        max_record_bytes=settings.ingest.max_record_bytes,
        max_body_bytes=settings.fetch.max_body_bytes,
        plan=estimates_by_number(settings.jobs.part_seconds, CHUNK),
    )
    job = planned(job, database.read(), settings.jobs, CHUNK)

    def on_progress(done: int, total: int) -> None:
        execute_waiting(database, lambda: datetime.now(UTC))  # let nobody wait for this home
        progress.reading(done, total)

    with (
        _opened_output(home, settings, database, setup.knowledge) as output,
        opened_runner(settings, database, command=survey.command) as runner,
    ):
        report = runner.run(job, output, on_progress)
    return replace(
        result,
        outcomes=dict(output.counts.most_common()),
        quarantined=report.quarantined,
        job=report.job,
        skipped_parts=report.skipped,
    )


class IngestOutput:
    """Settles records, and counts what became of them once that is committed."""

    def __init__(self, database: Database, settler: RecordSettler) -> None:
        self._database = database
        self._settler = settler
        self.counts: Counter[str] = Counter()

    def commit(
        self,
        part: Part[IngestPlace],
        mapped: Sequence[Mapped[IngestPlace, list[ReadRecord]]],
        record: Record,
    ) -> None:
        """Write the rows of a part with its record; wait until both are stored."""

        def work(connection: Writer) -> Counter[str]:
            counts = self._settler.write(connection, mapped)
            record(connection)
            return counts

        self.counts += self._database.write(work).result()


@contextmanager
def _opened_output(
    home: Home, settings: Settings, database: Database, knowledge: int
) -> Iterator[IngestOutput]:
    """Open the archive; what a commit refers to is in it before."""
    archive = opened_archive(home, database, settings.store)
    settler = RecordSettler(archive, LessonLog(knowledge))

    def after_batch(is_committed: bool) -> None:
        if not is_committed:
            archive.discard_unsynced()

    hooks = (database.before_commit, database.after_rollback, database.after_batch)
    database.before_commit = archive.sync
    database.after_rollback = settler.forget
    database.after_batch = after_batch
    try:
        yield IngestOutput(database, settler)
    finally:
        database.before_commit, database.after_rollback, database.after_batch = hooks
        archive.close()
