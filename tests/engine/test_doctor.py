"""What doctor says of damage, which must never keep it from saying anything."""

import sqlite3
from pathlib import Path

from tests.engine.morning import grouped, kept, morning

from tidings.engine.doctor import examine
from tidings.engine.reindex import rebuild
from tidings.settings.tree import Settings


def trouble(settings: Settings) -> dict[str, str]:
    return {each.check: "\n".join(each.trouble) for each in examine(settings)}


def indexed(settings: Settings) -> None:
    database = kept(settings, morning())
    grouped(database, settings)
    database.close()
    rebuild(settings, lambda *_: None)


def test_a_damaged_file_of_the_index_is_named(settings: Settings) -> None:
    indexed(settings)
    assert trouble(settings)["index"] == ""
    (file,) = (settings.home / "index").rglob("*.forward")
    _change(file)
    assert (
        f"1 files are damaged ({file.name}): 'tidings index rebuild'" in trouble(settings)["index"]
    )
    rebuild(settings, lambda *_: None)
    assert trouble(settings)["index"] == ""


def test_rows_that_cannot_be_read_are_told_by_the_checks_that_need_them(settings: Settings) -> None:
    indexed(settings)
    connection = sqlite3.connect(settings.home / "tidings.db")
    connection.execute(
        "UPDATE annotations SET article = CAST(x'ff31' AS TEXT) "
        "WHERE article = (SELECT min(article) FROM annotations)"
    )
    connection.commit()
    connection.close()
    said = trouble(settings)
    assert set(said) == {"database", "archive", "index", "annotations", "stories"}
    assert "the database cannot be read" in said["annotations"]


def _change(file: Path) -> None:
    whole = bytearray(file.read_bytes())
    whole[-10] ^= 1
    file.write_bytes(whole)
