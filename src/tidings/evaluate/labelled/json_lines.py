"""Reads labelled texts: JSON lines in files found by name patterns, also compressed with gzip."""

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tidings.evaluate.labelled.page_folder import FolderInvalid, SkippedLine

Row = dict[str, Any]
_LINES, _PACKED = ".jsonl", ".gz"


def labelled_files(data: Path, *patterns: str) -> list[Path]:
    """Return the matching files of a folder or of its `nlp/`; a file is returned as it is.

    `NAME.jsonl.gz` matches if `NAME.jsonl` does.
    """
    if data.is_file():
        return [data]
    names = [*patterns, *(f"{each}{_PACKED}" for each in patterns if each.endswith(_LINES))]
    for place in (data, data / "nlp"):
        if found := sorted(path for name in names for path in place.glob(name)):
            return found
    wanted = " or ".join(patterns)
    raise FolderInvalid(f"{data} has no {wanted}: give --data a file, or a folder with such files.")


def rows_of(path: Path, *keys: str) -> Iterator[Row | SkippedLine]:
    """Yield the rows of a file, each with all the keys, or why its line cannot be used."""
    number = 0
    try:
        with gzip.open(path) if path.suffix == _PACKED else path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield _row(number, line, keys)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        yield SkippedLine(number + 1, f"the file is damaged from here on ({error})")


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


def set_name(path: Path) -> str:
    """Return the name of a set: that of its file without endings."""
    return path.name.removesuffix(_PACKED).removesuffix(_LINES)
