"""Six kinds of edits that turn a text into a near-duplicate, determined by the seed."""

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

_MIN_KEPT = 0.6  # of a syndicated text's words
_REWORDED = (0.05, 0.10)  # of the words are replaced or deleted
_DROPPED = (0.0, 0.25)  # of the reordered sentences
_ADDED = (0.2, 0.6)  # of the words, in an update
_MAX_WRAPPED = 1.5  # times the words: a longer text would be another article with a quotation


class EditKind(StrEnum):
    """How a copy differs from its original."""

    MIRROR = "mirror"  # other title, case, white space
    SYNDICATED = "syndicated"  # agency line, byline and dateline; paragraphs cut
    WRAPPED = "wrapped"  # surrounded by a site's boilerplate
    REWORDED = "reworded"  # some words replaced or deleted
    REORDERED = "reordered"  # sentences in another order, some dropped
    CUT = "excerpt"  # the first half only, or all of it with new paragraphs


@dataclass(frozen=True, slots=True)
class WordSupply:
    """The source of new words for edits."""

    chain: MarkovChain
    site: int = 0  # selects the boilerplate


def edited(content: TitledText, edit: EditKind, supply: WordSupply, rng: Random) -> TitledText:
    """Return a copy of a text with one kind of edit."""
    title = supply.chain.headline(rng) if rng.random() < 0.5 else content.title
    return replace(_EDITORS[edit](content, supply, rng), title=title)


def _mirror(content: TitledText, supply: WordSupply, rng: Random) -> TitledText:
    cased = rng.choice((str, str.upper, str.lower))(content.text)
    return replace(
        content, text=re.sub(r"\s+", lambda _: rng.choice((" ", "\n", "  ", "\t")), cased)
    )


def _syndicated(content: TitledText, supply: WordSupply, rng: Random) -> TitledText:
    kept = paragraphs(content)
    least = max(_MIN_KEPT, rng.uniform(_MIN_KEPT, 1.0)) * len(units(content.text))
    while len(kept) > 1 and sum(len(units(each)) for each in kept[:-1]) >= least:
        kept.pop()
    line = f"{rng.choice(CITIES)} ({rng.choice(AGENCIES)}) – "
    by = f"{rng.choice(SIGNATURES)}\n" if rng.random() < 0.5 else ""
    end = f"\n{rng.choice(SIGNATURES)}" if rng.random() < 0.5 else ""
    return replace(content, text=by + line + "\n".join(kept) + end)


def _wrapped(content: TitledText, supply: WordSupply, rng: Random) -> TitledText:
    before, after = boilerplate(supply.site)
    room = _MAX_WRAPPED * len(units(content.text))
    kept: list[str] = []
    for each in (*before, *after):
        room -= len(units(each))
        if room > 0 or not kept:
            kept.append(each)
    first = [each for each in kept if each in before]
    return replace(content, text="\n".join([*first, content.text, *kept[len(first) :]]))


def _reworded(content: TitledText, supply: WordSupply, rng: Random) -> TitledText:
    rate = rng.uniform(*_REWORDED)
    return replace(content, text="\n".join(
        joined(_changed(units(line), rate, supply, rng)) for line in content.text.split("\n")
    ))  # fmt: skip


def _changed(words: list[str], rate: float, supply: WordSupply, rng: Random) -> list[str]:
    changed = []
    for word in words:
        if rng.random() >= rate:
            changed.append(word)
        elif rng.random() < 0.5:
            changed.append(rng.choice(supply.chain.words))
    return changed


def _reordered(content: TitledText, supply: WordSupply, rng: Random) -> TitledText:
    sentences = sentences_of(content)
    dropped = int(len(sentences) * rng.uniform(*_DROPPED))
    return replace(content, text=" ".join(rng.sample(sentences, len(sentences) - dropped)))


def _cut(content: TitledText, supply: WordSupply, rng: Random) -> TitledText:
    words = units(content.text)
    if rng.random() < 0.5:
        return replace(content, text=joined(words[: (len(words) + 1) // 2]))
    news = supply.chain.prose(int(len(words) * rng.uniform(*_ADDED)), rng)
    parts = (news, content.text) if rng.random() < 0.5 else (content.text, news)
    return replace(content, text="\n".join(parts))


_EDITORS: dict[EditKind, Callable[[TitledText, WordSupply, Random], TitledText]] = {
    EditKind.MIRROR: _mirror,
    EditKind.SYNDICATED: _syndicated,
    EditKind.WRAPPED: _wrapped,
    EditKind.REWORDED: _reworded,
    EditKind.REORDERED: _reordered,
    EditKind.CUT: _cut,
}
