"""Tokens: the words, numbers and marks of a text with their places, as they are written.

Not the terms of the index (`analysis.py`): nothing is stemmed, left out or taken apart into bigrams
where a segmenter knows the words.
"""

import re
from collections.abc import Callable, Iterable
from functools import cache, partial
from itertools import pairwise

from tidings.text.scripts.cjk import FOLLOWERS, LETTERS, RUN
from tidings.text.scripts.marks import MARKS

_MAX_WORD = 200  # characters; a longer one is no word, and costs a segmenter too much

# Dotted abbreviations, numbers, runs of scripts without spaces, words, and any other mark alone.
_token = re.compile(
    rf"(?P<run>{RUN})"
    r"|(?:[^\W\d_]\.){2,}"
    r"|\d+(?:[.,:/]\d+)*"
    rf"|(?:(?![{LETTERS}])[\w{MARKS}])+"
    r"|[^\w\s]"
)
# The same for texts without such runs and loose marks, which is most of them, in a third of the
# time: a word of two letters is no abbreviation, and no letter has to be asked for its script.
_plain_token = re.compile(r"[^\W\d]\w+|(?:[^\W\d_]\.){2,}|\d+(?:[.,:/]\d+)*|\w|[^\w\s]")
_not_plain = re.compile(f"[{LETTERS}{MARKS}]")
_letter = re.compile(f"[{LETTERS}][{FOLLOWERS}]*")

Cut = Callable[[str], Iterable[str]]
Segmenter = Callable[[str], list[tuple[int, int]]]


def tokens(text: str, language: str) -> tuple[list[str], list[int]]:
    """Return the tokens of a text and where each begins; all end where their letters do."""
    if text.isascii() or not _not_plain.search(text):
        words = _plain_token.findall(text)
        return words, _starts(text, words)
    return _mixed_tokens(text, language)


def _starts(text: str, words: list[str]) -> list[int]:
    """Where tokens begin that have nothing but white space between them."""
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
    """Bigrams, where no segmenter knows better; one letter alone is a word."""
    letters = [match.span() for match in _letter.finditer(run)]
    if len(letters) < 2:
        return letters
    return [(one[0], other[1]) for one, other in pairwise(letters)]


@cache
def _segmenter(language: str) -> Segmenter:
    """What knows the words of a language; pairs where nothing does, or it is not installed."""
    make = _KNOWN.get(language)
    if make is None:
        return _pairs
    try:
        cut = make()
    except ImportError:
        return _pairs
    return partial(_placed, cut)


def _placed(cut: Callable[[str], Iterable[str]], run: str) -> list[tuple[int, int]]:
    """Cut a run into words and find where they stand; what a segmenter drops is left out."""
    spans = []
    for begin in range(0, len(run), _MAX_WORD):
        part, at = run[begin : begin + _MAX_WORD], 0
        for word in cut(part):
            place = part.find(word, at) if word.strip() else -1
            if place >= 0:
                at = place + len(word)
                spans.append((begin + place, begin + at))
    return spans


def _chinese() -> Cut:
    import rjieba

    return rjieba.cut


def _japanese() -> Cut:
    """The extra `japanese`."""
    import fugashi

    tagger = fugashi.Tagger("-Owakati")
    return lambda text: tagger.parse(text).split()


def _korean() -> Cut:
    """The extra `korean`."""
    import mecab

    return mecab.MeCab().morphs  # type: ignore[no-any-return]


def _thai() -> Cut:
    """The extra `thai`."""
    from newmm_tokenizer.tokenizer import word_tokenize

    return word_tokenize  # type: ignore[no-any-return]


_KNOWN: dict[str, Callable[[], Cut]] = {
    "zh": _chinese,
    "ja": _japanese,
    "ko": _korean,
    "th": _thai,
}
