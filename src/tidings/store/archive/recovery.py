"""Mending a WARC file and its index after a crash, and telling what cannot be mended."""

import os
from collections.abc import Iterator
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
# A power cut may leave an index line whose record never reached the disk. That can only be one that
# was not yet synced, and a transaction holds fewer than this.
_DOUBTED_LINES: Final = 500


@dataclass(frozen=True, slots=True)
class WarcSpan:
    """A stretch of a WARC file: one record, or damage."""

    start: int
    end: int
    record: WarcRecord | None


@dataclass(frozen=True, slots=True)
class WarcSurvey:
    """What a file holds: the lines its index should have, in file order, and its damage."""

    lines: tuple[bytes, ...]
    damage: tuple[WarcSpan, ...]
    size: int

    @property
    def end(self) -> int:
        """Where the last whole record ends, if nothing but damage follows it."""
        torn = self.damage and self.damage[-1].end == self.size
        return self.damage[-1].start if torn else self.size


def index_path_of(warc: Path) -> Path:
    """Return the path of the CDXJ file beside a WARC file."""
    return warc.with_name(warc.name + ".cdxj")


def read_index(warc: Path) -> bytes:
    """Return the lines of a file's index, none if it is missing."""
    index = index_path_of(warc)
    return index.read_bytes() if index.exists() else b""


@contextmanager
def mapped_file(path: Path, size: int | None = None) -> Iterator[Buffer]:
    """Give the first `size` bytes of a file without reading them all; a missing file has none.

    Whoever maps a file that its writer may cut shorter dies of SIGBUS: know your `size`.
    """
    there = path.stat().st_size if path.exists() else 0
    size = there if size is None else min(size, there)
    if size == 0:  # which cannot be mapped
        yield b""
        return
    with path.open("rb") as file, mmap(file.fileno(), size, access=ACCESS_READ) as data:
        yield data


def repair_warc(warc: Path, newest: bool) -> None:
    """Cut a torn last record off the newest file, and make the index complete.

    The index of any other file is sorted as well. Damage elsewhere stays as it is.
    """
    index = read_index(warc)
    survey = survey_warc(warc, index)
    if newest and survey.end < survey.size:
        os.truncate(warc, survey.end)
    lines = sorted(survey.lines)
    there = index.splitlines(keepends=True)
    if lines != (sorted(there) if newest else there):
        _replace(index_path_of(warc), b"".join(lines))
    if not newest:
        _stamp(warc)


def seal_warc(warc: Path) -> None:
    """Sort the index of a file that will not grow any more."""
    lines = read_index(warc).splitlines(keepends=True)
    _replace(index_path_of(warc), b"".join(sorted(lines)))
    _stamp(warc)


def is_sealed(warc: Path) -> bool:
    """Tell whether the index was sorted and neither file has changed since."""
    index = index_path_of(warc)
    return index.exists() and index.stat().st_mtime_ns == _seal_time(warc)


def _stamp(warc: Path) -> None:
    # Reading every index at every start would take minutes on a large archive; two stats do not.
    moment = _seal_time(warc)
    os.utime(index_path_of(warc), ns=(moment, moment))


def _seal_time(warc: Path) -> int:
    # A second before the last record: no index that is still written to can be that old.
    return warc.stat().st_mtime_ns - 10**9


def _replace(path: Path, content: bytes) -> None:
    # At no moment is there half an index, neither for readers nor after a power cut.
    draft = path.with_name(path.name + ".tmp")
    try:
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fdatasync(file.fileno())
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise


def survey_warc(warc: Path, index: bytes = b"", size: int | None = None) -> WarcSurvey:
    """Look through a file. Records that the index knows are believed, except for the last ones."""
    lines: list[bytes] = []
    damage: list[WarcSpan] = []
    known = _known(index, warc.name)
    believed = sorted(known)[:-_DOUBTED_LINES]
    with mapped_file(warc, size) as data:
        position = 0
        for offset in [*believed, len(data)]:
            for span in walk_records(data, position, min(offset, len(data))):
                position = span.end
                lines += _lines(span, warc.name, known)
                damage += [span] if span.record is None else []
            line, end = known.get(position, (b"", 0))
            if position == offset and end <= len(data) and line:
                lines.append(line)
                position = end
        return WarcSurvey(tuple(lines), tuple(damage), len(data))


def _known(index: bytes, name: str) -> dict[int, tuple[bytes, int]]:
    """Return by offset the lines of an index, with the ends of their records."""
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
    except DamagedRecord:  # whole, but not written by us; it cannot be found by its address
        return []
    place = ArchivePlace(name, span.start, span.end - span.start)
    digest = span.record.headers.get("warc-payload-digest", "")
    return [cdxj_line(Capture(page.url, page.at, page.status, page.content_type, digest, place))]


def walk_records(data: Buffer, start: int, stop: int) -> Iterator[WarcSpan]:
    """Yield what lies between two places of a file, in order and without gaps."""
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


def problems_of(warc: Path, newest: bool) -> list[str]:
    """Inflate every record of a file, compare with its index, and say what is wrong.

    Of the newest file only what its index knows is looked at: the rest may be in the making.
    """
    index = read_index(warc)
    ends = [end for _, end in _known(index, warc.name).values()]
    survey = survey_warc(warc, size=max(ends, default=0) if newest else None)
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
    found, there = set(places) - {None}, {_place(line) for line in real}
    problems = {
        f"{name}: {places.count(None)} torn": None in places,
        f"{name}: {len(there - found)} missing": bool(there - found),
        f"{name}: {len(found - there)} without a record": bool(found - there),
        f"{name}: not sorted": not newest and lines != sorted(lines),
    }
    return [problem for problem, holds in problems.items() if holds]


def _place(line: bytes) -> ArchivePlace | None:
    capture = capture_from_line(line) if line.endswith(b"\n") else None
    return capture.place if capture else None
