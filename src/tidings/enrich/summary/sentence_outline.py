"""A text as the sentences a summary may be made of: their words, and which are fit to be quoted."""

import re
from dataclasses import dataclass

from tidings.text.parsing.parsed_text import ParsedText

MAX_SENTENCES = 300  # of a text that are looked at: a long read has so many, the rest is appendix
_LONGEST = 150  # words; what goes on longer is a list or a table, no sentence
_SHORTEST = 5  # words; less is a heading, a byline or an exclamation

_QUESTIONS, _CLOSING = ("?", "？", "؟", "\u037e"), "'\"”’»)」』"
_quote = re.compile(r"[\"“”„«»「『‘]")
_SHORT, _MOST_NUMERALS = 12, 0.4  # words of a line that may be a date or a score, and their share
# The furniture of news pages: who, when, where to click; in capitals as sites write it.
_furniture = re.compile(
    r"(?:By|PUBLISHED|UPDATED|Published|Updated|Last updated|Read more|READ MORE|SCROLL DOWN"
    r"|Scroll down|Click here|Follow @|Share this|Sign up|Photo(?:graph)?:|Image:|Picture:"
    r"|E-?mail to)\b|(?:来源|图片来源|编辑|记者|文)[:：/]"
)
_CREDITS = ("contributed to this report", "责任编辑")  # anywhere in a sentence


@dataclass(frozen=True, slots=True)
class SentenceOutline:
    """The sentences of a text."""

    body: ParsedText
    sizes: list[int]  # words
    terms: list[list[str]]  # that say something
    fit: list[int]  # places of the sentences that may be quoted; all, where none would be left

    @property
    def words(self) -> int:
        """The length of the text."""
        return sum(self.sizes)

    def quotes(self, at: int) -> bool:
        """Whether a sentence quotes somebody."""
        return _quote.search(self.body.text, *self.body.sentences[at]) is not None


def outline_of(body: ParsedText, most: int = MAX_SENTENCES) -> SentenceOutline:
    """Return the sentences of a text, as many of the first ones as are to be looked at."""
    bounds = body.bounds[:most]
    sizes = [sum(map(bool, body.terms[first:last])) for first, last in bounds]
    terms = [
        [term for term in body.content[first : min(last, first + 2 * _LONGEST)] if term]
        for first, last in bounds
    ]
    fit = [at for at, size in enumerate(sizes) if _is_fit(body, at, size)]
    return SentenceOutline(body, sizes, terms, fit or list(range(len(sizes))))


def _is_fit(body: ParsedText, at: int, size: int) -> bool:
    if not _SHORTEST <= size <= _LONGEST:
        return False
    sentence = body.sentence(at)
    if sentence[:2].islower() and sentence[:2].isalpha():  # a piece of one that was cut in two
        return False
    if size < _SHORT and _numerals(body, at) >= _MOST_NUMERALS * size:
        return False
    if sentence.rstrip(_CLOSING).endswith(_QUESTIONS) or _furniture.match(sentence):
        return False
    return not any(credit in sentence for credit in _CREDITS)


def _numerals(body: ParsedText, at: int) -> int:
    first, last = body.bounds[at]
    return sum(word[0].isdecimal() for word in body.words[first:last])
