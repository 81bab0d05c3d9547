"""The names of WARC files, and of what belongs to them in a folder and on a store."""

import re
from collections.abc import Iterable
from typing import Final

_NAME = re.compile(r"tidings-\d{14}-(\d{5,})\.warc\.gz")
ARCHIVE: Final = "archive"  # the folder on the store
WRITER_KEY: Final = f"{ARCHIVE}/writer.json"
_INDEX: Final = ".cdxj.zst"
_PARTS: Final = ".parts"
_CLAIM: Final = ".claim"


def is_volume(name: str) -> bool:
    """Return whether this is the name of a WARC file of the archive."""
    return _NAME.fullmatch(name) is not None


def serial_of(name: str) -> int:
    """Return the serial number in the name of a WARC file."""
    match = _NAME.fullmatch(name)
    return int(match[1]) if match else 0


def current_names(names: Iterable[str]) -> list[str]:
    """Return names in the order of their serial numbers; of two with the same one, the later."""
    by_serial = {serial_of(name): name for name in sorted(names)}
    return [by_serial[serial] for serial in sorted(by_serial)]


def volume_key(name: str) -> str:
    """Return where a sealed file is on the store."""
    return f"{ARCHIVE}/{name}"


def index_key(name: str) -> str:
    """Return where the index of a sealed file is on the store."""
    return f"{ARCHIVE}/{name}{_INDEX}"


def part_key(name: str, offset: int) -> str:
    """Return where a part of a growing file is on the store."""
    return f"{ARCHIVE}/{name}{_PARTS}/{offset:012}"


def claim_key(serial: int) -> str:
    """Return what a writer puts on the store before it begins the file with this number."""
    return f"{ARCHIVE}/{serial:05}{_CLAIM}"


def is_claim(key: str) -> bool:
    """Return whether this is such a claim."""
    return key.startswith(f"{ARCHIVE}/") and key.endswith(_CLAIM)


def volume_of_index(name: str) -> str | None:
    """Return the WARC file whose index has this name on the store."""
    volume = name.removesuffix(_INDEX)
    return volume if volume != name and is_volume(volume) else None


def part_of(name: str) -> tuple[str, int] | None:
    """Return the WARC file and the offset that a name on the store stands for."""
    folder, _, offset = name.partition("/")
    volume = folder.removesuffix(_PARTS)
    if volume == folder or not is_volume(volume) or not offset.isdecimal():
        return None
    return volume, int(offset)
