"""The verbs backup, restore and verify, as people and scripts use them."""

from pathlib import Path

import pytest
from tests.cli.conftest import Tidings

pytestmark = pytest.mark.usefixtures("home_copy")


def test_a_home_is_backed_up_restored_and_verified(tidings: Tidings, tmp_path: Path) -> None:
    backup, restored = str(tmp_path / "backup"), str(tmp_path / "restored")
    made = tidings("backup", backup, "--json")
    assert made.code == 0, made.err
    assert made.json["missing"] == made.json["elsewhere"] == []
    assert "backed up" in made.err
    again = tidings("--home", restored, "restore", backup, "--json")
    assert again.code == 0, again.err
    assert (again.json["files"], again.json["bytes"]) == (made.json["files"], made.json["bytes"])
    found = tidings("--home", restored, "verify", "--json")
    assert (found.code, found.json["problems"]) == (0, [])
    assert found.json["records"] > found.json["urls"] > 3
    assert tidings("--home", restored, "index", "rebuild").code == 0
    assert tidings("--home", restored, "doctor").code == 0


def test_what_verify_finds_is_printed_and_is_a_failure(tidings: Tidings, tmp_path: Path) -> None:
    warc = next((tmp_path / "home" / "archive").glob("*.warc.gz"))
    data = bytearray(warc.read_bytes())
    data[len(data) // 2] ^= 1
    warc.write_bytes(data)
    found = tidings("verify")
    assert found.code == 1
    assert f"- {warc.name}: bytes" in found.out
    assert "problems" in found.err


def test_a_folder_that_is_no_backup_is_refused_with_a_sentence(
    tidings: Tidings, tmp_path: Path
) -> None:
    result = tidings("--home", str(tmp_path / "new"), "restore", str(tmp_path))
    assert result.code == 1
    assert "is not a backup" in result.err
    result = tidings("restore", str(tmp_path))
    assert result.code == 1
