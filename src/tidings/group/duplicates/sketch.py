"""A sketch: what is kept of a text to tell its near-duplicates; not what the text is about.

Four things, made once per article: a checksum of its letters; a 64-bit simhash of its words; the
fingerprints of its word shingles that are 0 mod p, where p grows with the text; and its facts,
numbers and names, by which a copy differs from another text of the same template.
"""

import re
import struct
import unicodedata
from bisect import bisect_left
from dataclasses import dataclass
from hashlib import blake2b
from operator import ne
from typing import TypeVar
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from tidings.text.parsing.parsed_text import ParsedText
from tidings.text.word_cache import WordCache

MODEL = "sketch 1"

SHINGLE_WORDS = 3  # words of a shingle: 5 to 10% of words changed leave 73 to 86% of these
MAX_FINGERPRINTS = 96  # fingerprints: shares are then known to about 5 points
MAX_FACTS = 24  # names, and numbers as well
_LONGEST = 60_000  # characters of a text that are looked at: 10 000 words
_SPEAKING = 12  # words; a shorter body ("Read the full story") says nothing without its title
_SHOUTED = 0.6  # of all words in capitals: then capitals tell no names (German has .4)
_HEAD = struct.Struct("<BBBBIQQ")  # version, p's exponent, names, numbers, words, two hashes
_VERSION = 1
_IS_WORD, _IS_CONTENT, _IS_NUMBER = 1 << 32, 1 << 33, 1 << 34
_ASCII_MARKS = bytes(code for code in range(128) if not chr(code).isalnum())
# As bytes, which is ten times as fast: quotation marks, dashes and ideographic punctuation.
_marks = re.compile(rb"\xe2\x80[\x80-\xbf]|\xe3\x80[\x80-\xbf]|\xc2[\xa0-\xbf]")

_Number = TypeVar("_Number", bound=np.generic)
Hashes = NDArray[np.uint64]
Fingerprints = NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Sketch:
    """Some hundred bytes for a text. The sets are sorted, as bytes of uint32 and uint16."""

    checksum: int = 0  # of the letters in small; 0: there are none
    simhash: int = 0
    words: int = 0
    level: int = 0  # fingerprints are 0 mod 2 ** level
    fingerprints: bytes = b""
    names: bytes = b""
    numbers: bytes = b""

    @property
    def marks(self) -> Fingerprints:
        """The fingerprints as numbers."""
        return np.frombuffer(self.fingerprints, "<u4")

    def packed(self) -> bytes:
        """Return the sketch as bytes to be stored."""
        head = _HEAD.pack(_VERSION, self.level, len(self.names) // 2, len(self.numbers) // 2,
                          self.words, self.checksum, self.simhash)  # fmt: skip
        return head + self.names + self.numbers + self.fingerprints


def unpacked_sketch(data: bytes) -> Sketch | None:
    """Return the sketch that was packed; None for one of another version, or a torn one."""
    if len(data) < _HEAD.size or data[0] != _VERSION:
        return None
    _, level, names, numbers, words, checksum, simhash = _HEAD.unpack_from(data)
    middle = _HEAD.size + 2 * names
    end = middle + 2 * numbers
    if len(data) < end or (len(data) - end) % 4:
        return None
    return Sketch(
        checksum, simhash, words, level, data[end:], data[_HEAD.size : middle], data[middle:end]
    )


def sketch_of(title: ParsedText, body: ParsedText) -> Sketch:
    """Sketch an article: its body, and where that is very short its title as well."""
    values = _values(body)
    told = body.text
    if np.count_nonzero(values) < _SPEAKING:
        values, told = np.concatenate((_values(title), values)), f"{title.text}\n{told}"
        names = b""
    else:
        names = _names(body, values)
    content = _mixed(values[values & _IS_CONTENT != 0])
    level, marks = _fingerprints(shingle_hashes(content))
    return Sketch(
        checksum=_checksum(told),
        simhash=simhash_of(content),
        words=int(np.count_nonzero(values)),
        level=level,
        fingerprints=marks,
        names=names,
        numbers=_facts(values[values & _IS_NUMBER != 0]),
    )


def content_hashes(parsed: ParsedText) -> Hashes:
    """Return a hash for each word of a text that says something."""
    values = _values(parsed)
    return _mixed(values[values & _IS_CONTENT != 0])


def _values(parsed: ParsedText) -> Hashes:
    """Every token as a number, with what kind of token it is; 0 is for marks."""
    words = parsed.lowered[: bisect_left(parsed.starts, _LONGEST)]
    return np.fromiter(map(_VALUES.__getitem__, words), np.uint64, len(words))


def _value(word: str) -> int:
    """A word's checksum, and bits for what it is.

    Words up to three letters are left out of shingles: in most scripts those with least to say,
    and no list of stop words has to be chosen by a language that may be mistaken.
    """
    if not word[0].isalnum():
        return 0
    letters = unicodedata.normalize("NFKC", word[:200]).encode("utf-8", "replace")
    value = crc32(letters) | _IS_WORD
    if word[0].isdigit():
        return value | _IS_CONTENT | _IS_NUMBER
    is_wide = letters[0] >= 0xE0  # of a script whose letters say more: two are a word
    return value | (_IS_CONTENT if len(word) > (1 if is_wide else 3) else 0)


_VALUES = WordCache(_value)


def _mixed(values: Hashes) -> Hashes:
    """Spread values evenly over 64 bits (the finaliser of splitmix64)."""
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


def _checksum(text: str) -> int:
    text = text[:_LONGEST]
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    letters = text.lower().encode("utf-8", "replace")
    if not text.isascii():
        letters = _marks.sub(b"", letters)
    letters = letters.translate(None, _ASCII_MARKS)
    digest = blake2b(letters, digest_size=8).digest()
    return int.from_bytes(digest, "little") if letters else 0


def simhash_of(content: Hashes) -> int:
    """Charikar's simhash; a word weighs more by each repetition, ever less so."""
    if not len(content):
        return 0
    words, counts = np.unique(content, return_counts=True)
    bits = np.unpackbits(words.view(np.uint8).reshape(len(words), 8), axis=1)
    weights = 1 + np.log(counts, dtype=np.float32)
    ones = weights @ bits.astype(np.float32) > weights.sum() / 2
    return int.from_bytes(np.packbits(ones).tobytes(), "little")


def shingle_hashes(content: Hashes) -> Hashes:
    """Return a hash for every three words in a row; fewer words are one shingle."""
    size = min(SHINGLE_WORDS, len(content))
    if not size:
        return content
    count = len(content) - size + 1
    sums = content[:count] * np.uint64(3)
    for at in range(1, size):
        # Different odd factors keep the order of words: a b c is not c b a.
        sums += content[at : at + count] * np.uint64(2 * at + 3)
    return _mixed(sums)


def _fingerprints(shingles: Hashes) -> tuple[int, bytes]:
    """The shingles' hashes that are 0 mod 2 ** level, for the least level with few enough."""
    marks, level = _distinct(shingles.astype("<u4")), 0
    while len(marks) > MAX_FINGERPRINTS and level < 31:
        level += 1
        marks = coarser(marks, level)
    return level, marks.tobytes()


def coarser(marks: Fingerprints, level: int) -> Fingerprints:
    """Return the fingerprints that are 0 mod 2 ** level."""
    kept: Fingerprints = marks[(marks & np.uint32((1 << level) - 1)) == 0]
    return kept


def _names(body: ParsedText, values: Hashes) -> bytes:
    """Words with a capital that do not begin a sentence."""
    count = len(values)
    capital = np.fromiter(map(ne, body.words[:count], body.lowered[:count]), np.bool_, count)
    if capital.sum() > _SHOUTED * np.count_nonzero(values):
        return b""
    begins = np.array([first for first, _ in body.bounds if first < count - 1], np.int64)
    # A sentence may begin with a quotation mark.
    capital[begins + (values[begins] == 0)] = False
    return _facts(values[capital])


def _facts(values: Hashes) -> bytes:
    """The least of the different hashes, so that two texts keep the same ones."""
    return _distinct(_mixed(values).astype("<u2"))[:MAX_FACTS].tobytes()


def _distinct(numbers: NDArray[_Number]) -> NDArray[_Number]:
    """What `np.unique` returns, which takes four times as long to find out how it was asked."""
    ordered = np.sort(numbers)
    fresh = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=fresh[1:])
    return ordered[fresh]
