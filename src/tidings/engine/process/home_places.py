"""Where a home's rows and files are, as the home itself remembers it: `places.json`.

Settings say where a new home begins. From then on the home's own note counts, and a setting that
contradicts it is an error: otherwise somebody would go on with an abandoned copy.
"""

import json
import os
from dataclasses import asdict, dataclass
from typing import Final

from tidings.engine.process.home import Home, HomeUnusable
from tidings.settings.home_addresses import without_secrets

HERE: Final = ""  # in the folder of the home
_LOCAL_NAMES: Final = {"database": "SQLite (tidings.db)", "files": "the folders of the home"}


@dataclass(frozen=True, slots=True)
class HomePlaces:
    """Where rows and files are: URLs without secrets, or HERE."""

    database: str = HERE
    files: str = HERE


def places_of(home: Home) -> HomePlaces:
    """Return where a home's rows and files are, or will be; raises HomeUnusable."""
    wanted = HomePlaces(
        without_secrets(home.database_settings.url), home.store_settings.url.rstrip("/")
    )
    noted = noted_places(home)
    if noted is None:
        _check_folder(home, wanted)
        return wanted
    _check(home, "database", noted.database, wanted.database)
    _check(home, "files", noted.files, wanted.files)
    return noted


def note_beginning(home: Home) -> None:
    """Note where a new home keeps its data, once its database could be opened.

    Not earlier: a mistake in an address, or a wrong password, would be noted as well.
    """
    places = places_of(home)
    if noted_places(home) is None and places != HomePlaces():
        note_places(home, places)


def noted_places(home: Home) -> HomePlaces | None:
    """Return what the home has noted; None if nothing."""
    try:
        fields = json.loads(home.places.read_text(encoding="utf-8"))
        return HomePlaces(str(fields["database"]), str(fields["files"]))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise HomeUnusable(
            f"{home.places} cannot be read ({error}): restore it from a backup, or remove it and "
            "set database.url and store.url."
        ) from error


def note_places(home: Home, places: HomePlaces) -> None:
    """Replace the note; after a power cut it is either the old one or the new one."""
    draft = home.places.with_name(f"{home.places.name}.{os.getpid()}")
    with draft.open("w", encoding="utf-8") as file:
        json.dump(asdict(places), file)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(home.places)


def _check_folder(home: Home, wanted: HomePlaces) -> None:
    """Refuse to begin elsewhere if there are data in this folder already."""
    if wanted.database != HERE and home.database.exists():
        raise _moved_by_hand("database", HERE, wanted.database)
    if wanted.files != HERE and any(home.archive.glob("tidings-*.warc.gz")):
        raise _moved_by_hand("files", HERE, wanted.files)


def _check(home: Home, what: str, noted: str, wanted: str) -> None:
    """Refuse a setting that names another place than where the data are."""
    if wanted not in (HERE, noted):
        empty = f"; if nothing was kept there, remove {home.places}" if noted else ""
        raise _moved_by_hand(what, noted, wanted, empty)


def _moved_by_hand(what: str, noted: str, wanted: str, empty: str = "") -> HomeUnusable:
    setting = "database.url" if what == "database" else "store.url"
    return HomeUnusable(
        f"This home's {'rows' if what == 'database' else 'files'} are in "
        f"{noted or _LOCAL_NAMES[what]}, but {setting} says {wanted}: 'tidings migrate --to "
        f"{wanted}' moves them there; or remove the setting{empty}."
    )
