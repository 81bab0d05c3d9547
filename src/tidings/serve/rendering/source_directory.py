"""Names, article counts and languages of the sources, for filters and bylines."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from tidings.engine.library.library import Library

# Counting reads every row, and readers do not mind data that is this old.
_MAX_AGE = timedelta(seconds=15)
_NEWEST = 200  # articles whose languages and publishers are known here


@dataclass(frozen=True, slots=True)
class SourceDirectory:
    """What is known about the sources at one time; sources are registered domains."""

    sites: int
    names: Mapping[str, str]
    articles: Mapping[str, int]
    languages: tuple[str, ...]

    def name(self, source: str) -> str:
        """Return the name that a source gives itself, or else its domain."""
        return self.names.get(source, source)

    @property
    def total(self) -> int:
        """The number of articles."""
        return sum(self.articles.values())


class SourceDirectoryCache:
    """Caches the directory; makes a new one when it is old or was empty."""

    def __init__(self, library: Library, clock: Callable[[], datetime]) -> None:
        self._library = library
        self._clock = clock
        self._cached: tuple[datetime, SourceDirectory] | None = None

    def now(self) -> SourceDirectory:
        """Return a recent directory; blocks while it is made."""
        now = self._clock()
        if self._cached is not None:
            made_at, directory = self._cached
            if now - made_at < _MAX_AGE and directory.total:
                return directory
        directory = _source_directory(self._library)
        self._cached = (now, directory)
        return directory


def _source_directory(library: Library) -> SourceDirectory:
    newest = library.newest(_NEWEST)
    names = {article.source: article.publisher for article in newest if article.publisher}
    sites = library.followed()
    names |= {site.domain: site.name for site in sites if site.name}
    languages = {article.language for article in newest} - {"", "und"}
    by_source = library.status().by_source
    return SourceDirectory(len(sites), names, by_source, tuple(sorted(languages)))
