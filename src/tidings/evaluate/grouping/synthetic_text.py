"""Wording: texts taken to pieces and made up anew from other texts' words, for any script."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from tidings.text.parsing.sentences import sentences
from tidings.text.scripts.cjk import LETTERS

# Two letters of a script without spaces are about a word.
_unit = re.compile(rf"[{LETTERS}]{{1,2}}|[^\s{LETTERS}]+")
_dense = re.compile(rf"[{LETTERS}\u3000-\u303f\uff00-\uff65]")  # and their punctuation
_SENTENCE = 18  # units of a made-up one
_PARAGRAPH = 3  # sentences
_ENOUGH = 2_000  # words, to write in a language


@dataclass(frozen=True, slots=True)
class TitledText:
    """A text with its title."""

    title: str
    text: str
    language: str = "und"


def units(text: str) -> list[str]:
    """Return the words of a text with the marks that cling to them."""
    return _unit.findall(text)


def joined(words: Iterable[str]) -> str:
    """Return words as a text; scripts without spaces get none."""
    parts: list[str] = []
    for word in words:
        if parts and not (_dense.match(word) or _dense.match(parts[-1][-1])):
            parts.append(" ")
        parts.append(word)
    return "".join(parts)


def paragraphs(piece: TitledText) -> list[str]:
    """Return the paragraphs of a text; one without any is cut after every third sentence."""
    lines = [line.strip() for line in piece.text.split("\n") if line.strip()]
    if len(lines) > 1:
        return lines
    told = sentences_of(piece)
    return [joined(told[at : at + _PARAGRAPH]) for at in range(0, len(told), _PARAGRAPH)]


def sentences_of(piece: TitledText) -> list[str]:
    """Return the sentences of a text."""
    return [piece.text[start:end] for start, end in sentences(piece.text, piece.language)]


class MarkovChain:
    """Writes texts in which each word follows one that it follows in the texts it read.

    What it writes has the words and turns of phrase of its kind of text and tells nothing: the
    hardest of unrelated articles.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._followers: dict[str, list[str]] = defaultdict(list)
        self.words: list[str] = []
        for text in texts:
            read = units(text)
            self.words += read
            for word, follower in pairwise(read):
                self._followers[word].append(follower)

    def prose(self, count: int, rng: Random) -> str:
        """Return about so many words as paragraphs."""
        written = self._written(count, rng)
        told = [
            joined(written[at : at + _SENTENCE]).rstrip(".,;:") + "."
            for at in range(0, len(written), _SENTENCE)
        ]
        starts = range(0, len(told), _PARAGRAPH)
        return "\n".join(" ".join(told[at : at + _PARAGRAPH]) for at in starts)

    def headline(self, rng: Random) -> str:
        """Return the title of an article that is none."""
        return joined(self._written(rng.randint(5, 11), rng)).rstrip(".,;:")

    def _written(self, count: int, rng: Random) -> list[str]:
        word = rng.choice(self.words)
        written = [word]
        while len(written) < count:
            # Every eighth word begins anew, or a chain would write down what it read.
            followers = self._followers.get(word) if rng.random() > 0.125 else None
            word = rng.choice(followers or self.words)
            written.append(word)
        return written


class MarkovChains:
    """A chain per language, for those with texts enough to learn from; one of all for the rest."""

    def __init__(self, pieces: Sequence[TitledText]) -> None:
        texts: dict[str, list[str]] = defaultdict(list)
        for piece in pieces:
            texts[piece.language].append(piece.text or piece.title)
        self._all = MarkovChain([text for each in texts.values() for text in each])
        self._own = {language: chain for language, each in texts.items()
                     if len((chain := MarkovChain(each)).words) >= _ENOUGH}  # fmt: skip

    def of(self, piece: TitledText) -> MarkovChain:
        """Return the chain of a text's language."""
        return self._own.get(piece.language, self._all)
