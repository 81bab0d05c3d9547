"""The verb `migrate` as people call it; what it does is tested in engine and store."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.cli.conftest import Tidings
from tests.store.files.store_fixtures import seaweed as seaweed
from tests.store.files.store_fixtures import store_settings as store_settings
from tests.store.postgres_fixtures import new_postgres as new_postgres

from tidings.settings.tree import StoreSettings
from tidings.store.archive.warc_record import warcinfo
from tidings.store.database.database import open_database

AT = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    open_database(folder / "tidings.db", StoreSettings()).close()
    return folder


def test_a_home_moves_and_the_answer_is_json(home: Path, tidings: Tidings, new_postgres) -> None:  # type: ignore[no-untyped-def]
    url = new_postgres()
    shown = tidings("migrate", "--to", url, "--dry-run", "--json", "--home", str(home))
    moved = tidings("migrate", "--to", url, "--json", "--home", str(home))
    assert (shown.code, moved.code) == (0, 0)
    assert moved.json["rows"] == shown.json["rows"] == 7
    assert moved.json["from"] == str(home / "tidings.db")
    assert {"tables", "seconds", "to", "notes"} < moved.json.keys()
    assert json.loads((home / "places.json").read_text())["database"] == moved.json["to"]
    again = tidings("migrate", "--to", url, "--home", str(home))
    assert (again.code, "already" in again.err) == (0, True)
    same = tidings("migrate", "--to", "sqlite", "--verify-only", "--home", str(home))
    assert (same.code, "7 rows are the same" in same.err) == (0, True)


@pytest.mark.parametrize("to", ["mysql://a/b", "s3://B/x", "", "tidings.db", "file"])
def test_another_place_is_misuse(home: Path, tidings: Tidings, to: str) -> None:
    result = tidings("migrate", "--to", to, "--home", str(home))
    assert (result.code, "--to takes a database" in result.err) == (2, True)


def test_a_server_that_is_not_there_is_one_sentence_without_the_password(
    home: Path, tidings: Tidings
) -> None:
    url = "postgresql://me:geheim@127.0.0.1:9/news"
    result = tidings("migrate", "--to", url, "--home", str(home))
    assert (result.code, "cannot be used" in result.err) == (1, True)
    assert "geheim" not in result.err + result.out


def test_a_folder_without_a_home_is_refused(tmp_path: Path, tidings: Tidings) -> None:
    result = tidings("migrate", "--to", "postgresql://a@b/c", "--home", str(tmp_path / "none"))
    assert (result.code, "There is no Tidings home" in result.err) == (1, True)


def test_files_move_to_a_store_and_back(
    home: Path, tidings: Tidings, environment: dict[str, str], store_settings: StoreSettings
) -> None:
    environment |= {
        "TIDINGS_STORE_ENDPOINT": store_settings.endpoint,
        "TIDINGS_STORE_SECRET_FILE": store_settings.secret_file,
        "TIDINGS_STORE_ALLOW_HTTP": "true",
    }
    member = warcinfo("tidings-20260101000000-00001.warc.gz", AT, "a test")
    warc = home / "archive" / "tidings-20260101000000-00001.warc.gz"
    warc.parent.mkdir()
    warc.write_bytes(member)
    to = store_settings.url
    shown = tidings("migrate", "--to", to, "--dry-run", "--home", str(home))
    assert (shown.code, warc.name in shown.out, "would be moved" in shown.err) == (0, True, True)
    moved = tidings("migrate", "--to", to, "--json", "--home", str(home))
    assert (moved.code, moved.json["bytes"], moved.json["to"]) == (0, len(member), to)
    assert json.loads((home / "places.json").read_text())["files"] == to
    named = ("--set", f"store.url={to}", "--home", str(home))
    planned = tidings("migrate", "--to", "files", "--dry-run", *named)
    assert (planned.code, "would be moved" in planned.err) == (0, True)
    assert "settings still say" not in planned.err  # nothing was moved
    same = tidings("migrate", "--to", "files", "--verify-only", "--home", str(home))
    assert (same.code, "in 1 archive file are the same" in same.err) == (0, True)
    back = tidings("migrate", "--to", "files", "--home", str(home))
    assert (back.code, "stays there" in back.err) == (0, True)
    again = tidings("migrate", "--to", to, "--home", str(home))
    assert (again.code, "is not empty" in again.err) == (1, True)


def test_only_rows_can_be_replaced(home: Path, tidings: Tidings) -> None:
    result = tidings("migrate", "--to", "files", "--replace", "--home", str(home))
    assert (result.code, "--replace is for databases" in result.err) == (2, True)
