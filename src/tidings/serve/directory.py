"""The directory: names, sizes and languages of the sources, for filters and bylines."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from tidings.engine.library import Library

# Counting looks at every row, and readers do not mind names that are this old.
_KEPT = timedelta(seconds=15)
_LOOKED_AT = 200  # newest articles whose languages are offered


@dataclass(frozen=True, slots=True)
class Directory:
    """What is known about the sources at one moment; sources are registered domains."""

    names: Mapping[str, str]
    articles: Mapping[str, int]
    languages: tuple[str, ...]

    def name(self, source: str) -> str:
        """Return what a source calls itself, or else its domain."""
        return self.names.get(source) or source

    @property
    def total(self) -> int:
        """How many articles there are."""
        return sum(self.articles.values())


class Directories:
    """Gives the directory, made anew when it is old or was empty."""

    def __init__(self, library: Library, clock: Callable[[], datetime]) -> None:
        self._library = library
        self._clock = clock
        self._kept: tuple[datetime, Directory] | None = None

    def now(self) -> Directory:
        """Return a directory that is not old; blocks while it is made."""
        now = self._clock()
        if self._kept is not None and now - self._kept[0] < _KEPT and self._kept[1].total:
            return self._kept[1]
        directory = _directory(self._library)
        self._kept = (now, directory)
        return directory


def _directory(library: Library) -> Directory:
    names = {source.site.domain: source.site.name for source in library.sources()}
    languages = {article.language for article in library.newest(_LOOKED_AT)}
    return Directory(names, library.status().by_source, tuple(sorted(languages - {"", "und"})))
