"""The home: the one folder that holds everything, and the lock that allows one writer."""

import fcntl
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Self


class HomeUnusable(Exception):
    """The home cannot be used; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Home:
    """The paths inside a home."""

    folder: Path

    @property
    def database(self) -> Path:
        """The database of record."""
        return self.folder / "tidings.db"

    @property
    def archive(self) -> Path:
        """The WARC files."""
        return self.folder / "archive"

    @property
    def index(self) -> Path:
        """The search index, which can always be rebuilt."""
        return self.folder / "index"

    @property
    def links(self) -> Path:
        """The link graph and the ranks computed from it; both can always be rebuilt."""
        return self.folder / "links"

    @property
    def corpus(self) -> Path:
        """The number of articles that contain each term."""
        return self.folder / "corpus"

    @property
    def topics(self) -> Path:
        """The topic model, learned from the sections of articles."""
        return self.folder / "topics"

    @property
    def lock(self) -> Path:
        """The lock of the one process that crawls."""
        return self.folder / "lock"


def ensure_home(folder: Path) -> Home:
    """Return the home, and create its folders if needed."""
    home = Home(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        home.archive.mkdir(exist_ok=True)
        home.index.mkdir(exist_ok=True)
        home.links.mkdir(exist_ok=True)
    except OSError as error:
        raise _unusable(folder, error) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise HomeUnusable(f"{folder} is not writable: choose another folder with --home.")
    return home


def existing_home(folder: Path) -> Home:
    """Return a home that exists already."""
    home = Home(folder)
    if not home.database.exists():
        raise HomeUnusable(
            f"There is no Tidings home at {folder}: add a source with 'tidings add URL', "
            "or name another folder with --home."
        )
    return home


def _unusable(folder: Path, error: OSError) -> HomeUnusable:
    why = error.strerror or str(error)
    return HomeUnusable(f"{folder} cannot be used ({why}): choose another folder with --home.")


class HomeLock:
    """Held while this process crawls; the kernel releases it however the process ends."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._file = home.lock.open("a+")

    def __enter__(self) -> Self:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.seek(0)
            owner = self._file.read().strip() or "unknown"
            self._file.close()
            raise HomeUnusable(
                f"Another Tidings (process {owner}) is running in {self._home.folder}: stop it, "
                "or choose another folder with --home."
            ) from error
        self._file.truncate(0)
        self._file.write(str(os.getpid()))
        self._file.flush()
        return self

    def __exit__(self, *_: object) -> None:
        self._file.truncate(0)
        self._file.close()
