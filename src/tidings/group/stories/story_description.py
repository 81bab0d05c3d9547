"""Describes a story by counts: its title, lead article, timeline, sources and phrases."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from tidings.group.stories.clipping import Clipping

_MAX_PHRASES = 10
_CLICKBAIT_PATTERN = re.compile(
    r"\b(?:you|your|why|how|what|this|these|here's|won't believe|things|reasons|ways|facts)\b"
    r"|^\d+ |[!?]|\.\.\.|…|\b(?:live|video|watch|photos|gallery|opinion|review|q\s?&\s?a)\b",
    re.IGNORECASE,
)
_MAX_CAPITALS = 0.6  # of the letters
_CLICKBAIT_FACTOR, _CAPITALS_FACTOR, _SHORT_FACTOR = (
    0.6,
    0.6,
    0.7,
)  # penalties on a headline's value
_MIN_TERMS = 4  # different terms; a headline with fewer is short


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
    """A source that covers the story."""

    source: str
    articles: int
    first: datetime


@dataclass(frozen=True, slots=True)
class StoryDescription:
    """A story as it is shown."""

    title: str
    lead: str  # the article that represents it
    timeline: tuple[TimelineEntry, ...]
    sources: tuple[SourceCount, ...]  # in order of their first article
    phrases: tuple[str, ...]  # those of most articles first
    languages: tuple[tuple[str, int], ...]  # with their number of articles, most first


def describe_story(
    clippings: Sequence[Clipping], copies: dict[str, str] | None = None
) -> StoryDescription:
    """Describe a story of at least one article; `copies` maps an article to its original."""
    ordered = sorted(clippings, key=lambda clipping: (clipping.at, clipping.id))
    copied_from = copies or {}
    originals = [clipping for clipping in ordered if clipping.id not in copied_from] or ordered
    languages = Counter(clipping.language for clipping in ordered)
    main_language = min(languages, key=lambda language: (-languages[language], language))
    main_language_originals = [
        clipping for clipping in originals if clipping.language == main_language
    ] or originals
    title_source = lead = main_language_originals[0]
    if len(main_language_originals) > 1:
        shares = _shares(main_language_originals)
        title_source = max(
            main_language_originals, key=lambda clipping: _headline_value(clipping, shares)
        )
        lead = max(main_language_originals, key=lambda clipping: _lead_value(clipping, shares))
    return StoryDescription(
        title=title_source.title,
        lead=lead.id,
        timeline=tuple(_entry(clipping, copied_from) for clipping in ordered),
        sources=_source_counts(ordered),
        phrases=_phrases(main_language_originals, ordered),
        languages=tuple(sorted(languages.items(), key=lambda each: (-each[1], each[0]))),
    )


def _shares(clippings: Sequence[Clipping]) -> dict[str, float]:
    """The share of the articles with each term; title terms count twice."""
    counts: Counter[str] = Counter()
    for clipping in clippings:
        for term in clipping.terms:
            counts[term.text] += 2 if term.in_title else 1
    return {term: count / (2 * len(clippings)) for term, count in counts.items()}


def _headline_value(clipping: Clipping, shares: dict[str, float]) -> tuple[float, float]:
    """How central a headline is; on a tie the earlier one wins."""
    title_terms = [term for term in clipping.terms if term.in_title]
    value = sum(term.rarity * shares.get(term.text, 0.0) for term in title_terms)
    value /= max(len(title_terms), _MIN_TERMS) ** 0.5
    letters = [letter for letter in clipping.title if letter.isalpha()]
    if letters and sum(letter.isupper() for letter in letters) > _MAX_CAPITALS * len(letters):
        value *= _CAPITALS_FACTOR
    if _CLICKBAIT_PATTERN.search(clipping.title):
        value *= _CLICKBAIT_FACTOR
    if len(title_terms) < _MIN_TERMS:
        value *= _SHORT_FACTOR
    return value, -clipping.at.timestamp()


def _lead_value(clipping: Clipping, shares: dict[str, float]) -> tuple[float, float]:
    """How much of the story's content an article has; on a tie the earlier one wins."""
    value = sum(term.rarity * shares.get(term.text, 0.0) for term in clipping.terms)
    return value, -clipping.at.timestamp()


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


def _phrases(
    main_language_originals: Sequence[Clipping], all_clippings: Iterable[Clipping]
) -> tuple[str, ...]:
    """The keyphrases of most articles first; articles in the main language count twice."""
    found: dict[str, list[float]] = {}
    spelling: dict[str, str] = {}
    for clipping in [*main_language_originals, *all_clippings]:
        for place, phrase in enumerate(clipping.phrases):
            key = phrase.lower()
            spelling.setdefault(key, phrase)
            found.setdefault(key, []).append(1.0 / (1 + place))
    ranked = sorted(found, key=lambda key: (-len(found[key]), -max(found[key]), key))
    return tuple(spelling[key] for key in ranked[:_MAX_PHRASES])
