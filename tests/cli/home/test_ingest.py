import json
from pathlib import Path

import pytest
from tests.cli.conftest import Tidings
from tests.engine.ingesting.archives import pages, warc


@pytest.fixture(autouse=True)
def read_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tidings.engine.runners.runner_choice.process_count", lambda _: 0)


def test_a_dry_run_shows_what_is_there_and_keeps_nothing(tidings: Tidings, tmp_path: Path) -> None:
    file = warc(tmp_path / "some.warc.gz", pages(3))
    done = tidings("ingest", "--dry-run", str(file))
    assert done.code == 0
    assert "paper.example" in done.out
    assert "2024-03" in done.out
    found = tidings("ingest", "--dry-run", "--json", str(file)).json
    assert found["records"] == 3
    assert found["files"][0]["hosts"] == {"paper.example": 3}
    assert found["skipped"] == {"no response: a request, metadata or the like": 4}
    assert not list(tmp_path.glob("**/tidings.db"))


def test_files_are_taken_in_and_counted(tidings: Tidings, tmp_path: Path) -> None:
    file = warc(tmp_path / "some.warc.gz", pages(3))
    done = tidings("--home", str(tmp_path / "home"), "ingest", "--json", str(file))
    assert done.code == 0
    assert json.loads(done.out)["outcomes"] == {"new articles": 3}
    again = tidings("--home", str(tmp_path / "home"), "ingest", str(file))
    assert "3 known already, byte by byte" in again.err


def test_a_file_that_cannot_be_read_is_named_and_the_others_are_taken_in(
    tidings: Tidings, tmp_path: Path
) -> None:
    file = warc(tmp_path / "some.warc.gz", pages(3))
    (tmp_path / "empty").touch()
    home = str(tmp_path / "home")
    done = tidings("--home", home, "ingest", str(tmp_path / "empty"), str(file), "nowhere")
    assert done.code == 1
    assert f"{tmp_path / 'empty'}: is empty" in done.err
    assert "nowhere: does not exist" in done.err
    assert "3 new articles" in done.err


def test_times_that_exclude_everything_are_misuse(tidings: Tidings, tmp_path: Path) -> None:
    done = tidings("ingest", "--since", "2024-02-01", "--until", "2024-01-01", str(tmp_path))
    assert done.code == 2
