"""Owning a home: the lock of its folder and, if its rows are elsewhere, the right to write them."""

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from tidings.engine.process.home import Home
from tidings.engine.process.home_database import opened_database
from tidings.engine.process.home_lock import EXECUTING, HomeLock, HomeOwner, OwnerPatience
from tidings.engine.process.home_places import places_of
from tidings.store.database.database import Database
from tidings.store.database.sharing.owner import Ownership


@contextmanager
def owned_database(home: Home, purpose: str = "crawling") -> Iterator[Database]:
    """Open the database of a home as its owner; raises HomeTaken if another process owns it."""
    with HomeLock(home, purpose), ExitStack() as stack:
        database = opened_database(home)
        ownership = database.ownership()
        if ownership is not None:
            stack.callback(ownership.release)  # after the last write
        stack.callback(database.close)
        if ownership is not None:
            _take(ownership, home, purpose)
        yield database


@contextmanager
def owned_for_a_moment(home: Home, database: Database) -> Iterator[None]:
    """Own a home whose database is open, to execute commands; raises HomeTaken."""
    with HomeLock(home, EXECUTING):
        ownership = database.ownership()
        if ownership is None:
            yield
            return
        try:
            _take(ownership, home, EXECUTING)
            yield
        finally:
            ownership.release()


def _take(ownership: Ownership, home: Home, purpose: str) -> None:
    patience = OwnerPatience(purpose)
    what = f"the home in {places_of(home).database}: stop it first."
    while not ownership.take(purpose, f"{os.getpid()} on {socket.gethostname()}"):
        owner = ownership.owner()
        patience.wait(HomeOwner(*owner) if owner else HomeOwner("", ""), what)
