"""What a wheel must carry besides modules, and what is started by its name."""

import re
import tomllib
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
CODE = ROOT / "src" / "tidings"
COMPILED = {".py", ".pyc"}


def test_every_data_file_is_packed_into_a_wheel() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        patterns = tomllib.load(file)["tool"]["setuptools"]["package-data"]["tidings"]
    packed = {path for pattern in patterns for path in CODE.glob(pattern)}
    files = {path for path in CODE.rglob("*") if path.is_file() and path.suffix not in COMPILED}
    assert len(files) > 100
    assert files - packed == set()


def test_every_module_that_the_program_starts_by_name_exists() -> None:
    started = {
        name
        for path in CODE.rglob("*.py")
        for name in re.findall(r'"-m",\s*"(tidings[\w.]*)"', path.read_text("utf-8"))
    }
    assert len(started) >= 3
    assert {name for name in started if find_spec(name) is None} == set()
