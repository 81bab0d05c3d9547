"""What a user set for one source, instead of what holds for all. Its topic is a `SourceFocus`."""

from dataclasses import dataclass, field

ALL_LANGUAGES = ("all",)  # of one source, although crawl.languages names some


@dataclass(frozen=True, slots=True)
class SourceScope:
    """Which pages of a source are wanted. Empty: all."""

    languages: tuple[str, ...] = ()
    include: tuple[str, ...] = ()  # path patterns
    exclude: tuple[str, ...] = ()

    @property
    def has_paths(self) -> bool:
        """Whether there are any patterns."""
        return bool(self.include or self.exclude)


@dataclass(frozen=True, slots=True)
class SourceSettings:
    """The settings of one source. What is not set has its default here, and the general applies."""

    delay: float | None = None  # seconds between two requests to a host
    faster: bool = False  # the delay may be below fetch.delay, as the user said explicitly
    # Of the articles to keep, or ALL_LANGUAGES; empty: crawl.languages.
    languages: tuple[str, ...] = ()
    include: tuple[str, ...] = ()  # path patterns: only these pages are visited; empty: all
    exclude: tuple[str, ...] = ()  # path patterns: these pages are not visited
    # Names and values; not shown in messages, since some services take a key in a header.
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    proxy: str = field(default="", repr=False)  # as fetch.proxy, which holds if this is empty
    credentials: str = ""  # name of the credentials to send; empty: none

    def scope(self, languages: tuple[str, ...] = ()) -> SourceScope:
        """Return which pages are wanted, if those languages are wanted of all other sources."""
        wanted = self.languages or languages
        return SourceScope(() if wanted == ALL_LANGUAGES else wanted, self.include, self.exclude)


ANY_PAGE = SourceScope()
NO_SETTINGS = SourceSettings()
