"""The job of an ingest: parts are records of its files, read in workers."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Final

from tidings.engine.estimating.cutting import cut
from tidings.engine.estimating.record_estimates import RecordEstimates
from tidings.engine.ingesting.gzip_members import inflated_member
from tidings.engine.ingesting.record_places import IngestPlace, places_in
from tidings.engine.ingesting.record_reading import IngestedPage, RecordReader, text_sum
from tidings.engine.ingesting.site_book import SiteBook
from tidings.engine.jobs.job import Attributes, EachItem, MapItems, Part
from tidings.engine.maintenance.reannotate import SecondReading
from tidings.engine.process.home import Home
from tidings.engine.process.home_database import opened_database
from tidings.model.articles.ingestion import IngestOutcome, RecordFormat
from tidings.read.collections.json_lines import parse_json_line
from tidings.read.collections.record import (
    NoRecord,
    PageRecord,
    ParsedRecord,
    SkipReason,
    TextRecord,
)
from tidings.read.collections.trec_text import parse_trec_text
from tidings.read.collections.trec_web import parse_trec_web
from tidings.read.collections.warc import parse_warc_record
from tidings.read.url import canonical, host_of, url_id
from tidings.store.archive.warc_record import payload_sum
from tidings.store.database.session import Reader
from tidings.store.tables.frontier.urls import url_record

CHUNK: Final = 50  # records in a part, as long as nothing is known about how long they take
_PART_BYTES: Final = 4 * 1024 * 1024  # of records, as they are stored
_OPEN_FILES: Final = 16

ReadRecord = IngestedPage | NoRecord | IngestOutcome


@dataclass(frozen=True, slots=True)
class IngestFile:
    """A file whose records are read, and where its index is."""

    name: str  # as the user named it
    path: Path  # the file that is read
    index: Path
    form: RecordFormat
    is_packed: bool  # each record is a member of a gzip file
    dated: datetime  # the time of the file, for records without one


@dataclass(frozen=True, slots=True)
class IngestJob:
    """Reads the records of some files."""

    home: Home
    setup: SecondReading
    sites: SiteBook
    files: tuple[IngestFile, ...]
    identity: str  # of the files, and of what is wanted of them
    records: int
    max_record_bytes: int
    max_body_bytes: int
    plan: RecordEstimates

    @property
    def name(self) -> str:
        """The name that people see."""
        return "ingest"

    @property
    def key(self) -> str:
        """Other files or options make another job."""
        return self.identity

    def count(self, connection: Reader) -> int:
        """Return the number of records."""
        return self.records

    def split(self, connection: Reader) -> Iterator[Part[IngestPlace]]:
        """Yield parts of neighbouring records, some megabytes at most."""
        for number, file in enumerate(self.files):
            for some in cut(places_in(file.index, number), self.attributes, self.plan):
                for part in _limited(some.items):
                    estimated = some.estimated if len(part) == len(some.items) else None
                    yield Part(f"{number:05} {part[0].offset:012}", part, estimated=estimated)

    def attributes(self, item: IngestPlace) -> Attributes:
        """Return what may tell how long a record takes: its size, its format, its file."""
        file = self.files[item.file]
        return {"size": float(item.length), "format": file.form.value, "file": file.name}

    def start(self, opened: ExitStack) -> MapItems[IngestPlace, list[ReadRecord]]:
        """Load the models, and open what is known."""
        missing = next((each for each in self.files if not each.path.exists()), None)
        if missing is not None:
            raise FileNotFoundError(
                f"{missing.path} is not on this machine: the nodes of a cluster need the files of "
                "an ingest under the same paths, such as on a shared disk"
            )
        database = opened.enter_context(closing(opened_database(self.home)))
        reader = RecordReader(self.setup.worker.crawl, self.sites, self.setup.annotator())
        files = _OpenFiles(self.files)
        opened.callback(files.close)

        def read(place: IngestPlace) -> ReadRecord:
            record = self._record(place, files)
            known = _known(database.read(), record)
            return known or reader.read(record, self.files[place.file].dated)

        return EachItem(read)

    def _record(self, place: IngestPlace, files: "_OpenFiles") -> ParsedRecord:
        file = self.files[place.file]
        data = files.read(place)
        content = inflated_member(data, self.max_record_bytes) if file.is_packed else data
        if content is None:
            return NoRecord(SkipReason.BROKEN, self.name_of(place))
        collection = Path(file.name).name.partition(".")[0]
        match file.form:
            case RecordFormat.WARC:
                return parse_warc_record(content, self.max_body_bytes)
            case RecordFormat.TREC_WEB:
                return parse_trec_web(content, self.max_body_bytes)
            case RecordFormat.TREC_TEXT:
                return parse_trec_text(content, collection)
            case RecordFormat.JSONL:
                return parse_json_line(content, collection, self.max_body_bytes)

    def name_of(self, item: IngestPlace) -> str:
        """Return where a record is."""
        file = self.files[item.file]
        inside = " of what was unpacked" if str(file.path) != file.name else ""
        return f"{file.name} at byte {item.offset}{inside}"


def _known(connection: Reader, record: ParsedRecord) -> IngestOutcome | None:
    """Return that a record is known byte by byte, or by a newer one: then it need not be read."""
    if isinstance(record, NoRecord) or (url := canonical(record.url)) is None:
        return None
    known = url_record(connection, host_of(url), url_id(url))
    if known is None or known.visited_at is None:
        return None
    if known.state.body_hash == _sum(record):
        return IngestOutcome.KNOWN
    is_older = record.at is not None and record.at <= known.visited_at
    return IngestOutcome.OLDER if is_older else None


def _sum(record: PageRecord | TextRecord) -> bytes:
    return payload_sum(record.body) if isinstance(record, PageRecord) else text_sum(record)


def _limited(places: Sequence[IngestPlace]) -> Iterator[tuple[IngestPlace, ...]]:
    """Yield neighbouring records that together are no more than a part may hold in memory."""
    part: list[IngestPlace] = []
    size = 0
    for place in places:
        if part and size + place.length > _PART_BYTES:
            yield tuple(part)
            part, size = [], 0
        part.append(place)
        size += place.length
    yield tuple(part)


class _OpenFiles:
    """The files of a job that were read last; it holds some of them open."""

    def __init__(self, files: tuple[IngestFile, ...]) -> None:
        self._files = files
        self._open: dict[int, BinaryIO] = {}

    def read(self, place: IngestPlace) -> bytes:
        """Return the bytes of a record."""
        file = self._open.pop(place.file, None) or self._files[place.file].path.open("rb")
        self._open[place.file] = file  # the last one
        if len(self._open) > _OPEN_FILES:
            self._open.pop(next(iter(self._open))).close()
        file.seek(place.offset)
        return file.read(place.length)

    def close(self) -> None:
        """Close them all."""
        for file in self._open.values():
            file.close()
        self._open.clear()
