"""What the job `duplicates` found, a file for each part, until the stories are grouped."""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tidings.engine.jobs.job import key_of
from tidings.engine.process.message import HEADER, packed, unpacked
from tidings.group.duplicates.sketch_comparison import DuplicateMatch

# The near-duplicates of articles by id; an article without a sketch has no entry.
Found = Mapping[str, Sequence[DuplicateMatch]]


@dataclass(frozen=True, slots=True)
class FoundDuplicates:
    """The files of one job in a folder of their own; each is there as a whole or not at all."""

    folder: Path

    def exists(self) -> bool:
        """Return whether the job has begun."""
        return self.folder.exists()

    def begin(self) -> None:
        """Create the folder; those of other jobs are of no use any more."""
        if not self.exists():
            shutil.rmtree(self.folder.parent, ignore_errors=True)
            self.folder.mkdir(parents=True)

    def keep(self, part: str, found: Found) -> None:
        """Store what was found for the articles of a part."""
        path = self._path(part)
        draft = path.with_suffix(".draft")
        draft.write_bytes(packed(dict(found)))
        draft.replace(path)

    def has(self, part: str) -> bool:
        """Return whether there is a file of a part."""
        return self._path(part).exists()

    def of(self, part: str) -> Found | None:
        """Return what was found for a part; None if its file was lost."""
        try:
            found: Found = unpacked(self._path(part).read_bytes()[HEADER.size :])
        except FileNotFoundError:
            return None
        return found

    def _path(self, part: str) -> Path:
        return self.folder / key_of(part)
