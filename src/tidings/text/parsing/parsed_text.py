"""A text split once into sentences and tokens, for every step that analyses it."""

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from tidings.text.parsing.content_words import content_terms
from tidings.text.parsing.sentences import sentences
from tidings.text.parsing.tokens import tokens
from tidings.text.terms.analysis import terms_of


@dataclass(frozen=True)
class ParsedText:
    """A text with its tokens and sentences; token `i` is `text[starts[i]:][:len(words[i])]`."""

    text: str
    language: str
    words: list[str]  # as written, including punctuation marks
    starts: list[int]
    sentences: list[tuple[int, int]]  # start and end in the text

    @cached_property
    def bounds(self) -> list[tuple[int, int]]:
        """The first token of each sentence, and the first one after it."""
        firsts = [bisect_left(self.starts, start) for start, _ in self.sentences]
        return list(pairwise([*firsts, len(self.starts)]))

    @cached_property
    def lowered(self) -> list[str]:
        """The tokens in lower case."""
        return [word.lower() for word in self.words]

    @cached_property
    def terms(self) -> list[str]:
        """The term of each token, comparable across texts; empty for marks."""
        return terms_of(self.words, self.language)

    @cached_property
    def content(self) -> list[str]:
        """The same for content words only; empty for all other words."""
        return content_terms(self.words, self.language)

    def opening(self, count: int) -> "ParsedText":
        """Return the same with at most `count` tokens, for steps that cost much per token."""
        if len(self.words) <= count:
            return self
        end = self.starts[count]
        begun = [span for span in self.sentences if span[0] < end]
        return ParsedText(self.text, self.language, self.words[:count], self.starts[:count], begun)

    def sentence(self, index: int) -> str:
        """Return the text of one sentence."""
        start, end = self.sentences[index]
        return self.text[start:end]


def parse_text(text: str, language: str) -> ParsedText:
    """Split a text into tokens and sentences."""
    words, starts = tokens(text, language)
    return ParsedText(text, language, words, starts, sentences(text, language))
