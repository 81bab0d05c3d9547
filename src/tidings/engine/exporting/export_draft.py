"""The draft of an export: what is written so far, and which parts these are.

It stands beside the file, which it replaces once it is complete.
"""

import json
import os
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Self

from tidings.engine.exporting.article_export import ExportCounts


@dataclass(frozen=True, slots=True)
class WrittenPart:
    """A part that is in the draft."""

    key: str
    counts: ExportCounts


class ExportDraft:
    """A file that grows part by part; each is on the disk before it counts as written.

    A list beside it has a line for each part: its key, its counts, and where it ends. What stands
    after the last of these is cut off. Another identity begins anew.
    """

    def __init__(self, path: Path, identity: str, now: datetime) -> None:
        self._path = path
        self._draft = path.with_name(f".{path.name}.export")
        self._list = path.with_name(f".{path.name}.parts")
        self._identity = identity
        self.began_at = now  # of the export that goes on, if one does
        self.parts: list[WrittenPart] = []
        self._end = 0
        self._lines: BinaryIO
        self._notes: BinaryIO

    def __enter__(self) -> Self:
        is_known = self._read_list()
        self._lines = self._draft.open("r+b") if is_known else self._draft.open("wb")
        self._notes = self._list.open("ab") if is_known else self._list.open("wb")
        self._lines.truncate(self._end)
        self._lines.seek(self._end)
        if not is_known:
            self._note({"identity": self._identity, "began_at": self.began_at.isoformat()})
        return self

    def __exit__(self, *error: object) -> None:
        self._lines.close()
        self._notes.close()

    def append(self, lines: bytes, part: WrittenPart) -> None:
        """Write the lines of a part."""
        self._lines.write(lines)
        _sync(self._lines)
        self._end += len(lines)
        self._note({"key": part.key, "end": self._end, "counts": _plain(part.counts)})
        self.parts.append(part)

    def complete(self) -> None:
        """Let the draft replace the file."""
        self._draft.chmod(0o644)
        self._draft.replace(self._path)
        self._list.unlink()

    def _note(self, values: dict[str, object]) -> None:
        self._notes.write(json.dumps(values).encode() + b"\n")
        _sync(self._notes)

    def _read_list(self) -> bool:
        """Read which parts are written; return whether this is the same export."""
        try:
            size = self._draft.stat().st_size
            notes = [json.loads(line) for line in self._list.read_bytes().splitlines()]
        except (OSError, ValueError):  # there is none, or its last line is not whole
            return False
        if (
            not notes
            or notes[0].get("identity") != self._identity
            or notes[-1].get("end", 0) > size
        ):
            return False
        self.began_at = datetime.fromisoformat(notes[0]["began_at"])
        for note in notes[1:]:
            written, left_out, without_text = note["counts"]
            counts = ExportCounts(written, Counter(left_out), without_text)
            self.parts.append(WrittenPart(note["key"], counts))
            self._end = note["end"]
        return True


def _plain(counts: ExportCounts) -> tuple[int, dict[str, int], int]:
    return counts.written, dict(counts.left_out), counts.without_text


def _sync(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())
