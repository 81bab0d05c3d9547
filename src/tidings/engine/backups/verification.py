"""`tidings verify`: every record of the archive, and every record that a row names."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tidings.engine.process.home import Home, existing_home
from tidings.engine.process.home_archive import whole_archive
from tidings.engine.process.home_database import opened_database
from tidings.read.url import canonical
from tidings.settings.tree import Settings
from tidings.store.archive.record_checks import RecordPlace
from tidings.store.archive.shared_volumes import SharedVolumes
from tidings.store.archive.verification import (
    ArchiveRest,
    VerifiedFile,
    archive_rest,
    verified_files,
    verified_folder,
)
from tidings.store.archive.warc_files import ArchiveReader
from tidings.store.database.database import Database
from tidings.store.database.session import Reader
from tidings.store.tables.frontier.archived_copies import (
    NamedRecord,
    ends_of_named_files,
    named_records,
)

_FILES_AT_ONCE: Final = 16  # the rows about so many files are read together, and held in memory
_MOST_PROBLEMS: Final = 200  # that are listed; all are counted

OnFile = Callable[[int, int], None]  # files done, and all


@dataclass(slots=True)
class Verification:
    """What was read, and what is wrong."""

    files: int = 0
    records: int = 0
    bytes: int = 0
    urls: int = 0  # whose records were compared
    problem_count: int = 0
    problems: list[str] = field(default_factory=list)
    rest: ArchiveRest | None = None  # on a store: what nothing refers to
    seconds: float = 0.0

    def add(self, problem: str) -> None:
        """Count a problem, and list it if there is room."""
        self.problem_count += 1
        if self.problem_count <= _MOST_PROBLEMS:
            self.problems.append(problem)


def verify(settings: Settings, on_file: OnFile = lambda done, total: None) -> Verification:
    """Read the whole archive of a home, which may be in use; nothing is changed."""
    began = time.monotonic()
    home, found = existing_home(settings), Verification()
    with closing(opened_database(home)) as database:
        # It may read for hours: a store that is away for a moment is waited for.
        archive = whole_archive(home, home.store_settings.patience_seconds)
        with _each_file(archive, home) as files:
            seen = _verify_files(files, archive, database, found, on_file)
        _check_missing(archive, database.read(), seen, found)
        if isinstance(archive.volumes, SharedVolumes):
            found.rest = archive_rest(archive.volumes)
    found.seconds = round(time.monotonic() - began, 3)
    return found


@contextmanager
def _each_file(archive: ArchiveReader, home: Home) -> Iterator[Iterator[VerifiedFile]]:
    """Yield what reads the files, from where they are; copies of a store's files go at the end."""
    if not isinstance(archive.volumes, SharedVolumes):
        yield verified_folder(archive.folder)
        return
    with TemporaryDirectory(prefix="verify-", dir=home.folder) as scratch:
        yield verified_files(archive.volumes, Path(scratch))


def _verify_files(
    files: Iterator[VerifiedFile],
    archive: ArchiveReader,
    database: Database,
    found: Verification,
    on_file: OnFile,
) -> set[str]:
    """Read all files, then what rows say about them; return the names of the files."""
    seen: set[str] = set()
    while group := [*islice(files, _FILES_AT_ONCE)]:
        for file in group:
            found.files += 1
            found.records += file.checks.records
            found.bytes += file.size
            for problem in file.problems:
                found.add(problem)
            seen.add(file.name)
            on_file(file.number, file.total)
        _check_rows(archive, database.read(), group, found)
    return seen


def _check_rows(
    archive: ArchiveReader, connection: Reader, files: Sequence[VerifiedFile], found: Verification
) -> None:
    """Compare what rows name with the records that were found."""
    by_name = {file.name: file for file in files}
    for row in named_records(connection, [*by_name]):
        file = by_name[row.file]
        if row.offset >= file.checks.end and file.number == file.total:
            continue  # written since the file was read
        found.urls += 1
        problem = _problem_of(row, file.checks.places.get(row.offset), archive)
        if problem:
            found.add(f"{row.file}: {row.url} should be at {row.offset}, but {problem}")


def _problem_of(row: NamedRecord, place: RecordPlace | None, archive: ArchiveReader) -> str:
    if place is None:
        return "no record is there"
    if place.end != row.offset + row.length:
        return f"the record there ends at {place.end}"
    if row.url in (place.url, canonical(place.url)) or _is_indexed(row, archive):
        return ""
    return f"the record there is of {place.url}"


def _is_indexed(row: NamedRecord, archive: ArchiveReader) -> bool:
    """Return whether the index has a record under the row's URL, which redirected to another."""
    places = (capture.place for capture in archive.find(row.url))
    return any((each.file, each.offset) == (row.file, row.offset) for each in places)


def _check_missing(
    archive: ArchiveReader, connection: Reader, seen: set[str], found: Verification
) -> None:
    """Find files that rows name and that are not there; one may be new since we began."""
    named = ends_of_named_files(connection).keys()
    missing = named - seen - {path.name for path in archive.files()}
    for name in sorted(missing):
        count = len(named_records(connection, [name]))
        found.add(f"{name}: is missing, and {count} rows name records in it")
