"""The input of a template: texts and links of a page, no HTML."""

from dataclasses import dataclass
from datetime import datetime

from tidings.world.languages.language import WorldLanguage
from tidings.world.languages.prose import ArticleText
from tidings.world.news.newspapers import Newspaper


@dataclass(frozen=True, slots=True)
class PaperLink:
    """A link and its text."""

    href: str
    text: str


@dataclass(frozen=True, slots=True)
class PaperFeedLink:
    """A feed that a page announces."""

    href: str
    media_type: str
    title: str


@dataclass(frozen=True, slots=True)
class PageFrame:
    """What all pages of a paper have around their content."""

    paper: Newspaper
    language: WorldLanguage
    origin: str
    url: str
    title: str
    menu: tuple[PaperLink, ...]
    foot: tuple[PaperLink, ...]
    feeds: tuple[PaperFeedLink, ...] = ()
    noindex: bool = False


@dataclass(frozen=True, slots=True)
class Teaser:
    """An article as a listing shows it."""

    href: str
    title: str
    summary: str
    published: datetime
    image: str


@dataclass(frozen=True, slots=True)
class ArticleView:
    """An article page."""

    frame: PageFrame
    text: ArticleText
    published: datetime  # in the paper's zone
    updated: datetime | None
    authors: tuple[str, ...]
    section: PaperLink
    tags: tuple[PaperLink, ...]
    related: tuple[PaperLink, ...]
    popular: tuple[PaperLink, ...]
    comments: tuple[tuple[str, str], ...]
    image: str
    note_first: str = ""  # notes of a paper that copies the article
    note_last: str = ""


@dataclass(frozen=True, slots=True)
class ListingView:
    """A front page, section, tag, archive or result page."""

    frame: PageFrame
    heading: str
    teasers: tuple[Teaser, ...]
    pagination: tuple[PaperLink, ...] = ()  # to the previous and the next page
    topics: tuple[PaperLink, ...] = ()


@dataclass(frozen=True, slots=True)
class NoticeView:
    """A page that is not news."""

    frame: PageFrame
    paragraphs: tuple[str, ...]
    fields: tuple[str, ...] = ()  # labels of a form's inputs
    button: str = ""
