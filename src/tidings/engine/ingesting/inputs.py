"""What is to be ingested: files, folders, patterns and addresses become a list of files."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tidings.engine.ingesting.opened_input import InputUnusable

_WILD: Final = frozenset("*?[")


@dataclass(frozen=True, slots=True)
class Input:
    """One file, or the address of one."""

    name: str
    is_address: bool = False

    @property
    def identity(self) -> tuple[object, ...]:
        """What tells it from another file of the same name."""
        if self.is_address:
            return (self.name,)
        status = Path(self.name).stat()
        return self.name, status.st_size, status.st_mtime_ns


def inputs_of(names: Sequence[str]) -> tuple[list[Input], dict[str, str]]:
    """Return the files that some names mean, in order, and what is wrong with the other names.

    A folder means all files below it, a pattern all files that fit it; hidden ones are left out.
    """
    found: dict[str, Input] = {}
    problems: dict[str, str] = {}
    for name in names:
        if name.lower().startswith(("http://", "https://")):
            found.setdefault(name, Input(name, True))
            continue
        try:
            for path in _files(name):
                found.setdefault(str(path), Input(str(path)))
        except InputUnusable as error:
            problems[name] = str(error)
    return list(found.values()), problems


def _files(name: str) -> list[Path]:
    path = Path(name)
    if path.is_dir():
        files = _visible(path.rglob("*"))
        if not files:
            raise InputUnusable("has no files")
        return files
    if path.exists():
        return [path.absolute()]
    if not _WILD & set(name):
        raise InputUnusable("does not exist")
    base = Path(path.anchor) if path.is_absolute() else Path()
    files = _visible(base.glob(str(path.relative_to(base))))
    if not files:
        raise InputUnusable("fits no file")
    return files


def _visible(paths: Iterable[Path]) -> list[Path]:
    files = (path for path in paths if path.is_file() and not path.name.startswith("."))
    return sorted(path.absolute() for path in files)
