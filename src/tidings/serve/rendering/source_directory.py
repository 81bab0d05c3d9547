"""The directory: names, sizes and languages of the sources, for filters and bylines."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from tidings.engine.library.library import Library

# Counting looks at every row, and readers do not mind names that are this old.
_KEPT = timedelta(seconds=15)
_LOOKED_AT = 200  # newest articles whose languages and publishers are known here


@dataclass(frozen=True, slots=True)
class SourceDirectory:
    """What is known about the sources at one moment; sources are registered domains."""

    sites: int
    names: Mapping[str, str]
    articles: Mapping[str, int]
    languages: tuple[str, ...]

    def name(self, source: str) -> str:
        """Return what a source calls itself, or else its domain."""
        return self.names.get(source, source)

    @property
    def total(self) -> int:
        """How many articles there are."""
        return sum(self.articles.values())


class SourceDirectoryCache:
    """Gives the directory, made anew when it is old or was empty."""

    def __init__(self, library: Library, clock: Callable[[], datetime]) -> None:
        self._library = library
        self._clock = clock
        self._kept: tuple[datetime, SourceDirectory] | None = None

    def now(self) -> SourceDirectory:
        """Return a directory that is not old; blocks while it is made."""
        now = self._clock()
        if self._kept is not None and now - self._kept[0] < _KEPT and self._kept[1].total:
            return self._kept[1]
        directory = _source_directory(self._library)
        self._kept = (now, directory)
        return directory


def _source_directory(library: Library) -> SourceDirectory:
    newest = library.newest(_LOOKED_AT)
    names = {article.source: article.publisher for article in newest if article.publisher}
    sites = [source.site for source in library.sources()]
    names |= {site.domain: site.name for site in sites if site.name}
    languages = {article.language for article in newest} - {"", "und"}
    by_source = library.status().by_source
    return SourceDirectory(len(sites), names, by_source, tuple(sorted(languages)))
