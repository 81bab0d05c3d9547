"""Who owns a home, and the lock of its folder that allows one owner."""

import fcntl
import os
import time
from dataclasses import dataclass
from typing import Final, Self

from tidings.engine.process.home import Home, HomeUnusable

EXECUTING: Final = "a command"  # the purpose of an owner that executes commands and goes
_MAX_WAIT_SECONDS: Final = 30.0  # for such an owner: it may be deleting thousands of articles
_WAIT_SECONDS: Final = 0.05


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


class HomeTaken(HomeUnusable):
    """Another process owns the home."""

    def __init__(self, owner: HomeOwner, what: str) -> None:
        super().__init__(f"Another Tidings ({owner}) is using {what}")
        self.owner = owner


class OwnerPatience:
    """How long to wait for an owner that executes a command."""

    def __init__(self, purpose: str) -> None:
        self._purpose = purpose
        self._until = time.monotonic() + _MAX_WAIT_SECONDS

    def wait(self, owner: HomeOwner, what: str) -> None:
        """Wait a moment until this owner lets go of something; raise HomeTaken if in vain."""
        if not owner.is_brief or self._purpose == EXECUTING or time.monotonic() > self._until:
            raise HomeTaken(owner, what)
        time.sleep(_WAIT_SECONDS)


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
        patience = OwnerPatience(self._purpose)
        what = f"{self._home.folder}: stop it, or choose another folder with --home."
        while not self._take():
            try:
                patience.wait(owner_of(self._home), what)
            except HomeTaken:
                self._file.close()
                raise
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
