"""Scripts without spaces between words: their letters, and the terms made of them. No dictionary.

A run of letters c0 c1 c2 is emitted as c0 c0c1 c1 c1c2 c2: unigrams and bigrams interleaved. The
terms of any part of the run are then contiguous in the terms of the run, so a phrase query finds
exactly the texts that contain it. Hangul is included although Korean has spaces: particles are
attached to the word (정부 is the government, 정부는 makes it the topic), and people search without.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from tidings.text.scripts.marks import MARKS

# Ranges for a regular expression's character class. Letters only: punctuation ends a run.
LETTERS = (
    "\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46"  # Thai
    "\u0e81-\u0eb0\u0eb2\u0eb3\u0ebd-\u0ec6\u0edc-\u0edf"  # Lao
    "\u1000-\u102a\u103f\u1050-\u1055\u105a-\u105d\u1061\u1065\u1066"  # Myanmar …
    "\u106e-\u1070\u1075-\u1081\u108e"  # … and related scripts
    "\u1780-\u17b3\u17d7\u17dc"  # Khmer
    "\u1100-\u115f\u3131-\u318e\ua960-\ua97c\uac00-\ud7fb\uffa1-\uffdc"  # Hangul
    "\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303c"  # 々〆〇 and similar
    "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9d"  # Kana
    "\u3105-\u312f\u31a0-\u31bf"  # Bopomofo
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"  # Han
)


# Attached to the letter before: vowel and tone signs, voicing marks, the rest of a syllable.
FOLLOWERS = MARKS + "\uff9e\uff9f\u1160-\u11ff"

RUN = f"[{LETTERS}][{LETTERS}{FOLLOWERS}]*"
_follower = re.compile(f"[{FOLLOWERS}]")
_letter = re.compile(f"[{LETTERS}][{FOLLOWERS}]{{0,8}}")  # real text stacks three marks at most


def letters_of(run: str) -> Sequence[str]:
    """Return the letters of a run, each with its marks, in one spelling (NFKC)."""
    letters = run if _follower.search(run) is None else _letter.findall(run)
    if unicodedata.is_normalized("NFKC", run):
        return letters
    return [unicodedata.normalize("NFKC", letter) for letter in letters]


def grams(letters: Sequence[str]) -> list[str]:
    """Return the interleaved unigrams and bigrams of a run's letters."""
    terms = [""] * (2 * len(letters) - 1)
    terms[::2] = letters
    terms[1::2] = map(str.__add__, letters, letters[1:])
    return terms


def lookup_grams(count: int) -> range:
    """Return which grams of `count` letters suffice for lookup: the bigrams, or the one letter."""
    return range(1, 2 * count - 1, 2) if count > 1 else range(1)


def gram_spans(run: str, start: int) -> Iterator[tuple[int, int]]:
    """Yield the position of each gram of a run in a text, where the run begins at `start`."""
    letters = [(start + at.start(), start + at.end()) for at in _letter.finditer(run)]
    for index, (first, last) in enumerate(letters):
        yield first, last
        if index + 1 < len(letters):
            yield first, letters[index + 1][1]
