"""From a word as written to the term that stands for it, by language; words come from words.py."""

import unicodedata
from typing import Any

import Stemmer

from tidings.text.marks import folded

_MAX_LENGTH = 64  # characters; longer ones are codes and run-together lists, nobody types them

_SNOWBALL = {
    "ar": "arabic",
    "bs": "serbian",  # one stemmer for the three, it reads both alphabets
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "eo": "esperanto",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fa": "persian",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hi": "hindi",
    "hr": "serbian",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "ms": "indonesian",
    "nb": "norwegian",
    "ne": "nepali",
    "nl": "dutch",
    "nn": "norwegian",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "st": "sesotho",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
    "yi": "yiddish",
}
_UNFOLDED = frozenset({"vi"})  # its accents are tones: ma, má and mà are three words
# Snowball takes French and Italian elisions off by itself, but not the Catalan ones.
_ELISIONS = {"ca": ("l'", "d'", "s'", "n'", "m'", "t'")}


class Stems:
    """Turns the words of one language into terms.

    Not for two threads at once: the Snowball stemmer inside keeps its state between calls.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._elisions = _ELISIONS.get(language, ())
        self._folds = language not in _UNFOLDED
        algorithm = _SNOWBALL.get(language)
        self._stemmer: Any = Stemmer.Stemmer(algorithm) if algorithm else None

    def term(self, word: str) -> str:
        """Return the term for a word in small letters; empty for one not worth keeping."""
        if len(word) > _MAX_LENGTH:
            return ""
        if word[0].isdecimal():
            return _number(word)
        word = word.replace(".", "").removesuffix("'s")  # U.S. and its friends; the possessive
        for elision in self._elisions:
            word = word.removeprefix(elision)
        if self._stemmer is not None:
            word = self._stemmer.stemWord(word)
        return folded(word) if self._folds else word


def differs(language: str) -> bool:
    """Return whether the language has terms of its own, other than the words as they are."""
    return language in _SNOWBALL or language in _UNFOLDED


def _number(word: str) -> str:
    """A number in one spelling: 1,000 and 1.000 as 1000, 3,5 as 3.5, all digits Western."""
    if not word.isascii():
        word = "".join(str(unicodedata.decimal(letter, letter)) for letter in word)
    whole, *groups = word.replace(",", ".").split(".")
    if groups and all(len(group) == 3 for group in groups):
        return whole + "".join(groups)
    return ".".join([whole, *groups])
