"""A job as it is sent to another node, where the home may be in another folder."""

import io
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from tidings.engine.jobs.job_files import HomeJobFiles
from tidings.engine.process.home import Home, HomeUnusable
from tidings.store.database.errors import StoreError, StoreUnusable

_HOME: Final = "home"
_MARK: Final = "mark"  # a file of the job: whoever can read it has the home of the driver


class WrongHome(Exception):
    """A node cannot open the home of the driver; the message says what to do."""


class _Pickler(pickle.Pickler):
    """Leaves out the home: whoever reads this puts in their own."""

    def persistent_id(self, thing: object) -> str | None:
        return _HOME if isinstance(thing, Home) else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, data: bytes, home: Home) -> None:
        super().__init__(io.BytesIO(data))
        self._home = home

    def persistent_load(self, name: str) -> Home:
        return self._home


def packed_job(job: object) -> bytes:
    """Return a job without its home."""
    buffer = io.BytesIO()
    _Pickler(buffer, protocol=5).dump(job)
    return buffer.getvalue()


def unpacked_job(data: bytes, home: Home) -> Any:
    """Return a job with this home."""
    return _Unpickler(data, home).load()


def put_mark(files: HomeJobFiles, mark: str) -> None:
    """Leave something in the files of a job by which other nodes know the home."""
    files.delete(_MARK)
    files.put_new(_MARK, [mark.encode()])


def found_home(sent: Home, own_folder: str, number: int, mark: str) -> Home:
    """Return the home as this node sees it: in its own folder, or in that of the driver.

    Raises WrongHome if neither has the mark of the job: nothing may be read from another home.
    """
    folders = dict.fromkeys(Path(each) for each in (own_folder, str(sent.folder)) if each)
    reasons = []
    for folder in folders:
        home = replace(sent, folder=folder)
        try:
            if HomeJobFiles(home, number).read(_MARK) == mark.encode():
                home.folder.mkdir(parents=True, exist_ok=True)
                return home
            reasons.append(f"{folder} is another home")
        except (HomeUnusable, StoreError, StoreUnusable, OSError) as error:
            reasons.append(f"{folder}: {error}")
    raise WrongHome(
        f"This node cannot open the home of the job ({'; '.join(reasons)}). Nodes of other "
        "machines need a home in PostgreSQL and on a store, or a folder that all of them share."
    )
