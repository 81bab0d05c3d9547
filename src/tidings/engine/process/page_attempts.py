"""Page attempts: remembers which archived page is being read, to skip one that kills its reader."""

import json
import os
from pathlib import Path
from typing import Self

from tidings.model.crawl.visit import ArchivePlace

_MAX_DEATHS = 2  # one death may be an accident, a second at the same page is not


class PageAttempts:
    """A small file that outlives its process: the page being read, and what killed readers."""

    def __init__(self, path: Path) -> None:
        self._deaths = _deaths(path)
        # Overwritten in place for every page: opening and truncating it takes milliseconds.
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)

    def may_try(self, place: ArchivePlace) -> bool:
        """Note that a page is read now; return False if it has killed its reader too often."""
        name = f"{place.file}:{place.offset}"
        if self._deaths.get(name, 0) >= _MAX_DEATHS:
            return False
        line = json.dumps([name, self._deaths]).encode().ljust(os.fstat(self._file).st_size)
        os.pwrite(self._file, line, 0)
        return True

    def done(self) -> None:
        """Note that the links of all pages tried are stored, or that they have none."""
        self._deaths.clear()
        os.ftruncate(self._file, 0)


def _deaths(path: Path) -> dict[str, int]:
    """Return how often each page was the last one that a reader read."""
    try:
        last, deaths = json.loads(path.read_text(encoding="utf-8"))
        return {**deaths, last: deaths.get(last, 0) + 1}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
