"""The schema as a list of migrations, one file each in `migrations/`.

A released migration is never edited.
"""

from collections.abc import Callable
from pathlib import Path

from tidings.store.database.session import Writer
from tidings.store.database.upgrades.one_spelling import spell_addresses_in_one_way

_FOLDER = Path(__file__).parent / "migrations"
_FILES = sorted(_FOLDER.glob("*.sql"))
# What follows a file, by its name without the number.
_STEPS: dict[str, Callable[[Writer], None]] = {"one-spelling": spell_addresses_in_one_way}

MIGRATIONS = tuple(file.read_text(encoding="utf-8").strip() for file in _FILES)
VERSION = len(MIGRATIONS)


def migrate(connection: Writer, version: int) -> None:
    """Run the migrations after a version, in the caller's transaction."""
    for file, script in list(zip(_FILES, MIGRATIONS, strict=True))[version:]:
        for statement in connection.dialect.statements_of(script):
            connection.execute(statement)
        if step := _STEPS.get(file.stem.partition("-")[2]):
            step(connection)
