"""Attempts: which archived page is being read, so that one that kills its reader is passed over."""

import json
import os
from pathlib import Path
from typing import Self

from tidings.model.crawl.visit import ArchivePlace

_MAX_DEATHS = 2  # a death may be an accident, the second at the same page is not


class PageAttempts:
    """A small file that outlives its process: what is being read, and what has ended a reader."""

    def __init__(self, path: Path) -> None:
        self._deaths = _deaths(path)
        # Written over in place for every page: to open and cut it each time takes milliseconds.
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)

    def may_try(self, place: ArchivePlace) -> bool:
        """Note that a page is read now; False if that has ended its reader too often."""
        name = f"{place.file}:{place.offset}"
        if self._deaths.get(name, 0) >= _MAX_DEATHS:
            return False
        line = json.dumps([name, self._deaths]).encode().ljust(os.fstat(self._file).st_size)
        os.pwrite(self._file, line, 0)
        return True

    def done(self) -> None:
        """Note that the links of all pages tried are kept, or that there will never be any."""
        self._deaths.clear()
        os.ftruncate(self._file, 0)


def _deaths(path: Path) -> dict[str, int]:
    """Return how often each page was the last thing that a reader did."""
    try:
        last, deaths = json.loads(path.read_text(encoding="utf-8"))
        return {**deaths, last: deaths.get(last, 0) + 1}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
