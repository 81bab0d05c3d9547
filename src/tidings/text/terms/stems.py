"""From a word as written to the term that stands for it, by language; see analysis.py for words."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any

import Stemmer

from tidings.text.scripts.marks import folded
from tidings.text.terms.light_stems import LANGUAGES as LIGHT
from tidings.text.terms.light_stems import light_stemmer

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
_DIGITS = ":"  # comes after whatever begins with a digit, and before the letters
_ROOT, _LONG = 3, 3  # letters that a stem has at least, and what share of a word, one in so many
_UNFOLDED = frozenset({"vi"})  # its accents are tones: ma, má and mà are three words
# Snowball takes French and Italian elisions off by itself, but not the Catalan ones.
_ELISIONS = {"ca": ("l'", "d'", "s'", "n'", "m'", "t'")}
# Names have their endings behind an apostrophe, Ankara'nın; not those that are others' (O'Brien).
_ENDED = frozenset({"tr", "az"})
_ending = re.compile(r"(?<=..)'.*")
# Behind the article a last heh is the teh marbuta that it is often typed for. There the stemmer
# takes off only the one of the two, and the article of short words only before the other.
_ARTICLE = {"ar": re.compile("((?:[وفبك]*ال|[وف]?لل)(.{2,}))[هة]")}


class WordStemmer:
    """Turns the words of one language into terms.

    Not for two threads at once: the Snowball stemmer inside keeps its state between calls.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._elisions = _ELISIONS.get(language, ())
        self._ended = language in _ENDED
        self._article = _ARTICLE.get(language)
        self._folds = language not in _UNFOLDED
        self._stem = _stemmer(language)

    def term(self, word: str) -> str:
        """Return the term for a word in small letters; empty for one not worth keeping."""
        if len(word) > _MAX_LENGTH:
            return ""
        if self._ended:
            word = _ending.sub("", word)
        if word[0].isdecimal():
            return _number(word)
        word = self._respelt(word.replace(".", "").removesuffix("'s"))  # U.S.; the possessive
        if self._stem is not None and word:
            word = self._stem(word)
        return folded(word) if self._folds else word

    def _respelt(self, word: str) -> str:
        """The word as the stemmer knows it."""
        for elision in self._elisions:
            word = word.removeprefix(elision)
        if self._article and (found := self._article.fullmatch(word)):
            return found[1] + ("ه" if len(found[2]) < _ROOT else "ة")
        return word

    def plain_terms(self, words: Sequence[str]) -> list[str]:
        """Return the same, at a fifth of the time, for words of ASCII letters and digits."""
        if max(map(len, words), default=0) > _MAX_LENGTH:
            return [self.term(word) for word in words]
        stem, terms = self._stem, list(words)
        if stem is not None:
            terms = [stem(word) if word > _DIGITS else word for word in words]
        return terms if not self._folds or "".join(terms).isascii() else list(map(folded, terms))


def has_own_terms(language: str) -> bool:
    """Return whether the language has terms of its own, other than the words as they are."""
    return language in _SNOWBALL or language in LIGHT or language in _UNFOLDED


def _stemmer(language: str) -> Callable[[str], str] | None:
    light = light_stemmer(language)
    algorithm = _SNOWBALL.get(language)
    if algorithm is None:
        return light
    # Without its own memory of words, which costs five times what it saves: analysis.py has one.
    snowball: Any = Stemmer.Stemmer(algorithm, 0)
    stem: Callable[[str], str] = snowball.stemWord
    return stem if light is None else _cautious(stem, light)


def _cautious(stem: Callable[[str], str], light: Callable[[str], str]) -> Callable[[str], str]:
    """The stem, unless next to nothing is left of the word (Turkish insan, human, as in)."""

    def cautious(word: str) -> str:
        found = stem(word)
        too_short = len(found) < _ROOT and len(word) > _ROOT + 1
        return light(word) if too_short or _LONG * len(found) <= len(word) else found

    return cautious


def _number(word: str) -> str:
    """A number in one spelling: 1,000 and 1.000 as 1000, 3,5 as 3.5, all digits Western.

    Of two kinds of separators the last is the decimals': 1,234.50 and 1.234,50 are 1234.50.
    """
    word = word.replace("'", "")  # the 1990's
    if not word.isascii():
        word = "".join(str(unicodedata.decimal(letter, letter)) for letter in word)
    last = max(word.rfind("."), word.rfind(","))
    if last > 0 and word[last] not in word[:last] and _grouped(word[:last]):
        return f"{_whole(word[:last])}.{word[last + 1 :]}"
    return _whole(word) if _grouped(word) else word.replace(",", ".")


def _grouped(number: str) -> bool:
    """Whether separators stand before every three digits, if they are all of one kind."""
    _, *groups = number.replace(",", ".").split(".")
    return bool(groups) and all(len(group) == 3 for group in groups)


def _whole(number: str) -> str:
    return number.replace(",", "").replace(".", "")
