"""A sketch: a compact summary of a text for finding near-duplicates, not of what it is about.

It is made once per article and has four parts: a checksum of the letters; a 64-bit simhash of the
words; the fingerprints of word shingles that are 0 mod p, where p grows with the text; and facts
(numbers and names), which distinguish a copy from another text of the same template.
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
MAX_FINGERPRINTS = 96  # shares are then known to about 5 percentage points
MAX_FACTS = 24  # names, and as many numbers
_MAX_CHARACTERS = 60_000  # of a text, about 10 000 words; the rest is ignored
_MIN_BODY_WORDS = 12  # a shorter body ("Read the full story") says nothing without its title
_MAX_CAPITALS = 0.6  # share of capitalised words above which capitals mark no names (German has .4)
_HEADER = struct.Struct("<BBBBIQQ")  # version, p's exponent, names, numbers, words, two hashes
_VERSION = 1
_IS_WORD, _IS_CONTENT, _IS_NUMBER = 1 << 32, 1 << 33, 1 << 34
_ASCII_MARKS = bytes(code for code in range(128) if not chr(code).isalnum())
# Quotation marks, dashes and ideographic punctuation; as bytes, which is ten times faster.
_MARKS = re.compile(rb"\xe2\x80[\x80-\xbf]|\xe3\x80[\x80-\xbf]|\xc2[\xa0-\xbf]")

_Number = TypeVar("_Number", bound=np.generic)
Hashes = NDArray[np.uint64]
Fingerprints = NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Sketch:
    """A few hundred bytes for a text. The sets are sorted, as bytes of uint32 and uint16."""

    checksum: int = 0  # of the letters in lower case; 0: there are none
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
        """Return the sketch as bytes for storage."""
        head = _HEADER.pack(_VERSION, self.level, len(self.names) // 2, len(self.numbers) // 2,
                          self.words, self.checksum, self.simhash)  # fmt: skip
        return head + self.names + self.numbers + self.fingerprints


def unpacked_sketch(data: bytes) -> Sketch | None:
    """Return the sketch that was packed; None if it has another version or is damaged."""
    if len(data) < _HEADER.size or data[0] != _VERSION:
        return None
    _, level, names, numbers, words, checksum, simhash = _HEADER.unpack_from(data)
    middle = _HEADER.size + 2 * names
    end = middle + 2 * numbers
    if len(data) < end or (len(data) - end) % 4:
        return None
    return Sketch(
        checksum, simhash, words, level, data[end:], data[_HEADER.size : middle], data[middle:end]
    )


def sketch_of(title: ParsedText, body: ParsedText) -> Sketch:
    """Sketch an article: its body, and also its title if the body is very short."""
    values = _values(body)
    full_text = body.text
    if np.count_nonzero(values) < _MIN_BODY_WORDS:
        values, full_text = np.concatenate((_values(title), values)), f"{title.text}\n{full_text}"
        names = b""
    else:
        names = _names(body, values)
    content = _mixed(values[values & _IS_CONTENT != 0])
    level, marks = _fingerprints(shingle_hashes(content))
    return Sketch(
        checksum=_checksum(full_text),
        simhash=simhash_of(content),
        words=int(np.count_nonzero(values)),
        level=level,
        fingerprints=marks,
        names=names,
        numbers=_facts(values[values & _IS_NUMBER != 0]),
    )


def content_hashes(parsed: ParsedText) -> Hashes:
    """Return a hash for each content word of a text."""
    values = _values(parsed)
    return _mixed(values[values & _IS_CONTENT != 0])


def _values(parsed: ParsedText) -> Hashes:
    """Every token as a number with bits for its kind; 0 for punctuation."""
    words = parsed.lowered[: bisect_left(parsed.starts, _MAX_CHARACTERS)]
    return np.fromiter(map(_VALUES.__getitem__, words), np.uint64, len(words))


def _value(word: str) -> int:
    """A word's checksum, and bits for its kind.

    Words of up to three letters are left out of shingles: in most scripts they carry the least
    content, and no list of stop words has to be chosen by a language that may be wrong.
    """
    if not word[0].isalnum():
        return 0
    letters = unicodedata.normalize("NFKC", word[:200]).encode("utf-8", "replace")
    value = crc32(letters) | _IS_WORD
    if word[0].isdigit():
        return value | _IS_CONTENT | _IS_NUMBER
    is_wide = letters[0] >= 0xE0  # of a script in which two letters are a word
    return value | (_IS_CONTENT if len(word) > (1 if is_wide else 3) else 0)


_VALUES = WordCache(_value)


def _mixed(values: Hashes) -> Hashes:
    """Spread values evenly over 64 bits (the finaliser of splitmix64)."""
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


def _checksum(text: str) -> int:
    text = text[:_MAX_CHARACTERS]
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    letters = text.lower().encode("utf-8", "replace")
    if not text.isascii():
        letters = _MARKS.sub(b"", letters)
    letters = letters.translate(None, _ASCII_MARKS)
    digest = blake2b(letters, digest_size=8).digest()
    return int.from_bytes(digest, "little") if letters else 0


def simhash_of(content: Hashes) -> int:
    """Charikar's simhash; the weight of a word grows with the log of its count."""
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
    hashes = content[:count] * np.uint64(3)
    for at in range(1, size):
        # Different odd factors keep the order of words: a b c is not c b a.
        hashes += content[at : at + count] * np.uint64(2 * at + 3)
    return _mixed(hashes)


def _fingerprints(shingles: Hashes) -> tuple[int, bytes]:
    """The shingle hashes that are 0 mod 2 ** level, at the lowest level with few enough."""
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
    if capital.sum() > _MAX_CAPITALS * np.count_nonzero(values):
        return b""
    openings = np.array([first for first, _ in body.bounds if first < count - 1], np.int64)
    # A sentence may begin with a quotation mark.
    capital[openings + (values[openings] == 0)] = False
    return _facts(values[capital])


def _facts(values: Hashes) -> bytes:
    """The smallest distinct hashes, so that two texts keep the same ones."""
    return _distinct(_mixed(values).astype("<u2"))[:MAX_FACTS].tobytes()


def _distinct(numbers: NDArray[_Number]) -> NDArray[_Number]:
    """What `np.unique` returns, four times faster: its argument handling is slow."""
    ordered = np.sort(numbers)
    is_first = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=is_first[1:])
    return ordered[is_first]
