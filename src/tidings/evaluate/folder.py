"""Folders of labelled pages: a JSON line per page and its HTML beside them; read, never written."""

import gzip
import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from tidings.evaluate.labels import LabelWrong, Line

_MAX_BYTES = 50 * 1024 * 1024  # of one page, unpacked: ten times what a crawl lets through

Labels = TypeVar("Labels")


class FolderWrong(Exception):
    """What was given is no folder of labelled pages."""


@dataclass(frozen=True, slots=True)
class Page(Generic[Labels]):
    """A labelled page as it came from the web."""

    labels: Labels
    body: bytes


@dataclass(frozen=True, slots=True)
class Skipped:
    """A line that could not be used, and why."""

    line: int  # from 1, as editors count
    why: str


@dataclass(frozen=True, slots=True)
class Folder(Generic[Labels]):
    """The lines of a folder, and how to read one."""

    path: Path
    lines: Sequence[tuple[int, bytes]]  # numbered; blank ones left out
    labels_of: Callable[[Line], Labels]

    def pages(self) -> Iterator[Page[Labels] | Skipped]:
        """Yield every page, or why its line is of no use."""
        for number, line in self.lines:
            try:
                yield self._page(line)
            except LabelWrong as wrong:
                yield Skipped(number, f"it {wrong}")

    def sample(self, limit: int | None) -> "Folder[Labels]":
        """Return the folder with at most so many lines, evenly spread over the file."""
        if limit is None or limit >= len(self.lines):
            return self
        chosen = [self.lines[at * len(self.lines) // limit] for at in range(limit)]
        return Folder(self.path, chosen, self.labels_of)

    def _page(self, line: bytes) -> Page[Labels]:
        try:
            told = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise LabelWrong(f"is no JSON ({error})") from None
        if not isinstance(told, dict):
            raise LabelWrong("is no JSON object")
        labels = self.labels_of(told)
        return Page(labels, _body(self.path / "html", str(told["id"])))


def opened_folder(
    path: Path, name: str, file: str, labels_of: Callable[[Line], Labels]
) -> Folder[Labels]:
    """Open a folder of labelled pages, or the one called `name` inside of it."""
    if not path.is_dir():
        raise FolderWrong(f"{path} is no folder: --data wants one that holds {file} and html/.")
    for place in (path, path / name):
        if (place / file).is_file():
            lines = enumerate((place / file).read_bytes().splitlines(), 1)
            return Folder(place, [(at, line) for at, line in lines if line.strip()], labels_of)
    raise FolderWrong(
        f"{path} holds no labelled pages: it has neither {file} nor {name}/{file} "
        "(docs/evaluation.md describes the format)."
    )


def _body(html: Path, name: str) -> bytes:
    """The page's bytes, from `<id>.html.gz` or `<id>.html`."""
    packed, plain = html / f"{name}.html.gz", html / f"{name}.html"
    try:
        if packed.is_file() or not plain.is_file():
            with gzip.open(packed) as file:
                return file.read(_MAX_BYTES)
        return plain.read_bytes()[:_MAX_BYTES]
    except FileNotFoundError:
        raise LabelWrong(f"names a page that is not there ({packed.name})") from None
    except (OSError, EOFError, zlib.error) as error:
        raise LabelWrong(f"names a page that cannot be read ({packed.name}: {error})") from None
