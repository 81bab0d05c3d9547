"""The home: the one folder that holds everything, and the lock that keeps writers apart."""

import fcntl
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Self


class HomeUnusable(Exception):
    """The home cannot be used; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Home:
    """Where things lie in the home."""

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
        """The search index, which can always be built again."""
        return self.folder / "index"

    @property
    def links(self) -> Path:
        """The graph of links and the ranks drawn from it; both can always be made again."""
        return self.folder / "links"

    @property
    def corpus(self) -> Path:
        """In how many articles each term has stood."""
        return self.folder / "corpus"

    @property
    def topics(self) -> Path:
        """What the sections of articles taught about topics."""
        return self.folder / "topics"

    @property
    def lock(self) -> Path:
        """Held by the one process that crawls."""
        return self.folder / "lock"


def ensure_home(folder: Path) -> Home:
    """Return the home, made if need be."""
    home = Home(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        home.archive.mkdir(exist_ok=True)
        home.index.mkdir(exist_ok=True)
        home.links.mkdir(exist_ok=True)
    except OSError as error:
        raise _unusable(folder, error) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise HomeUnusable(f"You may not write to {folder}: choose another folder with --home.")
    return home


def existing_home(folder: Path) -> Home:
    """Return a home that is there already."""
    home = Home(folder)
    if not home.database.exists():
        raise HomeUnusable(
            f"There is no Tidings home at {folder}: add a site with 'tidings add URL', "
            "or name another folder with --home."
        )
    return home


def _unusable(folder: Path, error: OSError) -> HomeUnusable:
    why = error.strerror or str(error)
    return HomeUnusable(f"{folder} cannot be used ({why}): choose another folder with --home.")


class HomeLock:
    """Held while this process crawls; the kernel lets go of it whatever kills us."""

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
                f"Another Tidings (process {owner}) is at work in {self._home.folder}: stop it, "
                "or choose another folder with --home."
            ) from error
        self._file.truncate(0)
        self._file.write(str(os.getpid()))
        self._file.flush()
        return self

    def __exit__(self, *_: object) -> None:
        self._file.truncate(0)
        self._file.close()
