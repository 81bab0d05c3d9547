"""Who owns a home: what the program sees of it."""

from typing import NamedTuple, Protocol


class Owner(NamedTuple):
    """The process that owns a home."""

    process: str
    purpose: str


class Ownership(Protocol):
    """The right of one process to crawl a home, and to write many rows."""

    @property
    def fence(self) -> int | None:
        """The number of this process's ownership; None if it never took it."""

    def take(self, purpose: str, process: str) -> bool:
        """Take the home over; False if another process owns it. From then on, writes are fenced."""

    def owner(self) -> Owner | None:
        """Return who owns the home now."""

    def is_lost(self) -> bool:
        """Return whether another process took the home over from this one."""

    def release(self) -> None:
        """Let the home go."""
