"""What of a home is not in its folder, and so not in a backup: whose it is, and what to do."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tidings.engine.process.home_places import HERE, HomePlaces
from tidings.settings.tree import Settings

_DUMP: Final = "rows.dump"


def dump_command(database: str) -> str:
    """Return the command that copies rows out of PostgreSQL; passwords are asked for."""
    return f"pg_dump --format=custom --no-owner --file={_DUMP} {shlex.quote(database)}"


def load_command(database: str) -> str:
    """Return the command that puts them into an empty database."""
    return f"pg_restore --no-owner --exit-on-error --dbname={shlex.quote(database)} {_DUMP}"


def sentences_about(places: HomePlaces, settings: Settings) -> Iterator[str]:
    """Yield what a backup of the folder does not have."""
    if places.database != HERE:
        yield (
            f"the rows are in {places.database}, whose server has to copy them. Before each "
            f"'tidings backup', so that the archive has all that they name: "
            f"{dump_command(places.database)}"
        )
    if places.files != HERE:
        yield (
            f"archive, index and knowledge are on {places.files}: the store has to keep them, "
            "with its own copies and versions."
        )
    for name, text in _other_files(settings):
        yield f"{name} {text} is not in the home: keep it yourself."


def sentences_before_use(places: HomePlaces) -> Iterator[str]:
    """Yield what has to be elsewhere before a restored home is used."""
    if places.database != HERE:
        yield (
            f"the rows have to be in {places.database} before the next command, which would begin "
            f"with an empty home: {load_command(places.database)}"
        )
    if places.files != HERE:
        yield f"{places.files} has to have the archive as it was then, or newer."


def _other_files(settings: Settings) -> Iterator[tuple[str, str]]:
    named = (
        ("fetch.credentials_file", settings.fetch.credentials_file),
        ("database.password_file", settings.database.password_file),
        ("store.secret_file", settings.store.secret_file),
        ("fetch.ca_file", settings.fetch.ca_file),
    )
    for name, text in named:
        if text and not Path(text).expanduser().resolve().is_relative_to(settings.home.resolve()):
            yield name, text
