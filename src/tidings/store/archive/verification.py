"""Verifies an archive on a store: everything that is there, against itself and the folder."""

import hashlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tidings.store.archive.garbage import unnamed_objects
from tidings.store.archive.packed_index import unpacked
from tidings.store.archive.record_checks import RecordChecks
from tidings.store.archive.recovery import index_path_of, mapped_file, problems_of, walk_records
from tidings.store.archive.shared_volumes import SharedVolumes
from tidings.store.archive.store_listing import StoreListing
from tidings.store.archive.volume_names import index_key, part_key, volume_key
from tidings.store.archive.volumes import archive_files
from tidings.store.database.errors import StoreDamaged
from tidings.store.files.errors import FileMissing


@dataclass(frozen=True, slots=True)
class VerifiedFile:
    """What was found out about one WARC file."""

    name: str
    number: int  # of `total`, counted from 1
    total: int
    size: int  # on the store
    problems: tuple[str, ...]
    checks: RecordChecks  # its records


@dataclass(frozen=True, slots=True)
class ArchiveRest:
    """What no file of the archive contains: it may be removed."""

    objects: int
    size: int


def verified_files(volumes: SharedVolumes, scratch: Path) -> Iterator[VerifiedFile]:
    """Read every file of an archive from the store, and yield what is wrong with it.

    Each is copied to the folder `scratch`, one at a time: the cache may be what is wrong. A file
    that a compaction removes meanwhile is left out.
    """
    listing = volumes.listing(fresh=True)
    names = listing.names()
    for number, name in enumerate(names, start=1):
        position = (number, len(names))
        file = _verified_file(volumes, listing, scratch, name, position)
        if file.problems:  # it may have been sealed, or compacted, since it was listed
            newer = volumes.listing(fresh=True)
            if name not in newer.names():
                continue
            if newer.objects_of(name) != listing.objects_of(name):
                file = _verified_file(volumes, newer, scratch, name, position)
        yield file


def _verified_file(
    volumes: SharedVolumes,
    listing: StoreListing,
    scratch: Path,
    name: str,
    position: tuple[int, int],
) -> VerifiedFile:
    number, total = position
    checks = RecordChecks(name)
    try:
        size, problems = _verified(volumes, listing, checks, scratch, number == total)
    except (FileMissing, StoreDamaged) as error:
        size, problems = 0, [str(error)]
    return VerifiedFile(name, number, total, size, tuple(problems), checks)


def verified_folder(folder: Path) -> Iterator[VerifiedFile]:
    """Read every file of an archive that is in a folder only, and yield what is wrong with it.

    A file that a compaction removes meanwhile is left out.
    """
    files = archive_files(folder)
    for number, warc in enumerate(files, start=1):
        checks = RecordChecks(warc.name)
        with suppress(FileNotFoundError):
            problems = problems_of(warc, warc == files[-1], checks.look) + checks.problems
            size = warc.stat().st_size
            yield VerifiedFile(warc.name, number, len(files), size, tuple(problems), checks)


def archive_rest(volumes: SharedVolumes) -> ArchiveRest:
    """Return how much is on the store that no file contains."""
    found = [each.file for each in unnamed_objects(volumes.store, None)]
    return ArchiveRest(len(found), sum(file.size for file in found))


def _verified(
    volumes: SharedVolumes,
    listing: StoreListing,
    checks: RecordChecks,
    scratch: Path,
    is_newest: bool,
) -> tuple[int, list[str]]:
    name = checks.name
    copy = scratch / name
    try:
        is_sealed = name in listing.sealed
        (_fetch_sealed if is_sealed else _fetch_parts)(volumes, listing, copy)
        if is_sealed:
            problems = problems_of(copy, newest=is_newest, on_span=checks.look)
        else:
            problems = _damaged_parts(copy, checks)
        problems += checks.problems
        local = volumes.folder / name
        if volumes.is_trusted(local):
            problems += _differences(local, copy, is_sealed)
        return copy.stat().st_size, problems
    finally:
        copy.unlink(missing_ok=True)
        index_path_of(copy).unlink(missing_ok=True)


def _fetch_sealed(volumes: SharedVolumes, listing: StoreListing, copy: Path) -> None:
    volumes.store.download(volume_key(copy.name), copy)
    if copy.stat().st_size != listing.sealed[copy.name].size:
        raise StoreDamaged(f"{copy.name}: the size is not what the store says.")
    index_path_of(copy).write_bytes(unpacked(volumes.store.get(index_key(copy.name)).data))


def _fetch_parts(volumes: SharedVolumes, listing: StoreListing, copy: Path) -> None:
    end = listing.end_of(copy.name)
    with copy.open("wb") as file:
        while file.tell() < end:
            file.write(volumes.store.get(part_key(copy.name, file.tell())).data)


def _damaged_parts(warc: Path, checks: RecordChecks) -> list[str]:
    """Read a file that has no index yet."""
    damaged = []
    with mapped_file(warc) as data:
        for span in walk_records(data, 0, len(data)):
            checks.look(span)
            damaged += [span] if span.record is None else []
    return [f"{warc.name}: bytes {each.start} to {each.end} are damaged" for each in damaged]


def _differences(local: Path, copy: Path, is_sealed: bool) -> list[str]:
    """Compare the file of the folder; while it grows, it may be longer."""
    size = copy.stat().st_size
    if (local.stat().st_size != size) if is_sealed else (local.stat().st_size < size):
        return [f"{local.name}: the copy in the home has another size than the one on the store"]
    if _digest_of(local, size) != _digest_of(copy, size):
        return [f"{local.name}: the copy in the home differs from the one on the store"]
    return []


def _digest_of(path: Path, size: int) -> bytes:
    digest = hashlib.sha256()
    with mapped_file(path, size) as data:
        digest.update(data)
    return digest.digest()
