"""The home: the one folder that holds everything, and the lock that allows one writer."""

import fcntl
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

EXECUTING: Final = "a command"  # the purpose of an owner that executes commands and goes
_MAX_WAIT_SECONDS: Final = 30.0  # for such an owner: it may be deleting thousands of articles
_WAIT_SECONDS: Final = 0.05


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
    def knowledge(self) -> Path:
        """What articles taught about words and topics, a file for each version."""
        return self.folder / "knowledge"

    @property
    def earlier_corpus(self) -> Path:
        """The number of articles that contain each term, as earlier versions stored it."""
        return self.folder / "corpus"

    @property
    def earlier_topics(self) -> Path:
        """The topic model, as earlier versions stored it."""
        return self.folder / "topics"

    @property
    def credentials(self) -> Path:
        """The logins for sources, readable by the owner only."""
        return self.folder / "credentials.toml"

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


@dataclass(frozen=True, slots=True)
class HomeOwner:
    """The process that holds the lock of a home, as it wrote into the lock."""

    process: str
    purpose: str  # what it is doing; empty if unknown

    @property
    def is_brief(self) -> bool:
        """Whether it holds the lock for a moment only."""
        return self.purpose == EXECUTING or not self.process

    def __str__(self) -> str:
        doing = "" if self.is_brief or not self.purpose else f", which is {self.purpose}"
        return f"process {self.process or 'unknown'}{doing}"


def owner_of(home: Home) -> HomeOwner:
    """Return who holds the lock of a home that is taken."""
    process, _, purpose = home.lock.read_text().strip().partition(" ")
    return HomeOwner(process, purpose)


class HomeLock:
    """Held while this process owns the home; the kernel releases it however the process ends."""

    def __init__(self, home: Home, purpose: str = "crawling") -> None:
        self._home = home
        self._purpose = purpose
        self._file = home.lock.open("a+")

    def __enter__(self) -> Self:
        """Take the lock; wait for an owner that executes commands, not for any other."""
        until = time.monotonic() + _MAX_WAIT_SECONDS
        while not self._take():
            owner = owner_of(self._home)
            if not owner.is_brief or time.monotonic() > until or self._purpose == EXECUTING:
                self._file.close()
                raise HomeUnusable(
                    f"Another Tidings ({owner}) is using {self._home.folder}: stop it, "
                    "or choose another folder with --home."
                )
            time.sleep(_WAIT_SECONDS)
        self._file.truncate(0)
        self._file.write(f"{os.getpid()} {self._purpose}")
        self._file.flush()
        return self

    def _take(self) -> bool:
        """Take the lock if it is free; return whether this process holds it now."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def __exit__(self, *_: object) -> None:
        self._file.truncate(0)
        self._file.close()
