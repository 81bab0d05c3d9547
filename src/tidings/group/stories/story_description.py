"""Telling a story: its title, its lead article, its timeline and who tells it; by counts."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from tidings.group.stories.clipping import Clipping

_PHRASES = 10
_clickbait = re.compile(
    r"\b(?:you|your|why|how|what|this|these|here's|won't believe|things|reasons|ways|facts)\b"
    r"|^\d+ |[!?]|\.\.\.|…|\b(?:live|video|watch|photos|gallery|opinion|review|q\s?&\s?a)\b",
    re.IGNORECASE,
)
_SHOUT = 0.6  # of the letters in capitals
_CLICKBAIT, _SHOUTING, _SHORT = 0.6, 0.6, 0.7  # what is left of a headline's worth
_WORDS = 4  # different terms that a headline has at least


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """An article in a story's timeline."""

    article: str
    source: str
    language: str
    at: datetime
    title: str
    copy_of: str | None = None


@dataclass(frozen=True, slots=True)
class SourceCount:
    """A source that tells the story."""

    source: str
    articles: int
    first: datetime


@dataclass(frozen=True, slots=True)
class StoryDescription:
    """A story as it is shown."""

    title: str
    lead: str  # the article that stands for it
    timeline: tuple[TimelineEntry, ...]
    sources: tuple[SourceCount, ...]  # the first to tell it first
    phrases: tuple[str, ...]  # said by most articles first
    languages: tuple[tuple[str, int], ...]  # with how many articles, most first


def describe_story(
    clippings: Sequence[Clipping], copies: dict[str, str] | None = None
) -> StoryDescription:
    """Tell a story by its articles, at least one; `copies` maps an article to what it copies."""
    ordered = sorted(clippings, key=lambda clipping: (clipping.at, clipping.id))
    taken = copies or {}
    own = [clipping for clipping in ordered if clipping.id not in taken] or ordered
    languages = Counter(clipping.language for clipping in ordered)
    main = min(languages, key=lambda language: (-languages[language], language))
    native = [clipping for clipping in own if clipping.language == main] or own
    shares = _shares(native)
    titled = max(native, key=lambda clipping: _headline_worth(clipping, shares))
    lead = max(native, key=lambda clipping: _lead_worth(clipping, shares))
    return StoryDescription(
        title=titled.title,
        lead=lead.id,
        timeline=tuple(_entry(clipping, taken) for clipping in ordered),
        sources=_source_counts(ordered),
        phrases=_phrases(native, ordered),
        languages=tuple(sorted(languages.items(), key=lambda each: (-each[1], each[0]))),
    )


def _shares(clippings: Sequence[Clipping]) -> dict[str, float]:
    """How much of the articles have each term, titles twice."""
    counts: Counter[str] = Counter()
    for clipping in clippings:
        for term in clipping.terms:
            counts[term.text] += 2 if term.in_title else 1
    return {term: count / (2 * len(clippings)) for term, count in counts.items()}


def _headline_worth(clipping: Clipping, shares: dict[str, float]) -> tuple[float, float]:
    """How central a headline is, and of equals the earlier one."""
    tops = [term for term in clipping.terms if term.in_title]
    worth = sum(term.rarity * shares.get(term.text, 0.0) for term in tops)
    worth /= max(len(tops), _WORDS) ** 0.5
    letters = [letter for letter in clipping.title if letter.isalpha()]
    if letters and sum(letter.isupper() for letter in letters) > _SHOUT * len(letters):
        worth *= _SHOUTING
    if _clickbait.search(clipping.title):
        worth *= _CLICKBAIT
    if len(tops) < _WORDS:
        worth *= _SHORT
    return worth, -clipping.at.timestamp()


def _lead_worth(clipping: Clipping, shares: dict[str, float]) -> tuple[float, float]:
    """How much of what the story is about an article says, and of equals the earlier one."""
    said = sum(term.rarity * shares.get(term.text, 0.0) for term in clipping.terms)
    return said, -clipping.at.timestamp()


def _entry(clipping: Clipping, copies: dict[str, str]) -> TimelineEntry:
    return TimelineEntry(
        clipping.id,
        clipping.source,
        clipping.language,
        clipping.at,
        clipping.title,
        copies.get(clipping.id),
    )


def _source_counts(ordered: Sequence[Clipping]) -> tuple[SourceCount, ...]:
    counts = Counter(clipping.source for clipping in ordered)
    firsts: dict[str, datetime] = {}
    for clipping in ordered:
        firsts.setdefault(clipping.source, clipping.at)
    return tuple(SourceCount(source, counts[source], first) for source, first in firsts.items())


def _phrases(native: Sequence[Clipping], every: Iterable[Clipping]) -> tuple[str, ...]:
    """The keyphrases of the main language, those of most articles first, then the others'."""
    found: dict[str, list[float]] = {}
    spelled: dict[str, str] = {}
    for clipping in [*native, *every]:
        for place, phrase in enumerate(clipping.phrases):
            key = phrase.lower()
            spelled.setdefault(key, phrase)
            found.setdefault(key, []).append(1.0 / (1 + place))
    ranked = sorted(found, key=lambda key: (-len(found[key]), -max(found[key]), key))
    return tuple(spelled[key] for key in ranked[:_PHRASES])
