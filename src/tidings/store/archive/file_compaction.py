"""Rewrites a file of the archive without some of its records; the old file stays until told.

The new file has the same serial number and a later time in its name, and appears only once it is
complete. While both exist, scans read the new one.
"""

import os
from collections.abc import Callable, Container
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tidings.model.crawl.visit import ArchivePlace
from tidings.store.archive.cdxj import Capture, cdxj_line
from tidings.store.archive.recovery import index_path_of, seal_warc, sync_folder
from tidings.store.archive.volume_names import serial_of
from tidings.store.archive.volumes import remove_file
from tidings.store.archive.warc_files import (
    SOFTWARE,
    archive_files,
    captures_in,
    members_at,
)
from tidings.store.archive.warc_record import warcinfo

_UNFINISHED = ".compacting"  # the end of a name that no reader looks for


@dataclass(frozen=True, slots=True)
class RewrittenFile:
    """What became of a file: where its records are now, by offset (None: removed)."""

    old: Path
    new: Path | None  # None: no record is left
    places: dict[int, ArchivePlace | None]

    @property
    def removed(self) -> int:
        """The number of records that were left out."""
        return sum(place is None for place in self.places.values())


def rewrite_without(
    warc: Path, unwanted: Callable[[Capture], bool], now: datetime
) -> RewrittenFile:
    """Write a file again without the unwanted records, each other one unchanged."""
    captures = captures_in(warc)
    left = [capture for capture in captures if not unwanted(capture)]
    places: dict[int, ArchivePlace | None] = {each.place.offset: None for each in captures}
    if not left:
        return RewrittenFile(warc, None, places)
    new = _next_name(warc, now)
    lines: list[bytes] = []
    with new.with_name(new.name + _UNFINISHED).open("wb") as file:
        file.write(warcinfo(new.name, now, SOFTWARE))
        for capture, member in members_at(warc, left):
            place = ArchivePlace(new.name, file.tell(), len(member))
            file.write(member)
            places[capture.place.offset] = place
            lines.append(_line(capture, place))
        file.flush()
        os.fsync(file.fileno())
    _publish(new, lines)
    return RewrittenFile(warc, new, places)


def _next_name(warc: Path, now: datetime) -> Path:
    """Return a name with the same serial number that sorts after the old one."""
    digits = warc.name.split("-")[1]
    before = datetime.strptime(digits, "%Y%m%d%H%M%S").replace(tzinfo=UTC)
    later = max(now.astimezone(UTC), before + timedelta(seconds=1))
    return warc.with_name(warc.name.replace(digits, later.strftime("%Y%m%d%H%M%S"), 1))


def _line(capture: Capture, place: ArchivePlace) -> bytes:
    return cdxj_line(
        Capture(
            capture.url, capture.at, capture.status, capture.content_type, capture.digest, place
        )
    )


def _publish(new: Path, lines: list[bytes]) -> None:
    """Let the new file appear, with its index."""
    index = index_path_of(new)
    with index.open("wb") as file:
        file.write(b"".join(sorted(lines)))
        file.flush()
        os.fsync(file.fileno())
    new.with_name(new.name + _UNFINISHED).rename(new)
    seal_warc(new)
    sync_folder(new.parent)


def settle_files(folder: Path, compacted: Container[str]) -> None:
    """Complete or undo what an interrupted compaction left behind.

    `compacted` are the files whose records are already referred to in their new files.
    """
    remove_unfinished(folder)
    current = {serial_of(path.name): path for path in archive_files(folder)}
    for warc in sorted(folder.glob("tidings-*.warc.gz")):
        newer = current.get(serial_of(warc.name), warc)
        if warc.name in compacted:
            remove_file(warc)
        elif newer != warc:
            remove_file(newer)
    for index in folder.glob("tidings-*.warc.gz.cdxj"):
        if not index.with_suffix("").exists():
            index.unlink()


def remove_unfinished(folder: Path) -> None:
    """Remove files that were being written when a compaction was interrupted."""
    for unfinished in folder.glob(f"*{_UNFINISHED}"):
        unfinished.unlink()
