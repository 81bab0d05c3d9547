"""The plan: which papers cover which event, when, and how their articles change.

It is a pure function of the seed; it does not know the current time.
"""

import math
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from tidings.world.events.event import Event, event_at
from tidings.world.events.seeded_random import seeded_random
from tidings.world.languages.catalogue import WORLD_LANGUAGES
from tidings.world.news.article import SilentEdit, WorldArticle
from tidings.world.news.newspapers import PAPERS, SECTION_OF, SECTIONS, Newspaper

# Measured over many seeds: articles per event, copies included.
ARTICLES_PER_EVENT = 3.4
# The past has few articles per hour, so that archives span days and months.
_PAST_ARTICLES_PER_HOUR = 7.0
# Events this long before the start still lead to late articles, so that new articles are as
# frequent in the first minute as later.
_LEAD_IN = timedelta(hours=2)
_MAX_EARLY = 1000  # events; a busy world must not take seconds to start
_SLUG = re.compile(r"[^a-z0-9]+")

Rest = tuple[datetime, datetime]  # from, until


@dataclass(frozen=True, slots=True)
class PublicationPlan:
    """When events happen: rarely before the start, at the given rate after it."""

    seed: int
    start: datetime
    history: int  # articles per paper before the start, roughly
    per_hour: float  # new articles in the whole world
    rests: tuple[Rest, ...] = ()  # in order; no event happens in them

    def past(self) -> Iterator[WorldArticle]:
        """Yield the articles of all events before the start; a few appear only after it."""
        gap = timedelta(hours=ARTICLES_PER_EVENT / _PAST_ARTICLES_PER_HOUR)
        count = math.ceil(self.history * len(PAPERS) / ARTICLES_PER_EVENT)
        for index in range(-count, 0):
            yield from self._articles(index, self.start + self._jittered(index) * gap)

    def future(self) -> Iterator[tuple[datetime, list[WorldArticle]]]:
        """Yield (time, articles) per event, endlessly; no article appears before its event."""
        if self.per_hour <= 0:
            return
        gap = timedelta(hours=ARTICLES_PER_EVENT / self.per_hour)
        early = min(math.ceil(_LEAD_IN / gap), _MAX_EARLY)
        index = 0
        while True:
            time = self._after_rests(self.start + self._jittered(index) * gap - early * gap)
            yield time, [a for a in self._articles(index, time) if self._is_new(a)]
            index += 1

    def _after_rests(self, time: datetime) -> datetime:
        """Return when an event happens that would happen then without rests."""
        for began, ended in self.rests:
            if time >= began:
                time += ended - began
        return time

    def _jittered(self, index: int) -> float:
        return index + seeded_random(self.seed, "slot", index).random()

    def _is_new(self, article: WorldArticle) -> bool:
        first = article.original or article
        return first.appears >= self.start

    def _articles(self, index: int, time: datetime) -> list[WorldArticle]:
        event = event_at(self.seed, index, time)
        rng = seeded_random(self.seed, "tellers", index)
        return list(_coverage(self.seed, event, rng))


def _coverage(seed: int, event: Event, rng: Random) -> Iterator[WorldArticle]:
    own = [paper for paper in PAPERS if not paper.copies]
    covering = rng.sample(own, 1 if rng.random() < 0.3 else rng.randint(2, len(own)))
    articles = {}
    for position, paper in enumerate(covering):
        delay = rng.uniform(0, 2) if position == 0 else rng.expovariate(1 / 25) + 1
        articles[paper.key] = _article(
            seed, paper, event, event.time + timedelta(minutes=delay), rng
        )
    yield from articles.values()
    for paper in PAPERS:
        sources = [articles[key] for key in paper.copies if key in articles]
        if sources and rng.random() < 0.8:
            yield _copy(paper, rng.choice(sources), rng)


def _article(
    seed: int, paper: Newspaper, event: Event, appears: datetime, rng: Random
) -> WorldArticle:
    removed = appears + timedelta(hours=rng.uniform(1, 40)) if rng.random() < 0.02 else None
    return WorldArticle(
        seed=seed,
        paper=paper,
        event=event,
        appears=appears,
        path=_path(paper, event, appears),
        authors=tuple(rng.sample(paper.staff, 2 if rng.random() < 0.15 else 1)),
        edits=tuple(_edits(appears, rng)),
        removed=removed,
        removed_status=rng.choice((404, 410)),
    )


def _copy(paper: Newspaper, original: WorldArticle, rng: Random) -> WorldArticle:
    appears = original.appears + timedelta(minutes=rng.uniform(2, 25))
    return WorldArticle(
        seed=original.seed,
        paper=paper,
        event=original.event,
        appears=appears,
        path=_path(paper, original.event, appears),
        authors=(rng.choice(paper.staff),),
        original=original,
    )


def _edits(appears: datetime, rng: Random) -> Iterator[SilentEdit]:
    time = appears
    while rng.random() < 0.12:
        time += timedelta(minutes=rng.uniform(5, 400))
        yield SilentEdit(time, rng.choice(("number", "headline", "paragraph")))


def _path(paper: Newspaper, event: Event, appears: datetime) -> str:
    # New events have even ids and past ones odd ids, so that both grow from zero.
    number = 2 * event.index if event.index >= 0 else -2 * event.index - 1
    word = WORLD_LANGUAGES[paper.language].kinds[event.kind]["slug"][0]
    return paper.paths.article.format(
        date=appears.astimezone(paper.zone),
        slug=slug(f"{word} {event.place.latin} {event.company.latin}"),
        id=100000 + number,
        section=paper.sections[SECTIONS.index(SECTION_OF[event.kind])],
    )


def slug(text: str) -> str:
    """Return the text as a path segment: lower case, ASCII, hyphens."""
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return _SLUG.sub("-", ascii_text).strip("-")
