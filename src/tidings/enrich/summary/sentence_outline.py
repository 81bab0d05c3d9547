"""The sentences of a text for a summary: their terms, and which of them may be quoted."""

import re
from dataclasses import dataclass

from tidings.text.parsing.parsed_text import ParsedText

MAX_SENTENCES = 300  # of a text: as many as a long report has, the rest is appendix
_MAX_WORDS = 150  # more is a list or a table
_MIN_WORDS = 5  # less is a heading, a byline or an exclamation

_QUESTIONS, _CLOSING = ("?", "？", "؟", "\u037e"), "'\"”’»)」』"
_QUOTE = re.compile(r"[\"“”„«»「『‘]")
_SHORT_LINE, _MAX_NUMERALS = (
    12,
    0.4,
)  # words of a line that may be a date or a score, and their share
# Boilerplate of news pages: bylines, dates, links; in the casing that sites use.
_BOILERPLATE = re.compile(
    r"(?:By|PUBLISHED|UPDATED|Published|Updated|Last updated|Read more|READ MORE|SCROLL DOWN"
    r"|Scroll down|Click here|Follow @|Share this|Sign up|E-?mail to)\b"
    r"|(?:Photo|Photograph|Image|Picture):|(?:来源|图片来源|编辑|记者|文)[:：/]"
)
_CREDIT_PHRASES = ("contributed to this report", "责任编辑")  # anywhere in a sentence


@dataclass(frozen=True, slots=True)
class SentenceOutline:
    """The sentences of a text."""

    body: ParsedText
    sizes: list[int]  # words
    terms: list[list[str]]  # content terms
    fit: list[int]  # indexes of the sentences that may be quoted; all, if none would be left

    @property
    def words(self) -> int:
        """The length of the text."""
        return sum(self.sizes)

    def quotes(self, at: int) -> bool:
        """Whether a sentence quotes somebody."""
        return _QUOTE.search(self.body.text, *self.body.sentences[at]) is not None


def outline_of(body: ParsedText, max_sentences: int = MAX_SENTENCES) -> SentenceOutline:
    """Return the first sentences of a text, at most `max_sentences`."""
    bounds = body.bounds[:max_sentences]
    sizes = [sum(map(bool, body.terms[first:last])) for first, last in bounds]
    terms = [
        [term for term in body.content[first : min(last, first + 2 * _MAX_WORDS)] if term]
        for first, last in bounds
    ]
    fit = [at for at, size in enumerate(sizes) if _is_fit(body, at, size)]
    return SentenceOutline(body, sizes, terms, fit or list(range(len(sizes))))


def _is_fit(body: ParsedText, at: int, size: int) -> bool:
    if not _MIN_WORDS <= size <= _MAX_WORDS:
        return False
    sentence = body.sentence(at)
    if sentence[:2].islower() and sentence[:2].isalpha():  # a part of a split sentence
        return False
    if size < _SHORT_LINE and _numerals(body, at) >= _MAX_NUMERALS * size:
        return False
    if sentence.rstrip(_CLOSING).endswith(_QUESTIONS) or _BOILERPLATE.match(sentence):
        return False
    return not any(credit in sentence for credit in _CREDIT_PHRASES)


def _numerals(body: ParsedText, at: int) -> int:
    first, last = body.bounds[at]
    return sum(word[0].isdecimal() for word in body.words[first:last])
