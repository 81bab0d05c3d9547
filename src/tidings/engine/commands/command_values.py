"""What people may ask for, and what each request is answered with."""

from dataclasses import Field, dataclass, field
from typing import Any, ClassVar


class Command:
    """What people may ask for; a frozen dataclass that can be stored as JSON."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


class Answer:
    """What a command is answered with, likewise."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


@dataclass(frozen=True, slots=True)
class AddSource(Command):
    """Follow a source; `about` is its topic from now on, None leaves the topic unchanged."""

    url: str
    about: str | None = None
    about_query: str = ""  # the name of the saved query that the topic comes from
    folder: str | None = None  # its folder from now on; None leaves it where it is


@dataclass(frozen=True, slots=True)
class SourceAdded(Answer):
    """The source is followed."""

    url: str
    is_new: bool
    due: int = 0  # URLs of a source that was followed before and that are tried again now
    is_paused: bool = False  # nothing of it is fetched, so nothing is tried
    closed_until: str = ""  # its host asked us to wait until then


@dataclass(frozen=True, slots=True)
class ImportSources(Command):
    """Follow many sources; those that were deleted here are left out."""

    urls: tuple[str, ...]
    folders: tuple[str, ...] = ()  # one each, or none at all; '' leaves a source where it is


@dataclass(frozen=True, slots=True)
class SourcesImported(Answer):
    """The sources are followed; `added` are those that were not followed before."""

    added: tuple[str, ...]
    deleted: tuple[str, ...] = ()  # left out, because they were deleted here


@dataclass(frozen=True, slots=True)
class PauseSource(Command):
    """Fetch nothing of a source until it is resumed."""

    source: str


@dataclass(frozen=True, slots=True)
class SourcePaused(Answer):
    """The source is paused."""

    url: str
    is_new: bool  # False: it was paused before


@dataclass(frozen=True, slots=True)
class ResumeSource(Command):
    """Fetch a paused source again."""

    source: str


@dataclass(frozen=True, slots=True)
class SourceResumed(Answer):
    """The source is fetched."""

    url: str
    was_paused: bool


@dataclass(frozen=True, slots=True)
class RetrySource(Command):
    """Try again at once what failed, was refused or rests."""

    source: str


@dataclass(frozen=True, slots=True)
class SourceRetried(Answer):
    """The URLs are due now."""

    url: str
    due: int
    closed_until: str = ""  # its host asked us to wait until then


@dataclass(frozen=True, slots=True)
class SetSource(Command):
    """Change a source's settings: `key=value` each, as users write them, and keys to unset."""

    source: str
    values: tuple[str, ...] = field(default=(), repr=False)  # a header or proxy may be private
    unset: tuple[str, ...] = ()
    faster: bool = False  # the delay may be below fetch.delay
    topic: str | None = None  # its topic from now on; None leaves it unchanged
    topic_query: str = ""  # the name of the saved query that the topic comes from
    name: str | None = None  # what it is called from now on; '' is what it calls itself
    folder: str | None = None  # its folder from now on; '' is none


@dataclass(frozen=True, slots=True)
class SourceSet(Answer):
    """The settings hold from now on; URLs that may profit from them are due."""

    url: str
    changed: tuple[str, ...]  # keys
    due: int


@dataclass(frozen=True, slots=True)
class RenameFolder(Command):
    """Move the sources of a folder, and of all folders in it, to another."""

    folder: str
    to: str  # '' is no folder


@dataclass(frozen=True, slots=True)
class FolderRenamed(Answer):
    """The sources are in the other folder."""

    folder: str
    to: str
    sources: int


@dataclass(frozen=True, slots=True)
class RemoveSource(Command):
    """Stop following a source; its articles stay."""

    url: str


@dataclass(frozen=True, slots=True)
class SourceRemoved(Answer):
    """The source is no longer followed."""

    url: str


@dataclass(frozen=True, slots=True)
class DeleteArticle(Command):
    """Take down an article for good, given by its id or a URL that led to it."""

    article: str


@dataclass(frozen=True, slots=True)
class ArticleDeleted(Answer):
    """The article is gone and will not be kept again."""

    url: str
    was_known: bool = True  # False: it had been deleted before


@dataclass(frozen=True, slots=True)
class DeleteSource(Command):
    """Take down a source with all its articles for good."""

    source: str


@dataclass(frozen=True, slots=True)
class SourceDeleted(Answer):
    """The source is not followed, and its articles are gone and will not be kept again."""

    url: str
    articles: int


@dataclass(frozen=True, slots=True)
class StartRun(Command):
    """Let agents search the live web for a query."""

    query: str
    seeds: tuple[str, ...] = ()  # empty: found in the home
    pages: int = 200
    agents: int = 8
    minutes: float = 5.0
    hosts: int = 100
    pages_per_host: int = 50
    bytes: int = 200_000_000
    policy: str = "learned"
    threshold: float | None = None  # None: adapts to what is left
    seed: int = 0


@dataclass(frozen=True, slots=True)
class RunStarted(Answer):
    """The run begins as soon as a process crawls the home."""

    run: int


@dataclass(frozen=True, slots=True)
class ResumeRun(Command):
    """Go on with an interrupted run."""

    run: int


@dataclass(frozen=True, slots=True)
class RunResumed(Answer):
    """The run goes on as soon as a process crawls the home."""

    run: int


@dataclass(frozen=True, slots=True)
class StopRun(Command):
    """End a run: nothing new begins, and what was found stays."""

    run: int


@dataclass(frozen=True, slots=True)
class RunStopped(Answer):
    """The run ends; one that nobody was executing has ended."""

    run: int
    was_running: bool = True


@dataclass(frozen=True, slots=True)
class CommandProgress:
    """How far a long command has come, with what it needs to go on."""

    done: int
    total: int
    added: tuple[str, ...] = ()  # new sources; or the one source that is being deleted
    deleted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CommandStep:
    """What one transaction did for a command: its answer, or how far it has come."""

    result: Answer | CommandProgress
    sources: frozenset[int] = frozenset()  # visits to them that are under way no longer count
    hosts: frozenset[str] = frozenset()  # their robots.txt is requested again
