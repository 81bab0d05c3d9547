"""Repairs a WARC file and its index after a crash, and reports what cannot be repaired."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Final

from tidings.model.crawl.visit import ArchivePlace
from tidings.store.archive.cdxj import Capture, capture_from_line, cdxj_line
from tidings.store.archive.warc_record import (
    Buffer,
    DamagedRecord,
    WarcRecord,
    inflate_member,
    page_in_record,
    parse_record,
)

_MAGIC: Final = b"\x1f\x8b\x08"
# After a power failure, an index line may exist whose record never reached the disk. Such a record
# was not synced yet, and a transaction has fewer than this.
_UNTRUSTED_LINES: Final = 500


@dataclass(frozen=True, slots=True)
class WarcSpan:
    """A section of a WARC file: one record, or damage."""

    start: int
    end: int
    record: WarcRecord | None


@dataclass(frozen=True, slots=True)
class WarcSurvey:
    """The content of a file: the lines its index should have, in file order, and its damage."""

    lines: tuple[bytes, ...]
    damage: tuple[WarcSpan, ...]
    size: int

    @property
    def end(self) -> int:
        """Where the last complete record ends, if only damage follows it."""
        ends_damaged = self.damage and self.damage[-1].end == self.size
        return self.damage[-1].start if ends_damaged else self.size


def index_path_of(warc: Path) -> Path:
    """Return the path of a WARC file's CDXJ index."""
    return warc.with_name(warc.name + ".cdxj")


def read_index(warc: Path) -> bytes:
    """Return a file's index; empty if it is missing."""
    index = index_path_of(warc)
    return index.read_bytes() if index.exists() else b""


@contextmanager
def mapped_file(path: Path, size: int | None = None) -> Iterator[Buffer]:
    """Map the first `size` bytes of a file; a missing file has none.

    If the writer truncates a mapped file, the process dies of SIGBUS: pass a safe `size`.
    """
    file_size = path.stat().st_size if path.exists() else 0
    size = file_size if size is None else min(size, file_size)
    if size == 0:  # cannot be mapped
        yield b""
        return
    with path.open("rb") as file, mmap(file.fileno(), size, access=ACCESS_READ) as data:
        yield data


def repair_warc(warc: Path, newest: bool) -> None:
    """Truncate an incomplete last record of the newest file, and complete the index.

    The index of any other file is sorted as well. Other damage stays as it is.
    """
    index = read_index(warc)
    survey = survey_warc(warc, index)
    if newest and survey.end < survey.size:
        os.truncate(warc, survey.end)
    lines = sorted(survey.lines)
    old_lines = index.splitlines(keepends=True)
    if lines != (sorted(old_lines) if newest else old_lines):
        replace_whole(index_path_of(warc), b"".join(lines))
    if not newest:
        _mark_sealed(warc)


def seal_warc(warc: Path) -> None:
    """Sort the index of a file that no longer grows."""
    lines = read_index(warc).splitlines(keepends=True)
    replace_whole(index_path_of(warc), b"".join(sorted(lines)))
    _mark_sealed(warc)


def is_sealed(warc: Path) -> bool:
    """Return whether the index was sorted and neither file has changed since."""
    index = index_path_of(warc)
    return index.exists() and index.stat().st_mtime_ns == _seal_time(warc)


def _mark_sealed(warc: Path) -> None:
    # Reading every index at every start would take minutes on a large archive; two stats do not.
    time = _seal_time(warc)
    os.utime(index_path_of(warc), ns=(time, time))


def _seal_time(warc: Path) -> int:
    # A second before the last record: an index that is still being written is never that old.
    return warc.stat().st_mtime_ns - 10**9


def replace_whole(path: Path, content: bytes) -> None:
    """Write a file that is never seen incomplete."""
    # There is never an incomplete index, for readers or after a power failure.
    temporary = path.with_name(path.name + ".tmp")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fdatasync(file.fileno())
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise


def survey_warc(
    warc: Path,
    index: bytes = b"",
    size: int | None = None,
    on_span: Callable[[WarcSpan], None] = lambda span: None,
) -> WarcSurvey:
    """Scan a file. Records in the index are trusted without a check, except for the last ones."""
    lines: list[bytes] = []
    damage: list[WarcSpan] = []
    known = _known(index, warc.name)
    trusted = sorted(known)[:-_UNTRUSTED_LINES]
    with mapped_file(warc, size) as data:
        position = 0
        for offset in [*trusted, len(data)]:
            for span in walk_records(data, position, min(offset, len(data))):
                position = span.end
                on_span(span)
                lines += _lines(span, warc.name, known)
                damage += [span] if span.record is None else []
            line, end = known.get(position, (b"", 0))
            if position == offset and end <= len(data) and line:
                lines.append(line)
                position = end
        return WarcSurvey(tuple(lines), tuple(damage), len(data))


def _known(index: bytes, name: str) -> dict[int, tuple[bytes, int]]:
    """Return the lines of an index by offset, with the ends of their records."""
    known: dict[int, tuple[bytes, int]] = {}
    for line in index.splitlines(keepends=True):
        place = _place(line)
        if place and place.file == name and place.offset >= 0 and place.length > 0:
            known[place.offset] = (line, place.offset + place.length)
    return known


def _lines(span: WarcSpan, name: str, known: dict[int, tuple[bytes, int]]) -> list[bytes]:
    if span.record is None or span.record.kind != "response":
        return []
    line, end = known.get(span.start, (b"", 0))
    if end == span.end:
        return [line]
    try:
        page = page_in_record(span.record)
    except DamagedRecord:  # complete, but not written by us; it cannot be found by URL
        return []
    place = ArchivePlace(name, span.start, span.end - span.start)
    digest = span.record.headers.get("warc-payload-digest", "")
    return [cdxj_line(Capture(page.url, page.at, page.status, page.content_type, digest, place))]


def walk_records(data: Buffer, start: int, stop: int) -> Iterator[WarcSpan]:
    """Yield the records and damage between two offsets, in order and without gaps."""
    while start < stop:
        try:
            content, end = inflate_member(data, start)
            record: WarcRecord | None = parse_record(content)
        except DamagedRecord:
            record, end = None, _next_record(data, start + 1, stop)
        yield WarcSpan(start, end, record)
        start = end


def _next_record(data: Buffer, start: int, stop: int) -> int:
    while (start := data.find(_MAGIC, start, stop)) != -1:
        try:
            parse_record(inflate_member(data, start)[0])
        except DamagedRecord:
            start += 1
        else:
            return start
    return stop


def problems_of(
    warc: Path, newest: bool, on_span: Callable[[WarcSpan], None] = lambda span: None
) -> list[str]:
    """Inflate every record of a file, compare it with the index, and return what is wrong.

    `on_span` gets each record, and each damaged part.

    In the newest file, only records in the index are checked: others may be incomplete.
    """
    index = read_index(warc)
    ends = [end for _, end in _known(index, warc.name).values()]
    survey = survey_warc(warc, size=max(ends, default=0) if newest else None, on_span=on_span)
    damaged = [
        f"{warc.name}: bytes {span.start} to {span.end} are damaged" for span in survey.damage
    ]
    return damaged + _index_problems(warc, index, survey.lines, newest)


def _index_problems(warc: Path, index: bytes, real: tuple[bytes, ...], newest: bool) -> list[str]:
    name = index_path_of(warc).name
    if not index:
        return [f"{name}: is missing"] if warc.stat().st_size else []
    lines = index.splitlines(keepends=True)
    places = [_place(line) for line in lines]
    indexed, existing = set(places) - {None}, {_place(line) for line in real}
    problems = {
        f"{name}: {places.count(None)} incomplete": None in places,
        f"{name}: {len(existing - indexed)} missing": bool(existing - indexed),
        f"{name}: {len(indexed - existing)} without a record": bool(indexed - existing),
        f"{name}: not sorted": not newest and lines != sorted(lines),
    }
    return [problem for problem, is_present in problems.items() if is_present]


def _place(line: bytes) -> ArchivePlace | None:
    capture = capture_from_line(line) if line.endswith(b"\n") else None
    return capture.place if capture else None


def sync_folder(folder: Path) -> None:
    """Force the names in a folder to the disk."""
    # Without this, a synced file may have no name after a power failure.
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
