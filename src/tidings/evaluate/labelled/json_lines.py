"""Reads labelled texts: JSON lines in files found by name patterns."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tidings.evaluate.labelled.page_folder import FolderInvalid, SkippedLine

Row = dict[str, Any]


def labelled_files(data: Path, *patterns: str) -> list[Path]:
    """Return the matching files of a folder or of its `nlp/`; a file is returned as it is."""
    if data.is_file():
        return [data]
    for place in (data, data / "nlp"):
        if found := sorted(path for pattern in patterns for path in place.glob(pattern)):
            return found
    wanted = " or ".join(patterns)
    raise FolderInvalid(f"{data} has no {wanted}: give --data a file, or a folder with such files.")


def rows_of(path: Path, *keys: str) -> Iterator[Row | SkippedLine]:
    """Yield the rows of a file, each with all the keys, or why its line cannot be used."""
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield _row(number, line, keys)


def _row(number: int, line: bytes, keys: tuple[str, ...]) -> Row | SkippedLine:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        return SkippedLine(number, f"it is not JSON ({error})")
    if not isinstance(row, dict):
        return SkippedLine(number, "it is not a JSON object")
    if missing := [key for key in keys if key not in row]:
        return SkippedLine(number, f"it has no {' and no '.join(missing)}")
    return row
