"""Tokens: the words, numbers and marks of a text with their places, as they are written.

Not the terms of the index (`words.py`): nothing is stemmed, left out or taken apart into bigrams
where a segmenter knows the words.
"""

import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise

from tidings.text.cjk import FOLLOWERS, LETTERS, RUN
from tidings.text.marks import MARKS

_MAX_WORD = 200  # characters; a longer one is no word, and costs a segmenter too much

# Dotted abbreviations, numbers, runs of scripts without spaces, words, and any other mark alone.
_token = re.compile(
    rf"(?P<run>{RUN})"
    r"|(?:[^\W\d_]\.){2,}"
    r"|\d+(?:[.,:/]\d+)*"
    rf"|(?:(?![{LETTERS}])[\w{MARKS}])+"
    r"|[^\w\s]"
)
_letter = re.compile(f"[{LETTERS}][{FOLLOWERS}]*")

Segmenter = Callable[[str], list[tuple[int, int]]]


def tokens(text: str, language: str) -> tuple[list[str], list[int]]:
    """Return the tokens of a text and where each begins; all end where their letters do."""
    words: list[str] = []
    starts: list[int] = []
    segment = _segmenter(language)
    for match in _token.finditer(text):
        if match["run"] is None:
            words.append(match[0])
            starts.append(match.start())
            continue
        begin = match.start()
        for first, last in segment(match[0]):
            words.append(match[0][first:last])
            starts.append(begin + first)
    return words, starts


def _pairs(run: str) -> list[tuple[int, int]]:
    """Bigrams, where no segmenter knows better; one letter alone is a word."""
    letters = [match.span() for match in _letter.finditer(run)]
    if len(letters) < 2:
        return letters
    return [(one[0], other[1]) for one, other in pairwise(letters)]


@cache
def _segmenter(language: str) -> Segmenter:
    return _chinese() if language == "zh" else _pairs


def _chinese() -> Segmenter:
    import rjieba

    def segment(run: str) -> list[tuple[int, int]]:
        spans = []
        for at in range(0, len(run), _MAX_WORD):
            spans += [(at + b, at + e) for _, b, e in rjieba.tokenize(run[at : at + _MAX_WORD])]
        return spans

    return segment
