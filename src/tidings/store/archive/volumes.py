"""Where the files of an archive are: in a folder, or on a store of which the folder is a cache."""

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from tidings.model.crawl.visit import ArchivePlace
from tidings.store.archive.recovery import index_path_of, sync_folder
from tidings.store.archive.volume_names import current_names, is_volume


class Volumes(Protocol):
    """The files of an archive for reading. Paths name files that may still have to be fetched."""

    def files(self) -> list[Path]:
        """Return the WARC files, oldest first; if one is being compacted, the new one."""

    def member(self, place: ArchivePlace) -> bytes:
        """Return the bytes at a place, or raise FileNotFoundError."""

    def fetch_index(self, warc: Path) -> None:
        """Make sure that a file's index is in the folder."""

    def fetch(self, warc: Path) -> None:
        """Make sure that a file and its index are in the folder."""

    def publish(self, warc: Path) -> None:
        """Let everybody have a complete file of the folder."""

    def remove(self, warc: Path) -> None:
        """Remove a file that nothing refers to any more, with its index."""


class LocalVolumes:
    """The files of an archive that is in a folder only: there is nothing to fetch."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def files(self) -> list[Path]:
        """Return the WARC files, oldest first; if one is being compacted, the new one."""
        return archive_files(self._folder)

    def member(self, place: ArchivePlace) -> bytes:
        """Return the bytes at a place, or raise FileNotFoundError."""
        return bytes_at(self._folder / place.file, place)

    def fetch_index(self, warc: Path) -> None:
        """Do nothing."""

    def fetch(self, warc: Path) -> None:
        """Do nothing."""

    def publish(self, warc: Path) -> None:
        """Do nothing."""

    def remove(self, warc: Path) -> None:
        """Remove a file that nothing refers to any more, with its index."""
        remove_file(warc)


def remove_file(warc: Path) -> None:
    """Remove a file with its index; the index last, which nobody looks for alone."""
    warc.unlink(missing_ok=True)
    index_path_of(warc).unlink(missing_ok=True)
    sync_folder(warc.parent)


def archive_files(folder: Path) -> list[Path]:
    """Return the WARC files of a folder, oldest first; if one is being compacted, the new one."""
    return [folder / name for name in current_names(volume_names(folder))]


def volume_names(folder: Path) -> Iterable[str]:
    """Return the names of all WARC files of a folder."""
    return [path.name for path in folder.glob("tidings-*.warc.gz") if is_volume(path.name)]


def bytes_at(warc: Path, place: ArchivePlace) -> bytes:
    """Return the bytes at a place in a file; fewer if the file ends before."""
    with warc.open("rb") as file:
        file.seek(place.offset)
        return file.read(place.length)
