from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from tidings.settings.reference import reference_page
from tidings.settings.tree import Settings

PAGE = Path(__file__).parents[2] / "docs" / "settings.md"


def rows(branch: Any) -> int:
    values = [getattr(branch, field.name) for field in fields(branch)]
    return sum(rows(value) if is_dataclass(value) else 1 for value in values)


def test_the_page_in_docs_is_up_to_date() -> None:
    command = "python -m tidings.settings.reference > docs/settings.md"
    assert PAGE.read_text("utf-8") == reference_page(), f"run {command}"


def test_every_setting_has_a_row_and_a_meaning() -> None:
    lines = [line for line in reference_page().splitlines() if line.startswith("| `")]
    sections = [getattr(Settings(), field.name) for field in fields(Settings)]
    assert len(lines) == sum(rows(section) for section in sections if is_dataclass(section))
    assert not [line for line in lines if line.endswith("|  |")]
