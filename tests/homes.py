"""Homes of the tests, on either kind of home: see tests/shared_homes.py."""

import os
import shutil
from pathlib import Path


def shared_homes_are_wanted() -> bool:
    """Return whether this run shares its homes."""
    return "SHARED_HOMES_POSTGRES" in os.environ


def begin_home(folder: Path) -> None:
    """Make a shared home, if this run shares its homes, for a process that cannot do so itself."""
    if shared_homes_are_wanted():
        from tests.shared_homes import ensure_places  # needs psycopg

        ensure_places(folder)


def copy_home(source: Path, target: Path) -> None:
    """Copy a home that no process uses, wherever its rows are."""
    shutil.copytree(source, target, symlinks=True)
    if (target / "places.json").exists():  # its note names the rows of the other home
        from tests.shared_homes import give_own_places

        give_own_places(target)
