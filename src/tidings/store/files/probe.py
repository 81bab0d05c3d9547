"""Tries a store of files: whether it is there, and keeps the promises that we rely on.

One small file is written under `probe/`, and removed.
"""

import secrets
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from tidings.store.database.errors import StoreError
from tidings.store.files.errors import FileChanged, FileExists
from tidings.store.files.file_store import FileStore

FOLDER: Final = "probe"
# Requests are signed with the time; servers refuse those that are 15 minutes off. And garbage is
# told by the age that the store says.
_SKEW: Final = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class StoreProbe:
    """What was found: what is wrong, and what is worth a look."""

    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def probed(
    store: FileStore, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
) -> StoreProbe:
    """Write, list, read, replace and delete a file, as the archive does."""
    key = f"{FOLDER}/{secrets.token_hex(8)}"
    try:
        return StoreProbe(tuple(_broken_promises(store, key)), tuple(_skew(store, key, clock)))
    except StoreError as error:
        return StoreProbe((str(error),))
    finally:
        with suppress(StoreError):
            store.delete([key])


def _broken_promises(store: FileStore, key: str) -> Iterator[str]:
    etag = store.put_new(key, b"first")
    with suppress(FileExists):
        store.put_new(key, b"second")
        yield (
            f"{store.name} replaces a file although it was told not to (If-None-Match): two "
            "writers would overwrite each other. Use a server that honours it."
        )
    with suppress(FileChanged):
        store.replace(key, b"third", '"0123456789abcdef0123456789abcdef"')
        yield (
            f"{store.name} replaces a file that somebody else has changed (If-Match): a former "
            "writer would not be stopped. Use a server that honours it."
        )
        etag = store.get(key).etag
    store.replace(key, b"fourth", etag)
    if store.get(key).data != b"fourth":
        yield f"{store.name} gives back another content than it was given."
    if key not in {file.key for file in store.list(FOLDER)}:
        yield f"{store.name} does not list a file that it has."


def _skew(store: FileStore, key: str, clock: Callable[[], datetime]) -> Iterator[str]:
    """Yield how far apart the clocks are, if far; and delete the file."""
    there = store.find(key)
    if there is not None:
        apart = clock() - there.modified
        if abs(apart) > _SKEW:
            how = "behind" if apart > timedelta() else "ahead of"
            seconds = abs(apart).total_seconds()
            yield f"the clock of {store.name} is {seconds:.0f} seconds {how} ours: set both."
    store.delete([key])
    if store.find(key) is not None:
        yield f"{store.name} still has a file that was deleted; versions may be what it shows."
