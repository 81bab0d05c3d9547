"""Fetches the index from the store, into a generation that becomes current when it is whole."""

import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from tidings.engine.mirroring.packed_file import PackedFileBroken, sum_of, unpack
from tidings.engine.mirroring.stored_index import (
    IndexFile,
    StoredIndex,
    StoredIndexBroken,
    found_index,
    report_key,
    unpacked,
)
from tidings.events.logged_event import emit
from tidings.events.work_events import (
    IndexFetchBegan,
    IndexFetched,
    IndexFetchFailed,
    IndexFetching,
)
from tidings.search.index.adopted_commit import (
    adopt,
    current_cursor,
    current_folder,
    is_unwritten,
    origin_of,
)
from tidings.search.index.current_generation import building, is_written
from tidings.search.index.errors import IndexBusy, IndexUnusable
from tidings.search.index.held_commit import is_readable
from tidings.settings.tree import SearchSettings
from tidings.store.database.errors import StoreAway, StoreError
from tidings.store.database.patience import ServerPatience
from tidings.store.files.errors import FileDamaged, FileMissing
from tidings.store.files.file_store import FileStore

_ARRIVING: Final = ".arriving"  # beside the generations; what is whole there outlives a kill
_PARALLEL: Final = 4
_ATTEMPTS: Final = 3  # if the owner replaces what is being fetched
_REPORT_SECONDS: Final = 5.0


class FetchStopped(Exception):
    """Nobody needs the index any more."""


def restore_index(
    files: FileStore,
    folder: Path,
    settings: SearchSettings,
    patience: ServerPatience | None = None,
) -> None:
    """Fetch the store's index if it is ahead of the one in the folder; nothing raises here.

    Where there is none, a store that is away is waited for: to build one takes much longer.
    """
    try:
        while not _is_fetched(files, folder, settings, patience):
            pass
    except IndexBusy:
        pass  # another process fetches it, or builds one
    except (StoreError, StoredIndexBroken, IndexUnusable, OSError) as error:
        emit(IndexFetchFailed(str(error)))


def _is_fetched(
    files: FileStore, folder: Path, settings: SearchSettings, patience: ServerPatience | None
) -> bool:
    """Fetch it; return False if another attempt should be made."""
    try:
        fetch_newer(files, folder, settings)
    except StoreAway as error:
        if patience is None or current_folder(folder) is not None or not patience.wait(error):
            raise
        return False
    if patience is not None:
        patience.end()
    return True


def fetch_newer(
    files: FileStore,
    folder: Path,
    settings: SearchSettings,
    may_go_on: Callable[[], bool] = lambda: True,
) -> None:
    """Fetch the store's index if it is ahead of this one, or if this one is a copy of another.

    Raises IndexBusy, IndexUnusable, StoredIndexBroken and StoreError, and then nothing has changed.
    """
    with building(folder):
        for attempt in range(_ATTEMPTS):
            found = found_index(files)
            if found is None or is_written(folder) or not _is_wanted(found.index, folder, settings):
                return
            try:
                _fetch(files, folder, settings, found.index, may_go_on)
                return
            except FileMissing:
                if attempt == _ATTEMPTS - 1:
                    raise


def _is_wanted(stored: StoredIndex, folder: Path, settings: SearchSettings) -> bool:
    """Return whether the store's index is better than the one in the folder."""
    if not stored.files or not is_readable(stored.notes):
        return False
    cursor, origin = current_cursor(folder, settings), _origin(folder)
    if cursor is None or stored.cursor > cursor:
        return True
    # A copy follows the store also where that went back, because the database was restored.
    is_copy = origin is not None and is_unwritten(folder, origin.cursor)
    return is_copy and origin is not None and origin.files != stored.files


def _fetch(
    files: FileStore,
    folder: Path,
    settings: SearchSettings,
    stored: StoredIndex,
    may_go_on: Callable[[], bool],
) -> None:
    began = time.monotonic()
    arriving = folder / _ARRIVING
    arriving.mkdir(exist_ok=True)
    sources = _here(stored, folder)
    missing = [file for file in stored.files if file.name not in sources]
    size = sum(file.stored_size for file in missing)
    emit(IndexFetchBegan(stored.cursor, len(missing), size))
    for file in _fetched(files, missing, arriving, size, may_go_on):
        sources[file.name] = _arrived(file, arriving)
    adopt(folder, settings, sources, stored.notes, stored.packed().decode())
    shutil.rmtree(arriving, ignore_errors=True)
    emit(IndexFetched(stored.cursor, size, round(time.monotonic() - began, 3)))


def _here(stored: StoredIndex, folder: Path) -> dict[str, Path]:
    """Return which files need not be fetched, and where they are."""
    generation, origin = current_folder(folder), _origin(folder)
    known = {} if origin is None else {file.name: file for file in origin.files}
    here = {}
    for file in stored.files:
        arrived = _arrived(file, folder / _ARRIVING)
        if generation is not None and _is_there(file, generation / file.name, known):
            here[file.name] = generation / file.name
        elif _is_there(file, arrived, {}):
            here[file.name] = arrived
    return here


def _is_there(file: IndexFile, path: Path, known: Mapping[str, IndexFile]) -> bool:
    try:
        if path.stat().st_size != file.size:
            return False
        return known.get(file.name) == file or sum_of(path) == file.sha256
    except FileNotFoundError:
        return False


def _fetched(
    files: FileStore,
    missing: Iterable[IndexFile],
    arriving: Path,
    size: int,
    may_go_on: Callable[[], bool],
) -> Iterator[IndexFile]:
    """Yield each file when it is here."""

    def fetch(file: IndexFile) -> IndexFile:
        path = _arrived(file, arriving)
        if not may_go_on():
            raise FetchStopped
        _fetch_file(files, file, path)
        return file

    done, reported = 0, time.monotonic()
    with _workers() as workers:
        for future in as_completed([workers.submit(fetch, file) for file in missing]):
            file = future.result()
            done += file.stored_size
            if time.monotonic() - reported > _REPORT_SECONDS:
                reported = time.monotonic()
                emit(IndexFetching(done, size))
            yield file


def _fetch_file(files: FileStore, file: IndexFile, path: Path) -> None:
    packed = path.with_name(file.key.rpartition("/")[2])
    try:
        files.download(file.key, packed)
        unpack(packed, path, file.size, file.sha256)
    except FileDamaged:
        _report(files, file)
        raise
    except PackedFileBroken as error:
        _report(files, file)
        raise FileDamaged(
            f"{files.name}/{file.key} is not what index/current.json names: {error}."
        ) from error
    finally:
        packed.unlink(missing_ok=True)


def _report(files: FileStore, file: IndexFile) -> None:
    """Let the owner send a file again; a reader whose keys may not write cannot."""
    with suppress(StoreError):
        files.put(report_key(file.key), b"")


@contextmanager
def _workers() -> Iterator[ThreadPoolExecutor]:
    """Yield threads; after a failure, what they have not begun is dropped."""
    workers = ThreadPoolExecutor(_PARALLEL, thread_name_prefix="index fetching")
    try:
        yield workers
    finally:
        workers.shutdown(cancel_futures=True)


def _arrived(file: IndexFile, arriving: Path) -> Path:
    return arriving / file.sha256


def _origin(folder: Path) -> StoredIndex | None:
    """Return what the current generation was a copy of when it came here."""
    text = origin_of(folder)
    try:
        return None if text is None else unpacked(text)
    except StoredIndexBroken:
        return None
