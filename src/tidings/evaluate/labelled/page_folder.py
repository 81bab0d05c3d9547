"""Reads folders of labelled pages: a JSON line per page, and the pages in `html/`."""

import gzip
import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Generic, TypeVar

from tidings.evaluate.labelled.page_labels import LabelInvalid, LabelLine

_MAX_BYTES = 50 * 1024 * 1024  # of one page, uncompressed: ten times the limit of a crawl

Labels = TypeVar("Labels")


class FolderInvalid(Exception):
    """The path is not a folder of labelled pages."""


@dataclass(frozen=True, slots=True)
class LabelledPage(Generic[Labels]):
    """A labelled page as downloaded."""

    labels: Labels
    body: bytes


@dataclass(frozen=True, slots=True)
class SkippedLine:
    """A line that could not be used, and why."""

    line: int  # from 1, as editors count
    why: str


@dataclass(frozen=True, slots=True)
class LabelledFolder(Generic[Labels]):
    """The lines of a folder, and how to read one."""

    path: Path
    file: str  # the name of the file with the lines
    lines: Sequence[tuple[int, bytes]]  # numbered; blank ones left out
    labels_of: Callable[[LabelLine], Labels]

    def pages(self) -> Iterator[LabelledPage[Labels] | SkippedLine]:
        """Yield every page, or why its line cannot be used."""
        for number, line in self.lines:
            try:
                yield self._page(line)
            except LabelInvalid as error:
                yield SkippedLine(number, f"it {error}")

    def sample(self, limit: int | None) -> "LabelledFolder[Labels]":
        """Return the folder with at most `limit` lines, evenly spread over the file."""
        if limit is None or limit >= len(self.lines):
            return self
        chosen = [self.lines[at * len(self.lines) // limit] for at in range(limit)]
        return replace(self, lines=chosen)

    def folds(self, wanted: Sequence[int] | None) -> "LabelledFolder[Labels]":
        """Return the folder with the lines of some folds only; None means all lines."""
        if wanted is None:
            return self
        chosen = [(number, line) for number, line in self.lines if _fold(line) in wanted]
        return replace(self, lines=chosen)

    def _page(self, line: bytes) -> LabelledPage[Labels]:
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise LabelInvalid(f"is not JSON ({error})") from None
        if not isinstance(fields, dict):
            raise LabelInvalid("is not a JSON object")
        labels = self.labels_of(fields)
        return LabelledPage(labels, _body(self.path / "html", str(fields["id"])))


def opened_folder(
    path: Path, name: str, file: str, labels_of: Callable[[LabelLine], Labels]
) -> LabelledFolder[Labels]:
    """Open a folder of labelled pages, or the one called `name` inside it."""
    if not path.is_dir():
        raise FolderInvalid(f"{path} is not a folder: give --data one with {file} and html/.")
    for place in (path, path / name):
        if (place / file).is_file():
            lines = enumerate((place / file).read_bytes().splitlines(), 1)
            return LabelledFolder(
                place, file, [(at, line) for at, line in lines if line.strip()], labels_of
            )
    raise FolderInvalid(
        f"{path} has no labelled pages: it has neither {file} nor {name}/{file} "
        "(docs/evaluation.md describes the format)."
    )


def _fold(line: bytes) -> object:
    """The fold that a line names; None if it names none."""
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return fields.get("fold") if isinstance(fields, dict) else None


def _body(html: Path, name: str) -> bytes:
    """The page's bytes, from `<id>.html.gz` or `<id>.html`."""
    packed, plain = html / f"{name}.html.gz", html / f"{name}.html"
    try:
        if packed.is_file() or not plain.is_file():
            with gzip.open(packed) as file:
                return file.read(_MAX_BYTES)
        return plain.read_bytes()[:_MAX_BYTES]
    except FileNotFoundError:
        raise LabelInvalid(f"names a page that does not exist ({packed.name})") from None
    except (OSError, EOFError, zlib.error) as error:
        raise LabelInvalid(f"names a page that cannot be read ({packed.name}: {error})") from None
