"""What a template gets to see of a page; plain words and links, no HTML."""

from dataclasses import dataclass
from datetime import datetime

from tidings.world.paper import Paper
from tidings.world.prose import Text
from tidings.world.tongue import Tongue


@dataclass(frozen=True, slots=True)
class Link:
    """A link and its words."""

    href: str
    text: str


@dataclass(frozen=True, slots=True)
class FeedLink:
    """A feed that a page announces."""

    href: str
    media_type: str
    title: str


@dataclass(frozen=True, slots=True)
class Frame:
    """What all pages of a paper have around their own matter."""

    paper: Paper
    tongue: Tongue
    origin: str
    url: str
    title: str
    menu: tuple[Link, ...]
    foot: tuple[Link, ...]
    feeds: tuple[FeedLink, ...] = ()
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

    frame: Frame
    text: Text
    published: datetime  # in the paper's zone
    updated: datetime | None
    authors: tuple[str, ...]
    section: Link
    tags: tuple[Link, ...]
    related: tuple[Link, ...]
    popular: tuple[Link, ...]
    comments: tuple[tuple[str, str], ...]
    image: str
    note_first: str = ""  # the boilerplate of a paper that copies
    note_last: str = ""


@dataclass(frozen=True, slots=True)
class ListingView:
    """A front page, section, tag, archive or result page."""

    frame: Frame
    heading: str
    teasers: tuple[Teaser, ...]
    turns: tuple[Link, ...] = ()  # to the previous and the next page
    topics: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class NoticeView:
    """A page that is no news."""

    frame: Frame
    paragraphs: tuple[str, ...]
    fields: tuple[str, ...] = ()  # the labels of a form's inputs
    button: str = ""
