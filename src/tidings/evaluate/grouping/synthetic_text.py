"""Splits texts into words and generates new texts from them, for any script."""

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
_SENTENCE = 18  # units of a generated one
_PARAGRAPH = 3  # sentences
_ENOUGH = 2_000  # words, to generate text in a language


@dataclass(frozen=True, slots=True)
class TitledText:
    """A text with its title."""

    title: str
    text: str
    language: str = "und"


def units(text: str) -> list[str]:
    """Return the words of a text with attached punctuation."""
    return _unit.findall(text)


def joined(words: Iterable[str]) -> str:
    """Return words as a text; scripts without spaces get none."""
    parts: list[str] = []
    for word in words:
        if parts and not (_dense.match(word) or _dense.match(parts[-1][-1])):
            parts.append(" ")
        parts.append(word)
    return "".join(parts)


def paragraphs(content: TitledText) -> list[str]:
    """Return the paragraphs of a text; a single line is split after every third sentence."""
    lines = [line.strip() for line in content.text.split("\n") if line.strip()]
    if len(lines) > 1:
        return lines
    parts = sentences_of(content)
    return [joined(parts[at : at + _PARAGRAPH]) for at in range(0, len(parts), _PARAGRAPH)]


def sentences_of(content: TitledText) -> list[str]:
    """Return the sentences of a text."""
    return [content.text[start:end] for start, end in sentences(content.text, content.language)]


class MarkovChain:
    """Generates texts in which word pairs come from the texts it has read.

    The result has typical words and phrases but no content: the hardest kind of unrelated article.
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
        """Return about `count` words as paragraphs."""
        written = self._written(count, rng)
        parts = [
            joined(written[at : at + _SENTENCE]).rstrip(".,;:") + "."
            for at in range(0, len(written), _SENTENCE)
        ]
        starts = range(0, len(parts), _PARAGRAPH)
        return "\n".join(" ".join(parts[at : at + _PARAGRAPH]) for at in starts)

    def headline(self, rng: Random) -> str:
        """Return a generated title."""
        return joined(self._written(rng.randint(5, 11), rng)).rstrip(".,;:")

    def _written(self, count: int, rng: Random) -> list[str]:
        word = rng.choice(self.words)
        written = [word]
        while len(written) < count:
            # Every eighth word is random, because a chain would otherwise copy what it read.
            followers = self._followers.get(word) if rng.random() > 0.125 else None
            word = rng.choice(followers or self.words)
            written.append(word)
        return written


class MarkovChains:
    """A chain per language with enough texts, and one of all texts for the other languages."""

    def __init__(self, titled_texts: Sequence[TitledText]) -> None:
        texts: dict[str, list[str]] = defaultdict(list)
        for content in titled_texts:
            texts[content.language].append(content.text or content.title)
        self._all = MarkovChain([text for each in texts.values() for text in each])
        self._own = {language: chain for language, each in texts.items()
                     if len((chain := MarkovChain(each)).words) >= _ENOUGH}  # fmt: skip

    def of(self, content: TitledText) -> MarkovChain:
        """Return the chain of a text's language."""
        return self._own.get(content.language, self._all)
