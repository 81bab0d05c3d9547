"""Look-alikes: articles that share words with others and are no near-duplicates of any."""

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

_KEPT = 0.25  # of the words that are no facts: what two reports on one event share by chance
_TELLING = 0.1  # of the words are facts, or a text without them says the same
_EPOCH = datetime(2026, 1, 1, tzinfo=UTC)


class LookAlikeKind(StrEnum):
    """Why an article could be taken for a copy."""

    RETOLD = "same event"  # the same names and numbers, other words
    REFILLED = "same text, other facts"  # all names and numbers exchanged
    TEMPLATED = "same template"  # weather, shares, matches, ...
    FRAMED = "same boilerplate"  # own words in a site's long boilerplate
    HEADLINE = "headline only"
    WORLD = "news world"  # told by another paper of the news world, in part with the same sentences


def look_alike(
    kind: LookAlikeKind, piece: TitledText, supply: WordSupply, rng: Random
) -> TitledText:
    """Return an article that looks like a given one, or like others of its kind."""
    return _MAKERS[kind](piece, supply, rng)


def world_text(number: int, rng: Random) -> TitledText:
    """Return one of the articles about an event of the news world."""
    event = event_at(7, number, _EPOCH + timedelta(minutes=number))
    language = rng.choice(sorted(WORLD_LANGUAGES))
    tongue = WORLD_LANGUAGES[language]
    told = "\n".join(paragraphs(event, tongue, rng))
    return TitledText(headline(event, tongue, rng), told, language)


def _retold(piece: TitledText, supply: WordSupply, rng: Random) -> TitledText:
    told = [word if _is_fact(word) or rng.random() < _KEPT else rng.choice(supply.chain.words)
            for word in units(piece.text)]  # fmt: skip
    return replace(piece, text=joined(told))


def _refilled(piece: TitledText, supply: WordSupply, rng: Random) -> TitledText:
    words = units(piece.text)
    if sum(map(_is_fact, words)) < _TELLING * len(words):
        return _templated(piece, supply, rng)
    return replace(piece, text=joined(other_fact(word, rng) for word in words))


def _templated(piece: TitledText, supply: WordSupply, rng: Random) -> TitledText:
    return TitledText(supply.chain.headline(rng), templated(rng), "en")


def _framed(piece: TitledText, supply: WordSupply, rng: Random) -> TitledText:
    before, after = boilerplate(supply.site)
    own = supply.chain.prose(rng.randint(60, 200), rng)
    return replace(piece, text="\n".join((*before, own, *after)))


def _headline(piece: TitledText, supply: WordSupply, rng: Random) -> TitledText:
    words = units(piece.title) or units(piece.text)[:9] or ["News"]
    words[rng.randrange(len(words))] = rng.choice(supply.chain.words)
    return replace(piece, title=joined(words), text="")


def _world(piece: TitledText, supply: WordSupply, rng: Random) -> TitledText:
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
