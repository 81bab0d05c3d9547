"""A process that writes to an archive on a store and kills itself at a named point.

Run as `python kill_points.py POINT FOLDER`, with the store's settings in JSON on standard input. It
prints the place of every page whose commit succeeded.
"""

import json
import os
import signal
import sys
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3]))
from tests.store.archive.archive_pages import append, response

from tidings.settings.tree import StoreSettings
from tidings.store.archive.garbage import remove_objects, unnamed_objects
from tidings.store.archive.shared_archive import SharedArchive
from tidings.store.files.file_store import FileStore
from tidings.store.files.store_opening import open_store

POINTS = (
    "before a part", "after a part", "before an index", "after an index", "after a whole file",
    "while parts are removed", "after parts were removed", "after the take-over", "between commits",
    "while garbage is removed",
)  # fmt: skip
FIRST_KILLABLE = 12  # pages; before, everything succeeds


class KillingStore:
    """Passes calls on to a store; the process dies at the point."""

    def __init__(self, store: FileStore, point: str) -> None:
        self._store = store
        self._point = point
        self.is_armed = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def _at(self, point: str, key: str, kind: str) -> None:
        if self.is_armed and point == self._point and kind in key:
            os.kill(os.getpid(), signal.SIGKILL)

    def put_new(self, key: str, data: bytes) -> str:
        self._at("before a part", key, ".parts/")
        etag = self._store.put_new(key, data)
        self._at("after a part", key, ".parts/")
        return etag

    def replace(self, key: str, data: bytes, etag: str) -> str:
        etag = self._store.replace(key, data, etag)
        self._at("after the take-over", key, "writer.json")
        return etag

    def put(self, key: str, data: bytes) -> str:
        self._at("before an index", key, ".cdxj")
        etag = self._store.put(key, data)
        self._at("after an index", key, ".cdxj")
        return etag

    def upload(self, path: Path, key: str) -> str:
        etag = self._store.upload(path, key)
        self._at("after a whole file", key, ".warc.gz")
        return etag

    def delete(self, keys: Iterable[str]) -> None:
        first, *rest = [*keys] or [""]
        self._store.delete([first] if first else [])
        self._at("while parts are removed", first, ".parts/")
        self._at("while garbage is removed", first, "archive/a")
        self._store.delete(rest)
        self._at("after parts were removed", first, ".parts/")


def main(point: str, folder: Path, settings: dict[str, Any]) -> None:
    store = KillingStore(open_store(StoreSettings(**settings)), point)
    store.is_armed = point == "after the take-over"
    archive = SharedArchive(folder, store, 4000, cache_bytes=10**9)
    start = int(sys.stdin.readline())
    for number in range(start, start + 200):
        store.is_armed |= number == start + FIRST_KILLABLE
        place = append(archive, response(number))
        archive.sync()
        # In one call: another thread may kill the process at any moment.
        os.write(1, f"{number} {place.file} {place.offset} {place.length}\n".encode())
        if point == "between commits" and store.is_armed:
            os.kill(os.getpid(), signal.SIGKILL)
        if store.is_armed and "part" not in point:
            archive.wait_for_sealing()
        if point == "while garbage is removed" and store.is_armed:
            for name in ("a", "b"):
                store.put(f"archive/{name}", b"of a program that is gone")
            remove_objects(store, unnamed_objects(store, None, min_age=-timedelta(days=1)))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), json.loads(sys.stdin.readline()))
