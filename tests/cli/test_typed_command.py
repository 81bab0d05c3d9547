import sys
from pathlib import Path

import pytest

from tidings.cli.typed_command import typed_command
from tidings.settings.tree import Settings

HERE = Settings()


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program in a virtual environment below the current folder, which no PATH names."""
    file = tmp_path / ".venv" / "bin" / "tidings"
    file.parent.mkdir(parents=True)
    file.touch(mode=0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(sys, "argv", [str(file)])
    return file


def test_a_program_that_is_not_on_the_path_is_named_with_its_folder(program: Path) -> None:
    assert typed_command(HERE, "add", "URL") == ".venv/bin/tidings add URL"


def test_a_program_on_the_path_is_named_alone(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(program.parent))
    assert typed_command(HERE, "add", "URL") == "tidings add URL"


def test_another_program_of_the_same_name_on_the_path_is_not_meant(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tidings").touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert typed_command(HERE, "add", "URL") == ".venv/bin/tidings add URL"


def test_from_elsewhere_the_path_is_whole(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    assert typed_command(HERE, "sources") == f"{str(program).removeprefix('/')} sources"
    monkeypatch.chdir("/usr")
    assert typed_command(HERE, "sources") == f"{program} sources"


def test_a_program_in_the_current_folder_is_not_looked_for_on_the_path(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(program.parent)
    assert typed_command(HERE, "sources") == "./tidings sources"


def test_a_module_is_run_with_the_same_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/somewhere/tidings/cli/__main__.py"])
    monkeypatch.setattr(sys, "executable", "/opt/env/bin/python")
    assert typed_command(HERE, "add", "URL") == "/opt/env/bin/python -m tidings.cli add URL"


def test_another_home_is_named_and_quoted() -> None:
    settings = Settings(home=Path("/srv/my news"))
    assert typed_command(settings, "add", "URL") == "tidings add URL --home '/srv/my news'"
