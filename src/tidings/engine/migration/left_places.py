"""Where a home's data were before a migration, noted in the home until they are marked as left.

Marking them is the last step: whoever is killed before leaves it to the same command.
"""

import json
from dataclasses import asdict
from pathlib import Path

from tidings.engine.process.home import Home
from tidings.engine.process.home_places import HomePlaces
from tidings.store.archive.recovery import replace_whole


def note_left(home: Home, places: HomePlaces) -> None:
    """Note where the data are, just before the home changes over."""
    replace_whole(_path(home), json.dumps(asdict(places)).encode())


def left_places(home: Home) -> HomePlaces | None:
    """Return where they were; None if that is marked already."""
    try:
        return HomePlaces(**json.loads(_path(home).read_bytes()))
    except FileNotFoundError:
        return None


def forget_left(home: Home) -> None:
    """Everything is marked."""
    _path(home).unlink(missing_ok=True)


def _path(home: Home) -> Path:
    return home.folder / "moved-from.json"
