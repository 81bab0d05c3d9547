"""Looks through a file to be ingested once: where its records are, and what they are.

Where they are is written into the job's folder, so that a job that goes on does not look again.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, Self

from isal import igzip_lib

from tidings.engine.ingesting.file_survey import FileSurvey
from tidings.engine.ingesting.gzip_members import gzip_members
from tidings.engine.ingesting.opened_input import (
    DAMAGED,
    InputCompression,
    InputUnusable,
    kind_of,
    opened_stream,
)
from tidings.engine.ingesting.record_places import PlaceWriter
from tidings.model.articles.ingestion import RecordFormat
from tidings.read.collections.json_lines import json_spans
from tidings.read.collections.record import SkipReason, Span
from tidings.read.collections.trec_web import trec_spans
from tidings.read.collections.warc import span_of_member, warc_spans

_HEAD: Final = 64 * 1024  # bytes of a member that are enough for the header of its record
_LEVEL: Final = 1  # of what is unpacked: read once, and removed

OnBytes = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Selection:
    """Which records are wanted."""

    form: RecordFormat | None = None  # of all files, instead of what their bytes show
    since: datetime | None = None
    until: datetime | None = None
    limit: int | None = None

    def wants(self, at: datetime | None) -> bool:
        """Return whether a record of this time is wanted; one without a time always is."""
        if at is None:
            return True
        return not ((self.since and at < self.since) or (self.until and at > self.until))


@dataclass(frozen=True, slots=True)
class _Sought:
    """What is looked for in a file."""

    selection: Selection
    max_bytes: int
    left: int | None  # records that are still wanted


def survey_file(
    path: Path,
    selection: Selection,
    max_bytes: int,
    left: int | None = None,
    into: Path | None = None,
    on_bytes: OnBytes = lambda done: None,
) -> FileSurvey:
    """Look through a file. With `into`, write its index, and unpack it if that is necessary.

    `left` is how many records are still wanted. Raises InputUnusable if there is nothing to read.
    """
    form, compression = kind_of(path, selection.form)
    survey = FileSurvey(str(path), form, is_packed=compression is not InputCompression.NONE)
    sought = _Sought(selection, max_bytes, left)
    unpacks = compression in (InputCompression.GZIP, InputCompression.ZSTD)
    with _Keeper(into, unpacks=unpacks) as keeper:
        spans = _spans(path, form, compression, max_bytes, contents=keeper.unpacks)
        _note_all(spans, survey, sought, keeper, on_bytes)
        if not survey.records and not survey.skipped:
            raise InputUnusable(survey.problem or "has no records")
        keeper.finish()
    survey.unpacked = str(keeper.records) if keeper.unpacks else ""
    return survey


def _note_all(
    spans: Iterator[Span], survey: FileSurvey, sought: _Sought, keeper: "_Keeper", on_bytes: OnBytes
) -> None:
    try:
        for span in spans:
            on_bytes(span.end)
            wanted = sought.selection.wants(span.at)
            reason = span.skip or (None if wanted else SkipReason.OTHER_TIME)
            if reason is not None:
                survey.note_skipped(span, reason)
                continue
            survey.note(span)
            keeper.add(span)
            if sought.left is not None and survey.records >= sought.left:
                return
    except DAMAGED as error:  # what was found until then counts
        survey.problem = f"is damaged: {error}"


def _spans(
    path: Path, form: RecordFormat, compression: InputCompression, max_bytes: int, *, contents: bool
) -> Iterator[Span]:
    if compression is InputCompression.RECORDS:
        yield from _member_spans(path, max_bytes)
        return
    with opened_stream(path, compression) as stream:
        match form:
            case RecordFormat.WARC:
                yield from warc_spans(stream, max_bytes, contents=contents)
            case RecordFormat.JSONL:
                yield from json_spans(stream, max_bytes, contents=contents)
            case _:
                yield from trec_spans(stream, max_bytes, contents=contents)
        stream.check()


def _member_spans(path: Path, max_bytes: int) -> Iterator[Span]:
    with path.open("rb") as file:
        for each in gzip_members(file, _HEAD):
            if each.problem:
                yield Span(each.start, each.end, skip=SkipReason.BROKEN, detail=each.problem)
            else:
                yield span_of_member(each.head, each.size, each.start, each.end, max_bytes)


class _Keeper:
    """Writes the index of a file, and the records of one that can only be read from its beginning.

    These become gzip members, so that each can be read alone.
    """

    def __init__(self, index: Path | None, *, unpacks: bool) -> None:
        self.records = index.with_suffix(".records") if index and unpacks else None
        self._writer = PlaceWriter(index) if index else None
        self._file = self.records.open("wb") if self.records else None
        self._end = 0
        self._is_finished = False

    @property
    def unpacks(self) -> bool:
        """Whether records are kept."""
        return self._file is not None

    def add(self, span: Span) -> None:
        """Keep where a record is."""
        if self._writer is None:
            return
        if self._file is None:
            self._writer.add(span.start, span.end - span.start)
            return
        data = igzip_lib.compress(span.content, _LEVEL, igzip_lib.COMP_GZIP)
        self._file.write(data)
        self._writer.add(self._end, len(data))
        self._end += len(data)

    def finish(self) -> None:
        """Make everything durable, the index last."""
        if self._file is not None:
            self._file.flush()
            os.fsync(self._file.fileno())
        if self._writer is not None:
            self._writer.finish()
        self._is_finished = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._file is not None:
            self._file.close()
        if self._writer is not None and not self._is_finished:
            self._writer.drop()
