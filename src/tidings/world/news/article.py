"""Articles: the life of each one, from publication through silent edits to removal."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from random import Random

from tidings.world.events.event import Event
from tidings.world.events.seeded_random import seeded_random
from tidings.world.languages.catalogue import WORLD_LANGUAGES
from tidings.world.languages.prose import (
    ArticleText,
    addition,
    another_headline,
    headline,
    paragraphs,
    summary,
)
from tidings.world.news.newspapers import SECTION_OF, Newspaper


@dataclass(frozen=True, slots=True)
class SilentEdit:
    """A silent change: its time and kind."""

    time: datetime
    what: str  # "number", "headline" or "paragraph"


@dataclass(frozen=True, eq=False, slots=True)
class WorldArticle:
    """One article of one paper, with all its future edits."""

    seed: int
    paper: Newspaper
    event: Event
    appears: datetime
    path: str
    authors: tuple[str, ...]
    edits: tuple[SilentEdit, ...] = ()
    removed: datetime | None = None
    removed_status: int = 404
    original: "WorldArticle | None" = None
    allowed: bool = True  # by robots.txt

    @property
    def published(self) -> datetime:
        """The date on the page, to the minute as in most papers."""
        return self.appears.replace(second=0, microsecond=0)

    @property
    def section(self) -> str:
        """The section of the article."""
        return SECTION_OF[self.event.kind]

    @property
    def tag(self) -> str:
        """The tag of the article: its place."""
        return self.event.place.latin

    def exists(self, now: datetime) -> bool:
        """Return whether it has appeared and has not been removed."""
        return self.appears <= now and (self.removed is None or now < self.removed)

    def revision(self, now: datetime) -> int:
        """Return the number of edits so far."""
        return sum(edit.time <= now for edit in self.edits)


def text_of(article: WorldArticle, revision: int) -> ArticleText:
    """Return the text of an article after a number of edits."""
    if article.original is not None:
        source = article.original
        return text_of(source, source.revision(article.appears))
    return _text(article, revision)


def title_of(article: WorldArticle, revision: int) -> str:
    """Return the headline, without generating the whole article if possible."""
    source = article.original or article
    if article.original is not None:
        revision = source.revision(article.appears)
    return _headline(source) if revision == 0 else _text(source, revision).title


def summary_of(article: WorldArticle) -> str:
    """Return one or two sentences for listings and feeds."""
    return _summary(article.original or article)


@lru_cache(maxsize=4096)
def _text(article: WorldArticle, revision: int) -> ArticleText:
    if revision > 0:
        return _revised(article, revision, _text(article, revision - 1))
    language = WORLD_LANGUAGES[article.paper.language]
    standfirst = _summary(article) if article.paper.standfirst else ""
    body = paragraphs(article.event, language, _random_for(article, "body"))
    return ArticleText(_headline(article), standfirst, body)


@lru_cache(maxsize=16384)
def _headline(article: WorldArticle) -> str:
    language = WORLD_LANGUAGES[article.paper.language]
    return headline(article.event, language, _random_for(article, "headline"))


@lru_cache(maxsize=16384)
def _summary(article: WorldArticle) -> str:
    language = WORLD_LANGUAGES[article.paper.language]
    return summary(article.event, language, _random_for(article, "summary"))


def _random_for(article: WorldArticle, *subject: object) -> Random:
    return seeded_random(article.seed, article.event.index, article.paper.key, *subject)


def _revised(article: WorldArticle, revision: int, before: ArticleText) -> ArticleText:
    language = WORLD_LANGUAGES[article.paper.language]
    rng = _random_for(article, "edit", revision)
    what = article.edits[revision - 1].what
    if what == "headline":
        title = another_headline(article.event, language, rng, before.title)
        return replace(before, title=title)
    if what == "number":
        corrected = _corrected(article.event, language.number, before, rng.randint(8, 40))
        if corrected != before:
            return corrected
    added = addition(article.event, language, rng)
    return replace(before, paragraphs=(*before.paragraphs, added))


def _corrected(
    event: Event, number: Callable[[int], str], text: ArticleText, percent: int
) -> ArticleText:
    """Return the text with the event's main number raised wherever it occurs."""
    old, new = number(event.people), number(event.people * (100 + percent) // 100)
    pattern = re.compile(rf"(?<![\d.,\u202f]){re.escape(old)}(?![\d]|[.,\u202f]\d)")
    return ArticleText(
        pattern.sub(new, text.title),
        pattern.sub(new, text.standfirst),
        tuple(pattern.sub(new, paragraph) for paragraph in text.paragraphs),
    )
