"""The database's tables, as the migrations that made them: one file each, in `migrations/`.

A released one is never edited.
"""

from pathlib import Path

_FOLDER = Path(__file__).parent / "migrations"

MIGRATIONS = tuple(
    file.read_text(encoding="utf-8").strip() for file in sorted(_FOLDER.glob("*.sql"))
)
VERSION = len(MIGRATIONS)
