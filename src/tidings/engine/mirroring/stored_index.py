"""What the store says about the index: `index/current.json`, which names the files of a commit."""

import json
import re
from dataclasses import asdict, dataclass
from typing import Final

from tidings.search.index.generation import FORWARD
from tidings.store.files.errors import FileMissing
from tidings.store.files.file_store import FileStore

CURRENT: Final = "index/current.json"
FILES: Final = "index/files"
DAMAGED: Final = "index/damaged"  # names in FILES that a reader could not use; the owner looks
# What a manifest may name: nothing outside the folder of a generation.
_FILE: Final = re.compile(rf"(?:{FORWARD}/)?[0-9A-Za-z][0-9A-Za-z_.-]*")
_NOTE: Final = re.compile(rf"(?:{FORWARD}/)?\.?[0-9A-Za-z][0-9A-Za-z_.-]*")
_SUM: Final = re.compile(r"[0-9a-f]{64}")


class StoredIndexBroken(Exception):
    """The manifest cannot be read."""


@dataclass(frozen=True, slots=True)
class IndexFile:
    """A file of a commit. Its key says what it contains: no other content ever gets it."""

    name: str
    size: int
    sha256: str  # like the size, of what is in the file, not of what travels
    stored_size: int  # compressed

    @property
    def key(self) -> str:
        """Where the store has it."""
        return key_of(self.name, self.sha256)


@dataclass(frozen=True, slots=True)
class StoredIndex:
    """A commit of the index on the store. Small files that each commit replaces are notes."""

    owner: str  # who may replace it; empty: nobody has it open
    cursor: int
    at: float
    files: tuple[IndexFile, ...]
    notes: dict[str, str]

    @property
    def size(self) -> int:
        """The bytes of its files."""
        return sum(file.size for file in self.files)

    def packed(self) -> bytes:
        """Return the manifest."""
        return json.dumps(asdict(self)).encode()


def key_of(name: str, sha256: str) -> str:
    """Return where the store has a file with this content, compressed."""
    return f"{FILES}/{name.replace('/', '-')}.{sha256[:32]}.zst"


def report_key(key: str) -> str:
    """Return where a reader reports that a file is damaged."""
    return f"{DAMAGED}/{key.removeprefix(f'{FILES}/')}"


def reported_key(report: str) -> str:
    """Return the file that a report is about."""
    return f"{FILES}/{report.removeprefix(f'{DAMAGED}/')}"


@dataclass(frozen=True, slots=True)
class FoundIndex:
    """The manifest with the etag that it was read with."""

    index: StoredIndex
    etag: str


NO_INDEX: Final = StoredIndex("", 0, 0.0, (), {})


def found_index(files: FileStore) -> FoundIndex | None:
    """Return what the store has, or None; raises StoredIndexBroken."""
    try:
        content = files.get(CURRENT)
    except FileMissing:
        return None
    return FoundIndex(unpacked(content.data), content.etag)


def unpacked(data: bytes | str) -> StoredIndex:
    """Return what a manifest says; raises StoredIndexBroken."""
    try:
        known = json.loads(data)
        files = tuple(
            IndexFile(
                str(each["name"]), int(each["size"]), str(each["sha256"]), int(each["stored_size"])
            )
            for each in known["files"]
        )
        notes = {str(name): str(text) for name, text in known["notes"].items()}
        index = StoredIndex(
            str(known["owner"]), int(known["cursor"]), float(known["at"]), files, notes
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise StoredIndexBroken(f"{CURRENT} cannot be read ({error!r}).") from error
    is_sound = all(_FILE.fullmatch(file.name) and _SUM.fullmatch(file.sha256) for file in files)
    if not is_sound or not all(map(_NOTE.fullmatch, notes)):
        raise StoredIndexBroken(f"{CURRENT} names files that an index does not have.")
    return index
