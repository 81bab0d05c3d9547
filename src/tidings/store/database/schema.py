"""The schema as a list of migrations, one file each in `migrations/`.

A released migration is never edited.
"""

from pathlib import Path

_FOLDER = Path(__file__).parent / "migrations"

MIGRATIONS = tuple(
    file.read_text(encoding="utf-8").strip() for file in sorted(_FOLDER.glob("*.sql"))
)
VERSION = len(MIGRATIONS)
