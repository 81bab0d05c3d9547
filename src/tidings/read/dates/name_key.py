"""How the names of months are compared: without case, accents and punctuation."""

import re
import unicodedata

from tidings.text.scripts.marks import folded

# What may stand between the words and the numbers of a date. A colon, a bar or a question mark
# may not: there the date ends.
_BREAKS = re.compile(r"[\s.,\-/()\[\]'’‘ʼ`´*_·–—،、，⹁፣፥፡°ºª॰׳״၊]+")


def name_key(text: str) -> str:
    """Return the words of a text as they are looked up, with single spaces between them."""
    if not text.isascii():
        # Precomposed and decomposed letters are the same: Bengali sites write both.
        text = unicodedata.normalize("NFC", text)
    return _BREAKS.sub(" ", folded(text.lower())).strip()
