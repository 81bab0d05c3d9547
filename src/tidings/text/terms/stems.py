"""From a word as written to its term, by language. Splitting texts is in analysis.py."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any

import Stemmer

from tidings.text.scripts.marks import folded
from tidings.text.terms.light_stems import LANGUAGES as LIGHT
from tidings.text.terms.light_stems import light_stemmer

_MAX_LENGTH = 64  # characters; longer words are codes and run-together lists, nobody types them

_SNOWBALL = {
    "ar": "arabic",
    "bs": "serbian",  # one stemmer for all three, for both alphabets
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
_DIGITS = ":"  # sorts after anything that begins with a digit, and before letters
_ROOT, _SHARE = 3, 3  # minimum letters of a stem, and a stem must exceed a third of its word
_UNFOLDED = frozenset({"vi"})  # its accents are tones: ma, má and mà are three words
# Snowball removes French and Italian elisions itself, but not the Catalan ones.
_ELISIONS = {"ca": ("l'", "d'", "s'", "n'", "m'", "t'")}
# Names have their endings after an apostrophe, Ankara'nın; but not foreign names (O'Brien).
_APOSTROPHE_ENDINGS = frozenset({"tr", "az"})
_ending = re.compile(r"(?<=..)'.*")
# After the article, a final heh is often typed for a teh marbuta. The stemmer removes only one of
# the two there, and the article of short words only before the other.
_ARTICLE = {"ar": re.compile("((?:[وفبك]*ال|[وف]?لل)(.{2,}))[هة]")}


class WordStemmer:
    """Turns the words of one language into terms.

    Not for two threads at once: the Snowball stemmer inside keeps its state between calls.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._elisions = _ELISIONS.get(language, ())
        self._has_endings = language in _APOSTROPHE_ENDINGS
        self._article = _ARTICLE.get(language)
        self._folds = language not in _UNFOLDED
        self._stem = _stemmer(language)

    def term(self, word: str) -> str:
        """Return the term of a lower-case word; empty for one not worth keeping."""
        if len(word) > _MAX_LENGTH:
            return ""
        if self._has_endings:
            word = _ending.sub("", word)
        if word[0].isdecimal():
            return _number(word)
        word = self._respelled(word.replace(".", "").removesuffix("'s"))  # U.S.; the possessive
        if self._stem is not None and word:
            word = self._stem(word)
        return folded(word) if self._folds else word

    def _respelled(self, word: str) -> str:
        """The word in the spelling that the stemmer expects."""
        for elision in self._elisions:
            word = word.removeprefix(elision)
        if self._article and (found := self._article.fullmatch(word)):
            return found[1] + ("ه" if len(found[2]) < _ROOT else "ة")
        return word

    def plain_terms(self, words: Sequence[str]) -> list[str]:
        """Return the same in a fifth of the time, for words of ASCII letters and digits."""
        if max(map(len, words), default=0) > _MAX_LENGTH:
            return [self.term(word) for word in words]
        stem, terms = self._stem, list(words)
        if stem is not None:
            terms = [stem(word) if word > _DIGITS else word for word in words]
        return terms if not self._folds or "".join(terms).isascii() else list(map(folded, terms))


def has_own_terms(language: str) -> bool:
    """Return whether the language has rules of its own that change words into terms."""
    return language in _SNOWBALL or language in LIGHT or language in _UNFOLDED


def _stemmer(language: str) -> Callable[[str], str] | None:
    light = light_stemmer(language)
    algorithm = _SNOWBALL.get(language)
    if algorithm is None:
        return light
    # Without Snowball's own cache, which costs five times what it saves: analysis.py has one.
    snowball: Any = Stemmer.Stemmer(algorithm, 0)
    stem: Callable[[str], str] = snowball.stemWord
    return stem if light is None else _cautious(stem, light)


def _cautious(stem: Callable[[str], str], light: Callable[[str], str]) -> Callable[[str], str]:
    """The stem, or the light stem if almost nothing is left of the word (Turkish insan as in)."""

    def cautious(word: str) -> str:
        found = stem(word)
        too_short = len(found) < _ROOT and len(word) > _ROOT + 1
        return light(word) if too_short or _SHARE * len(found) <= len(word) else found

    return cautious


def _number(word: str) -> str:
    """A number in one spelling: 1,000 and 1.000 as 1000, 3,5 as 3.5, all digits Western.

    If both separators occur, the last one is decimal: 1,234.50 and 1.234,50 are 1234.50.
    """
    word = word.replace("'", "")  # the 1990's
    if not word.isascii():
        word = "".join(str(unicodedata.decimal(letter, letter)) for letter in word)
    last = max(word.rfind("."), word.rfind(","))
    if last > 0 and word[last] not in word[:last] and _is_grouped(word[:last]):
        return f"{_without_separators(word[:last])}.{word[last + 1 :]}"
    return _without_separators(word) if _is_grouped(word) else word.replace(",", ".")


def _is_grouped(number: str) -> bool:
    """Whether every separator precedes exactly three digits."""
    _, *groups = number.replace(",", ".").split(".")
    return bool(groups) and all(len(group) == 3 for group in groups)


def _without_separators(number: str) -> str:
    return number.replace(",", "").replace(".", "")
