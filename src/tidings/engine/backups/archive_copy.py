"""Which archive files a backup takes, and how much of the one that grows."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from tidings.engine.backups.backup_folder import BackupFolder
from tidings.store.archive.cdxj import cdxj_line
from tidings.store.archive.recovery import index_path_of
from tidings.store.archive.volume_names import serial_of
from tidings.store.archive.warc_files import archive_files, captures_in


def take_archive(folder: Path, ends: Mapping[str, int], backup: BackupFolder) -> list[str]:
    """Copy what rows refer to; return the files that rows name and that do not exist.

    `ends` says where the last record ends that a row names, for each file. What was written since
    those rows were copied is left out: the newest file that they name is cut there, and later ones
    do not count. Without any row, all records are taken.
    """
    last = _last(folder, ends)
    taken = {warc.name for warc in _whole_files(folder, ends, last) if _shared(warc, backup)}
    if last is not None and (folder / last).exists():
        end = ends.get(last)
        _take_growing(folder / last, end or _end_of_records(folder / last), backup)
        taken.add(last)
    return sorted(ends.keys() - taken)


def archive_size(folder: Path) -> int:
    """Return about how many bytes a backup reads."""
    return sum(path.stat().st_size for path in folder.glob("tidings-*"))


def _last(folder: Path, ends: Mapping[str, int]) -> str | None:
    """Return the newest file of the backup: its home will add records to it."""
    names = [*ends] or [path.name for path in archive_files(folder)]
    return max(names, key=serial_of, default=None)


def _whole_files(folder: Path, ends: Mapping[str, int], last: str | None) -> Iterator[Path]:
    """Yield the files that do not grow; one that is being compacted may be there twice."""
    names = {path.name for path in archive_files(folder)} | set(ends)
    for name in sorted(names):
        if last is not None and serial_of(name) <= serial_of(last) and name != last:
            yield folder / name


def _shared(warc: Path, backup: BackupFolder) -> bool:
    """Add a file and its index; return False if a compaction has removed it meanwhile."""
    try:
        backup.share(warc, f"archive/{warc.name}")
    except FileNotFoundError:
        return False
    index = index_path_of(warc)
    if index.exists():  # else it is made again when the archive is opened
        backup.share(index, f"archive/{index.name}")
    return True


def _take_growing(warc: Path, end: int, backup: BackupFolder) -> None:
    # Never linked: the home goes on writing into this file.
    backup.add(warc, f"archive/{warc.name}", end)
    captures = captures_in(warc)
    lines = [cdxj_line(each) for each in captures if each.place.offset + each.place.length <= end]
    backup.add_content(b"".join(sorted(lines)), f"archive/{index_path_of(warc).name}")


def _end_of_records(warc: Path) -> int:
    places = [capture.place for capture in captures_in(warc)]
    return max((place.offset + place.length for place in places), default=0)
