"""The volumes of an archive while they are moved: put, fetched, compared byte by byte."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tidings.store.archive.packed_index import unpacked
from tidings.store.archive.recovery import is_sealed, read_index, seal_warc
from tidings.store.archive.shared_volumes import SharedVolumes
from tidings.store.archive.store_listing import StoreListing
from tidings.store.archive.volume_names import index_key, volume_key
from tidings.store.archive.volumes import archive_files
from tidings.store.files.errors import FileMissing
from tidings.store.files.file_store import FileStore

_PIECE: Final = 8 * 1024 * 1024

OnVolume = Callable[[int], None]  # takes how many more bytes are done


class FilesDiffer(Exception):
    """The files at the two places are not the same; the message names one."""


@dataclass(frozen=True, slots=True)
class MovedVolume:
    """A volume that is the same at both places."""

    name: str
    size: int
    sha256: str


def sealed_files(folder: Path) -> list[Path]:
    """Return the files of an archive that nobody has open; the newest is sealed, too."""
    files = [warc for warc in archive_files(folder) if warc.stat().st_size > 0]
    for warc in files:
        if not is_sealed(warc):
            seal_warc(warc)
    return files


def put_volumes(volumes: SharedVolumes, files: Iterable[Path], on_volume: OnVolume) -> set[str]:
    """Put what the store lacks, and remove what an earlier attempt put there; return the former."""
    files = [*files]
    listing, new = volumes.listing(fresh=True), set()
    _remove_others(volumes.store, listing, {warc.name for warc in files})
    for warc in files:
        there, size = listing.sealed.get(warc.name), warc.stat().st_size
        if there is None or there.size != size or warc.name not in listing.indexes:
            volumes.put(warc)
            new.add(warc.name)
        on_volume(size)
    return new


def _remove_others(store: FileStore, listing: StoreListing, names: set[str]) -> None:
    gone = (listing.sealed.keys() | listing.indexes.keys()) - names
    store.delete(key for name in sorted(gone) for key in (volume_key(name), index_key(name)))


def compared_volumes(
    volumes: SharedVolumes, files: Iterable[Path], new: set[str], on_volume: OnVolume
) -> Iterator[MovedVolume]:
    """Read every volume from the store and compare it; raises FilesDiffer.

    One that an earlier attempt put may have changed since: it is put once more.
    """
    for warc in files:
        try:
            moved = _compared_volume(volumes.store, warc)
        except (FilesDiffer, FileMissing):
            if warc.name in new:
                raise
            volumes.put(warc)
            moved = _compared_volume(volumes.store, warc)
        on_volume(moved.size)
        yield moved


def read_volumes(
    volumes: SharedVolumes, files: Iterable[Path], on_volume: OnVolume
) -> Iterator[MovedVolume]:
    """Do so, and put nothing."""
    for warc in files:
        moved = _compared_volume(volumes.store, warc)
        on_volume(moved.size)
        yield moved


def _compared_volume(store: FileStore, warc: Path) -> MovedVolume:
    """Read a volume and its index from the store and compare them with those of the folder."""
    there = store.find(volume_key(warc.name))
    size = warc.stat().st_size if warc.exists() else 0
    if there is None or there.size != size:
        found = "not there" if there is None else f"{there.size} bytes"
        raise FilesDiffer(f"{warc.name}: {size} bytes in the home, on {store.name}: {found}.")
    digest = _sum_of_folder(warc)
    if digest != _sum_of_store(store, warc.name, size):
        raise FilesDiffer(f"{warc.name}: its bytes on {store.name} are not those in the home.")
    _compare_index(store, warc)
    return MovedVolume(warc.name, size, digest)


def _compare_index(store: FileStore, warc: Path) -> None:
    """Compare the lines of an index; raises FilesDiffer."""
    here = sorted(read_index(warc).splitlines(keepends=True))
    try:
        there = unpacked(store.get(index_key(warc.name)).data).splitlines(keepends=True)
    except FileMissing:
        there = []
    if here != there:
        raise FilesDiffer(f"{warc.name}: its index on {store.name} is not that in the home.")


def fetch_volumes(volumes: SharedVolumes, on_volume: OnVolume) -> list[Path]:
    """Bring all files into the folder; those that are in parts are joined and sealed."""
    listing = volumes.listing(fresh=True)
    files = [volumes.folder / name for name in listing.names()]
    for warc in files:
        with volumes.locked():
            if warc.name in listing.sealed:
                volumes.fetch(warc)
            else:
                volumes.mirror(warc, listing)
                seal_warc(warc)
        on_volume(warc.stat().st_size)
    return files


def checked_volumes(
    volumes: SharedVolumes, files: Iterable[Path], on_volume: OnVolume
) -> Iterator[MovedVolume]:
    """Compare what is in the folder with what was stored; raises FilesDiffer.

    Whole files have a SHA-256 on the store, so that no byte travels twice.
    """
    listing = volumes.listing(fresh=True)
    for warc in files:
        if warc.name in listing.sealed:
            moved = _checked_whole(volumes.store, warc, listing.sealed[warc.name].size)
        else:
            moved = _checked_parts(volumes.store, warc, listing)
        on_volume(moved.size)
        yield moved


def _checked_whole(store: FileStore, warc: Path, size: int) -> MovedVolume:
    digest = _sum_of_folder(warc)
    stored = store.sum_of(volume_key(warc.name)) or _sum_of_store(store, warc.name, size)
    if digest != stored or warc.stat().st_size != size:
        raise FilesDiffer(f"{warc.name}: its bytes in the home are not those on {store.name}.")
    _compare_index(store, warc)
    return MovedVolume(warc.name, size, digest)


def _checked_parts(store: FileStore, warc: Path, listing: StoreListing) -> MovedVolume:
    digest, size = hashlib.sha256(), listing.end_of(warc.name)
    for _, part in sorted(listing.parts[warc.name].items()):
        digest.update(store.get(part.key).data)
    if digest.hexdigest() != _sum_of_folder(warc) or warc.stat().st_size != size:
        raise FilesDiffer(f"{warc.name}: its bytes in the home are not those on {store.name}.")
    return MovedVolume(warc.name, size, digest.hexdigest())


def _sum_of_folder(warc: Path) -> str:
    if not warc.exists():
        raise FilesDiffer(f"{warc.name} is not in {warc.parent}.")
    with warc.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sum_of_store(store: FileStore, name: str, size: int) -> str:
    digest = hashlib.sha256()
    for start in range(0, size, _PIECE):
        digest.update(store.get_range(volume_key(name), start, min(_PIECE, size - start)))
    return digest.hexdigest()
