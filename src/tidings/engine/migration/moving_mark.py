"""Whose files arrive on a store: `moving.json`, which is there and in the home until all are."""

import json
import os
import socket
from pathlib import Path
from typing import Final
from uuid import uuid4

from tidings.engine.process.home import Home, HomeUnusable
from tidings.store.archive.recovery import replace_whole
from tidings.store.files.errors import FileExists, FileMissing
from tidings.store.files.file_store import FileStore

KEY: Final = "moving.json"


def claim(home: Home, store: FileStore) -> None:
    """Make an empty store ours, or go on with what is ours; raises HomeUnusable."""
    keys = {file.key for file in store.list()}
    if keys and KEY not in keys:
        raise HomeUnusable(
            f"{store.name} is not empty (there is {min(keys)}): choose another prefix, or remove "
            "what is there."
        )
    try:
        if not keys:
            store.put_new(KEY, _mark(home))
            return
    except FileExists:
        pass
    if not is_ours(home, store):
        whose = _field(store, "from")
        raise HomeUnusable(f"Another home is being moved to {store.name} ({whose}).")


def is_ours(home: Home, store: FileStore) -> bool:
    """Return whether an unfinished move to this store is that of this home."""
    try:
        return _field(store, "home") == str(json.loads(_path(home).read_bytes())["home"])
    except (FileMissing, FileNotFoundError):
        return False


def forget_claim(home: Home, store: FileStore) -> None:
    """The files are in use: nobody has to know any more that they were moved."""
    if is_ours(home, store):
        store.delete([KEY])
    _path(home).unlink(missing_ok=True)


def _mark(home: Home) -> bytes:
    """Return what says who we are; it is in the home before it is on the store."""
    try:
        return _path(home).read_bytes()
    except FileNotFoundError:
        where = f"{home.folder.resolve()} on {socket.gethostname()}"
        mark = json.dumps({"home": uuid4().hex, "from": where, "process": os.getpid()}).encode()
        replace_whole(_path(home), mark)
        return mark


def _field(store: FileStore, name: str) -> str:
    return str(json.loads(store.get(KEY).data)[name])


def _path(home: Home) -> Path:
    return home.folder / KEY
