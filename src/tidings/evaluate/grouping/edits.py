"""Edits: the six ways in which near-duplicates come about, done to a text; the seed decides all."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from tidings.evaluate.grouping.stock_phrases import AGENCIES, CITIES, SIGNATURES, boilerplate
from tidings.evaluate.grouping.synthetic_text import (
    MarkovChain,
    TitledText,
    joined,
    paragraphs,
    sentences_of,
    units,
)

_LEAST_KEPT = 0.6  # of a syndicated text's words
_REWORDED = (0.05, 0.10)  # of the words are replaced or deleted
_DROPPED = (0.0, 0.25)  # of the sentences that are put into another order
_ADDED = (0.2, 0.6)  # of the words, by an update
_MOST_WRAPPED = 1.5  # times the words: a longer text is another one with a quotation


class EditKind(StrEnum):
    """How a copy differs from its original."""

    MIRROR = "mirror"  # other title, case, white space
    SYNDICATED = "syndicated"  # agency line, byline and dateline; paragraphs cut
    WRAPPED = "wrapped"  # between a site's paragraphs that belong to no article
    REWORDED = "reworded"  # some words replaced or deleted
    REORDERED = "reordered"  # sentences in another order, some dropped
    CUT = "excerpt"  # the first half only, or all of it with new paragraphs


@dataclass(frozen=True, slots=True)
class WordSupply:
    """Where an editor takes words from."""

    chain: MarkovChain
    site: int = 0  # whose boilerplate wraps


def edited(piece: TitledText, edit: EditKind, supply: WordSupply, rng: Random) -> TitledText:
    """Return a copy of a text as a certain kind of editor would print it."""
    title = supply.chain.headline(rng) if rng.random() < 0.5 else piece.title
    return replace(_EDITORS[edit](piece, supply, rng), title=title)


def _mirror(piece: TitledText, supply: WordSupply, rng: Random) -> TitledText:
    cased = rng.choice((str, str.upper, str.lower))(piece.text)
    return replace(piece, text=re.sub(r"\s+", lambda _: rng.choice((" ", "\n", "  ", "\t")), cased))


def _syndicated(piece: TitledText, supply: WordSupply, rng: Random) -> TitledText:
    told = paragraphs(piece)
    least = max(_LEAST_KEPT, rng.uniform(_LEAST_KEPT, 1.0)) * len(units(piece.text))
    while len(told) > 1 and sum(len(units(each)) for each in told[:-1]) >= least:
        told.pop()
    line = f"{rng.choice(CITIES)} ({rng.choice(AGENCIES)}) – "
    by = f"{rng.choice(SIGNATURES)}\n" if rng.random() < 0.5 else ""
    end = f"\n{rng.choice(SIGNATURES)}" if rng.random() < 0.5 else ""
    return replace(piece, text=by + line + "\n".join(told) + end)


def _wrapped(piece: TitledText, supply: WordSupply, rng: Random) -> TitledText:
    before, after = boilerplate(supply.site)
    room = _MOST_WRAPPED * len(units(piece.text))
    kept: list[str] = []
    for each in (*before, *after):
        room -= len(units(each))
        if room > 0 or not kept:
            kept.append(each)
    first = [each for each in kept if each in before]
    return replace(piece, text="\n".join([*first, piece.text, *kept[len(first) :]]))


def _reworded(piece: TitledText, supply: WordSupply, rng: Random) -> TitledText:
    rate = rng.uniform(*_REWORDED)
    return replace(piece, text="\n".join(
        joined(_changed(units(line), rate, supply, rng)) for line in piece.text.split("\n")
    ))  # fmt: skip


def _changed(words: list[str], rate: float, supply: WordSupply, rng: Random) -> list[str]:
    changed = []
    for word in words:
        if rng.random() >= rate:
            changed.append(word)
        elif rng.random() < 0.5:
            changed.append(rng.choice(supply.chain.words))
    return changed


def _reordered(piece: TitledText, supply: WordSupply, rng: Random) -> TitledText:
    told = sentences_of(piece)
    dropped = int(len(told) * rng.uniform(*_DROPPED))
    return replace(piece, text=" ".join(rng.sample(told, len(told) - dropped)))


def _cut(piece: TitledText, supply: WordSupply, rng: Random) -> TitledText:
    words = units(piece.text)
    if rng.random() < 0.5:
        return replace(piece, text=joined(words[: (len(words) + 1) // 2]))
    news = supply.chain.prose(int(len(words) * rng.uniform(*_ADDED)), rng)
    parts = (news, piece.text) if rng.random() < 0.5 else (piece.text, news)
    return replace(piece, text="\n".join(parts))


_EDITORS: dict[EditKind, Callable[[TitledText, WordSupply, Random], TitledText]] = {
    EditKind.MIRROR: _mirror,
    EditKind.SYNDICATED: _syndicated,
    EditKind.WRAPPED: _wrapped,
    EditKind.REWORDED: _reworded,
    EditKind.REORDERED: _reordered,
    EditKind.CUT: _cut,
}
