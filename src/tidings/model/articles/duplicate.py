"""Near-duplicates of an article, and who copied whom."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DuplicateArticle:
    """An article with nearly the same text as another one."""

    id: str
    similarity: float  # from 0 to 1
    contains: float  # share of the other article's text that this one has
    contained: float  # share of this one's text that the other has
    how: str  # how we know
    copy_of: str | None  # the article that it was probably taken from
    why: str  # … and why we think so; empty for an original


@dataclass(frozen=True, slots=True)
class Duplicates:
    """The near-duplicates of an article, the most similar first."""

    copy_of: str | None  # the article that this one was probably taken from
    root: str  # the original at the end of the chain; the article itself if it is the original
    why: str
    articles: tuple[DuplicateArticle, ...] = ()
