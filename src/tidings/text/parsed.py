"""A text taken apart once, sentences and tokens, for every step that wants to understand it."""

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from tidings.text.sentences import sentences
from tidings.text.tokens import tokens


@dataclass(frozen=True)
class Parsed:
    """A text with its tokens and sentences; token `i` is `text[starts[i]:][:len(words[i])]`."""

    text: str
    language: str
    words: list[str]  # as written; marks are words, too
    starts: list[int]
    sentences: list[tuple[int, int]]  # places in the text

    @cached_property
    def bounds(self) -> list[tuple[int, int]]:
        """The first token of each sentence, and the first beyond it."""
        firsts = [bisect_left(self.starts, start) for start, _ in self.sentences]
        return list(pairwise([*firsts, len(self.starts)]))

    @cached_property
    def lowered(self) -> list[str]:
        """The tokens in small letters."""
        return [word.lower() for word in self.words]

    def sentence(self, index: int) -> str:
        """Return the words of one sentence."""
        start, end = self.sentences[index]
        return self.text[start:end]


def parse(text: str, language: str) -> Parsed:
    """Take a text apart."""
    words, starts = tokens(text, language)
    return Parsed(text, language, words, starts, sentences(text, language))
