"""What people may ask for, and what each request is answered with."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AddSource:
    """Follow a source; `about` is its topic from now on, None leaves the topic unchanged."""

    url: str
    about: str | None = None
    about_query: str = ""  # the name of the saved query that the topic comes from


@dataclass(frozen=True, slots=True)
class SourceAdded:
    """The source is followed."""

    url: str
    is_new: bool


@dataclass(frozen=True, slots=True)
class ImportSources:
    """Follow many sources; those that were deleted here are left out."""

    urls: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SourcesImported:
    """The sources are followed; `added` are those that were not followed before."""

    added: tuple[str, ...]
    deleted: tuple[str, ...] = ()  # left out, because they were deleted here


@dataclass(frozen=True, slots=True)
class PauseSource:
    """Fetch nothing of a source until it is resumed."""

    source: str


@dataclass(frozen=True, slots=True)
class SourcePaused:
    """The source is paused."""

    url: str
    is_new: bool  # False: it was paused before


@dataclass(frozen=True, slots=True)
class ResumeSource:
    """Fetch a paused source again."""

    source: str


@dataclass(frozen=True, slots=True)
class SourceResumed:
    """The source is fetched."""

    url: str
    was_paused: bool


@dataclass(frozen=True, slots=True)
class RetrySource:
    """Try again at once what failed, was refused or rests."""

    source: str


@dataclass(frozen=True, slots=True)
class SourceRetried:
    """The URLs are due now."""

    url: str
    due: int


@dataclass(frozen=True, slots=True)
class RemoveSource:
    """Stop following a source; its articles stay."""

    url: str


@dataclass(frozen=True, slots=True)
class SourceRemoved:
    """The source is no longer followed."""

    url: str


@dataclass(frozen=True, slots=True)
class DeleteArticle:
    """Take down an article for good, given by its id or a URL that led to it."""

    article: str


@dataclass(frozen=True, slots=True)
class ArticleDeleted:
    """The article is gone and will not be kept again."""

    url: str
    was_known: bool = True  # False: it had been deleted before


@dataclass(frozen=True, slots=True)
class DeleteSource:
    """Take down a source with all its articles for good."""

    source: str


@dataclass(frozen=True, slots=True)
class SourceDeleted:
    """The source is not followed, and its articles are gone and will not be kept again."""

    url: str
    articles: int


Command = (
    AddSource
    | ImportSources
    | PauseSource
    | ResumeSource
    | RetrySource
    | RemoveSource
    | DeleteArticle
    | DeleteSource
)
Answer = (
    SourceAdded
    | SourcesImported
    | SourcePaused
    | SourceResumed
    | SourceRetried
    | SourceRemoved
    | ArticleDeleted
    | SourceDeleted
)
