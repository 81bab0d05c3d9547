"""Look-alikes: articles that share words with others but are not near-duplicates."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from random import Random

from tidings.evaluate.grouping.edits import WordSupply
from tidings.evaluate.grouping.stock_phrases import boilerplate, other_fact, templated
from tidings.evaluate.grouping.synthetic_text import TitledText, joined, units
from tidings.world.events.event import event_at
from tidings.world.languages.catalogue import WORLD_LANGUAGES
from tidings.world.languages.prose import headline, paragraphs

_KEPT = 0.25  # of the words that are not facts: two reports on one event share as many by chance
_MIN_FACTS = 0.1  # of the words; with fewer, exchanging them would leave the same text
_EPOCH = datetime(2026, 1, 1, tzinfo=UTC)


class LookAlikeKind(StrEnum):
    """Why an article could be mistaken for a copy."""

    RETOLD = "same event"  # the same names and numbers, other words
    REFILLED = "same text, other facts"  # all names and numbers exchanged
    TEMPLATED = "same template"  # weather, shares, matches, ...
    FRAMED = "same boilerplate"  # a new text in a site's long boilerplate
    HEADLINE = "headline only"
    WORLD = "news world"  # another paper's report in the news world, partly with the same sentences


def look_alike(
    kind: LookAlikeKind, content: TitledText, supply: WordSupply, rng: Random
) -> TitledText:
    """Return an article that looks like a given one, or like others of its kind."""
    return _MAKERS[kind](content, supply, rng)


def world_text(number: int, rng: Random) -> TitledText:
    """Return one of the articles about an event of the news world."""
    event = event_at(7, number, _EPOCH + timedelta(minutes=number))
    language = rng.choice(sorted(WORLD_LANGUAGES))
    language_rules = WORLD_LANGUAGES[language]
    words = "\n".join(paragraphs(event, language_rules, rng))
    return TitledText(headline(event, language_rules, rng), words, language)


def _retold(content: TitledText, supply: WordSupply, rng: Random) -> TitledText:
    words = [word if _is_fact(word) or rng.random() < _KEPT else rng.choice(supply.chain.words)
            for word in units(content.text)]  # fmt: skip
    return replace(content, text=joined(words))


def _refilled(content: TitledText, supply: WordSupply, rng: Random) -> TitledText:
    words = units(content.text)
    if sum(map(_is_fact, words)) < _MIN_FACTS * len(words):
        return _templated(content, supply, rng)
    return replace(content, text=joined(other_fact(word, rng) for word in words))


def _templated(content: TitledText, supply: WordSupply, rng: Random) -> TitledText:
    return TitledText(supply.chain.headline(rng), templated(rng), "en")


def _framed(content: TitledText, supply: WordSupply, rng: Random) -> TitledText:
    before, after = boilerplate(supply.site)
    own = supply.chain.prose(rng.randint(60, 200), rng)
    return replace(content, text="\n".join((*before, own, *after)))


def _headline(content: TitledText, supply: WordSupply, rng: Random) -> TitledText:
    words = units(content.title) or units(content.text)[:9] or ["News"]
    words[rng.randrange(len(words))] = rng.choice(supply.chain.words)
    return replace(content, title=joined(words), text="")


def _world(content: TitledText, supply: WordSupply, rng: Random) -> TitledText:
    return world_text(rng.randrange(500), rng)


def _is_fact(word: str) -> bool:
    return word[:1].isupper() or any(char.isdigit() for char in word)


_MAKERS: dict[LookAlikeKind, Callable[[TitledText, WordSupply, Random], TitledText]] = {
    LookAlikeKind.RETOLD: _retold,
    LookAlikeKind.REFILLED: _refilled,
    LookAlikeKind.TEMPLATED: _templated,
    LookAlikeKind.FRAMED: _framed,
    LookAlikeKind.HEADLINE: _headline,
    LookAlikeKind.WORLD: _world,
}
