"""Tokens: the words, numbers and marks of a text as written, with their positions.

Not the terms of the index (`analysis.py`): nothing is stemmed or left out, and nothing is split
into bigrams where a segmenter knows the words.
"""

import re
from collections.abc import Callable, Iterable
from functools import cache, partial
from itertools import pairwise

from tidings.text.scripts.cjk import FOLLOWERS, LETTERS, RUN
from tidings.text.scripts.marks import MARKS

_MAX_RUN = 200  # characters; a longer run costs a segmenter too much

# Dotted abbreviations, numbers, runs of scripts without spaces, words, and any other mark alone.
_token = re.compile(
    rf"(?P<run>{RUN})"
    r"|(?:[^\W\d_]\.){2,}"
    r"|\d+(?:[.,:/]\d+)*"
    rf"|(?:(?![{LETTERS}])[\w{MARKS}])+"
    r"|[^\w\s]"
)
# The same for texts without such runs and loose marks, which is most texts, in a third of the
# time: a word of two letters is not an abbreviation, and no letter's script must be checked.
_plain_token = re.compile(r"[^\W\d]\w+|(?:[^\W\d_]\.){2,}|\d+(?:[.,:/]\d+)*|\w|[^\w\s]")
_not_plain = re.compile(f"[{LETTERS}{MARKS}]")
_letter = re.compile(f"[{LETTERS}][{FOLLOWERS}]*")

Cut = Callable[[str], Iterable[str]]
Segmenter = Callable[[str], list[tuple[int, int]]]


def tokens(text: str, language: str) -> tuple[list[str], list[int]]:
    """Return the tokens of a text and the start of each."""
    if text.isascii() or not _not_plain.search(text):
        words = _plain_token.findall(text)
        return words, _starts(text, words)
    return _mixed_tokens(text, language)


def _starts(text: str, words: list[str]) -> list[int]:
    """The starts of tokens that have only white space between them."""
    starts = []
    at = 0
    for word in words:
        at = text.index(word, at)
        starts.append(at)
        at += len(word)
    return starts


def _mixed_tokens(text: str, language: str) -> tuple[list[str], list[int]]:
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
    """Bigrams, used without a segmenter; a single letter is a word."""
    letters = [match.span() for match in _letter.finditer(run)]
    if len(letters) < 2:
        return letters
    return [(one[0], other[1]) for one, other in pairwise(letters)]


@cache
def _segmenter(language: str) -> Segmenter:
    """The segmenter of a language; letter pairs if there is none or it is not installed."""
    make = _SEGMENTERS.get(language)
    if make is None:
        return _pairs
    try:
        cut = make()
    except ImportError:
        return _pairs
    return partial(_word_spans, cut)


def _word_spans(cut: Callable[[str], Iterable[str]], run: str) -> list[tuple[int, int]]:
    """The start and end of each word of a run; what the segmenter drops is left out."""
    spans = []
    for begin in range(0, len(run), _MAX_RUN):
        part, at = run[begin : begin + _MAX_RUN], 0
        for word in cut(part):
            start = part.find(word, at) if word.strip() else -1
            if start >= 0:
                at = start + len(word)
                spans.append((begin + start, begin + at))
    return spans


def _chinese() -> Cut:
    import rjieba

    return rjieba.cut


def _japanese() -> Cut:
    """Needs the extra `japanese`."""
    import fugashi

    tagger = fugashi.Tagger("-Owakati")
    return lambda text: tagger.parse(text).split()


def _korean() -> Cut:
    """Needs the extra `korean`."""
    import mecab

    return mecab.MeCab().morphs  # type: ignore[no-any-return]


def _thai() -> Cut:
    """Needs the extra `thai`."""
    from newmm_tokenizer.tokenizer import word_tokenize

    return word_tokenize  # type: ignore[no-any-return]


_SEGMENTERS: dict[str, Callable[[], Cut]] = {
    "zh": _chinese,
    "ja": _japanese,
    "ko": _korean,
    "th": _thai,
}
