"""Removes invisible characters from text, except those that letters need.

Joiners shape Persian, Indian scripts and emoji. Zero-width spaces separate words in Khmer, Lao,
Burmese and Thai. Direction marks matter in Arabic and Hebrew. They stay there and are removed
elsewhere. Embeddings are always removed, because their end may be cut off.
"""

import re
import unicodedata

from tidings.text.scripts.marks import MARKS

_CONTROLS = r"\x00-\x08\x0b\x0e-\x1f\x7f-\x9f"
# C1 controls on pages are windows-1252 quotes and dashes that were decoded as Latin-1.
_C1_CONTROL = re.compile("[\x80-\x9f]")
_WINDOWS_1252 = {chr(byte): bytes([byte]).decode("cp1252", "ignore") for byte in range(0x80, 0xA0)}
_STRAYS = (
    r"\u00ad\u034f\u180e\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"  # zero width, embeddings
    r"\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"  # not characters
    r"\ue000-\uf8ff\U000f0000-\U0010ffff"  # private use: icon fonts
)
_JOINED = (
    r"\u0600-\u0dff\u0f00-\u109f\u1780-\u18af\ua840-\uabff\ufb50-\ufdcf\ufe70-\ufefc"  # scripts
    r"\u00a9\u00ae\u2190-\u2bff\u3030\ufe0f\U0001f000-\U0001faff"  # emoji
)
_UNSPACED = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
# Each pattern begins with the characters it looks for, so the matcher skips all others.
_NOISE = re.compile(rf"[{_CONTROLS}{_STRAYS}]+")
_SUSPECT = re.compile(rf"[{_CONTROLS}{_STRAYS}\u200b-\u200d]")
_JOINER = re.compile(rf"[\u200c\u200d](?<![{_JOINED}][\u200c\u200d])")
_SPACE = re.compile(rf"\u200b(?:(?<![{_UNSPACED}]\u200b)|(?![{_UNSPACED}]))")
_DIRECTION = re.compile("[\u061c\u200e\u200f]+")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
# Normalising the accents of one letter takes quadratic time; real letters have a few.
_MARKED = rf"[{MARKS}\U000101fd-\U0001d3ff\U0001da00-\U0001efff]"
_PILE = re.compile(rf"({_MARKED}{{20}}){_MARKED}+")
_LONG_WORD = 100  # characters; a pile of accents in a shorter word costs nothing
_ENDS = " \u061c\u200b\u200c\u200e\u200f"


def visible_text(text: str) -> str:
    """Return the visible text on one line: NFC, with single spaces."""
    text = " ".join(text.split())
    if text.isprintable():  # nearly all texts: no joiners, no noise
        return text if text.isascii() else _composed(text)
    text = _without_noise(text)
    if not _RIGHT_TO_LEFT.search(text):
        text = _DIRECTION.sub("", text)
    return _composed(" ".join(text.split()).strip(_ENDS))


def visible_markup(markup: str) -> str:
    """Return markup without invisible characters; white space stays as it is."""
    if markup.isascii():
        return markup
    return _composed(_without_noise(markup) if _SUSPECT.search(markup) else markup)


def _without_noise(text: str) -> str:
    text = _C1_CONTROL.sub(lambda found: _WINDOWS_1252[found[0]], text)
    return _SPACE.sub("", _JOINER.sub("", _NOISE.sub("", text)))


def _composed(text: str) -> str:
    if _has_long_word(text):
        text = _PILE.sub(r"\1", text)
    return unicodedata.normalize("NFC", text)


def _has_long_word(text: str) -> bool:
    """Return whether a non-ASCII word is long enough for a pile of accents (addresses are ASCII).

    It steps from space to space, as far as possible without missing a long word.
    """
    start = 0
    while len(text) - start > _LONG_WORD:
        blank = text.rfind(" ", start, start + _LONG_WORD + 1)
        if blank < 0:
            blank = text.find(" ", start) % (len(text) + 1)  # the end if there is no space
            if not text[start:blank].isascii():
                return True
        start = blank + 1
    return False
