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


Command = AddSource | ImportSources | PauseSource | ResumeSource | RetrySource | RemoveSource
Answer = (
    SourceAdded | SourcesImported | SourcePaused | SourceResumed | SourceRetried | SourceRemoved
)
