"""The language of a text, from its first characters. It ignores what a page declares."""

from collections import Counter
from functools import cache
from threading import Lock
from typing import Any

from tidings.text.language.distinctive_words import DISTINCTIVE_WORDS

UNKNOWN = "und"

_HEAD = 400  # characters; more gained nothing on real headlines and articles
_OPENING, _SURE = 120, 0.9  # characters, confidence; more text changed no result on 900 pages
_HALF, _QUITE_SURE = 200, 0.99  # the same; more text raises the confidence by .01 at most
_MIN_DISTINCTIVE, _SHARE = 4, 10  # words, and one word in ten; mere quotations have fewer
_MIN_LETTERS = 20  # shorter English headlines are taken for Latin or Breton …
_FEW_LETTERS, _SURE_OF_FEW = 8, 0.7  # … unless the model is sure, as with one-language scripts
_MIN_CONFIDENCE = 0.3  # headlines in one language reach .5 and more, lists of names stay below .25
_DENSE_FROM = "\u2e80"  # from here on (Han, Kana, Hangul) a letter counts as much …
_DENSE_LETTERS = 3  # … as three of an alphabet
_OWN_FROM = "\u0530"  # from here on a script has few languages: a letter counts as two

# Treated as one written language: the same words, stems and readers.
_MERGED = {"ms": "id", "nn": "no"}
_MERGED_BOTH = frozenset({*_MERGED, *_MERGED.values()})
_MAJORITY = 0.5  # of the probability of all languages
_EXCLUDED = frozenset({"vo"})  # nobody writes news in Volapük, but names look like it
_NO_LANGUAGE = "zxx"  # the model's class for code and noise
_UNSURE = _MERGED_BOTH | {_NO_LANGUAGE}  # final only after the shares are added up
_DISTINCTIVE_LANGUAGES = frozenset(DISTINCTIVE_WORDS.values())

_loading = Lock()


def detect(text: str) -> tuple[str, float]:
    """Return the ISO 639-1 code of the text's language and the confidence (0..1).

    Text that is too short or too mixed gives ("und", p).
    """
    head = text[:_HEAD].lower()
    if (certain := _certain_language(head)) is not None:
        return certain
    language, confidence = _classify(head)
    needed = _FEW_LETTERS if confidence >= _SURE_OF_FEW else _MIN_LETTERS
    if confidence < _MIN_CONFIDENCE or not _has_enough_letters(head, needed):
        return UNKNOWN, confidence
    return language, confidence


def language_of(text: str) -> str:
    """Return the language `detect` finds; mostly from the opening alone, if the rest agrees."""
    opening, rest = text[:_OPENING].lower(), text[_OPENING:_HEAD].lower()
    if not _has_enough_letters(opening):
        return detect(text)[0]
    label, confidence = _identifier().classify(opening)
    language = str(_MERGED.get(label, label))
    if (
        confidence >= _SURE
        and _distinctive_language(rest) in (language, "")
        and label != _NO_LANGUAGE
    ):
        return language
    return detect(text)[0]


def _certain_language(head: str) -> tuple[str, float] | None:
    """The language if the first half is beyond doubt and the other half's words confirm it."""
    half, rest = head[:_HALF], head[_HALF:]
    if not rest or not _has_enough_letters(half):
        return None
    language, confidence = _identifier().classify(half)
    wanted = language if language in _DISTINCTIVE_LANGUAGES else ""
    if confidence < _QUITE_SURE or language in _UNSURE or _distinctive_language(rest) != wanted:
        return None
    return str(language), min(confidence, 1.0)


def _distinctive_language(text: str) -> str:
    """The language of most distinctive words of a text; empty if it has none."""
    votes = Counter([DISTINCTIVE_WORDS[word] for word in text.split() if word in DISTINCTIVE_WORDS])
    return votes.most_common(1)[0][0] if votes else ""


def is_in_language(text: str, language: str) -> bool:
    """Return whether a text is surely in a language; a quick check that may miss it.

    Three of four articles have enough distinctive words; the model decides about the others.
    """
    head = text[:_HEAD].lower()
    words = set(head.split())
    distinctive = sum(DISTINCTIVE_WORDS.get(word) == language for word in words)
    if distinctive >= _MIN_DISTINCTIVE and distinctive * _SHARE >= len(words):
        return True
    label, confidence = _identifier().classify(head[:_OPENING])
    return (
        confidence >= _SURE and _MERGED.get(label, label) == language and _has_enough_letters(head)
    )


def _classify(text: str) -> tuple[str, float]:
    """The most likely language after merging, with its probability."""
    if not text or text.isspace():
        return UNKNOWN, 0.0
    identifier = _identifier()
    first, most = identifier.classify(text)
    if most > _MAJORITY and first not in _MERGED_BOTH:  # merging can change nothing
        return (UNKNOWN if first == _NO_LANGUAGE else first), min(most, 1.0)
    merged: dict[str, float] = {}
    for label, share in identifier.rank(text)[:4]:
        language = _MERGED.get(label, label)
        merged[language] = merged.get(language, 0.0) + share
    language = max(merged, key=merged.__getitem__)
    return (UNKNOWN if language == _NO_LANGUAGE else language), min(merged[language], 1.0)


def _has_enough_letters(text: str, needed: int = _MIN_LETTERS) -> bool:
    """Whether the text has enough letters to judge, counted as Latin letters."""
    letters = 0
    for character in text:
        if character.isalpha():
            letters += _letter_weight(character)
            if letters >= needed:
                return True
    return False


def _letter_weight(letter: str) -> int:
    if letter >= _DENSE_FROM:
        return _DENSE_LETTERS
    return 2 if letter >= _OWN_FROM else 1


def _identifier() -> Any:
    # The lock makes threads wait for one load (over a second) instead of each doing its own.
    with _loading:
        return _load()


@cache
def _load() -> Any:
    from numpy import ascontiguousarray, float32
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    # Three-letter classes are dialects that take headlines from large languages
    # (Wu from Chinese, Nigerian Pidgin from English).
    identifier.set_languages(
        [
            label
            for label in identifier.labels
            if label == _NO_LANGUAGE or (len(label) == 2 and label not in _EXCLUDED)
        ]
    )
    # The model gives a float16 table with the chosen languages selected from it: numpy multiplies
    # a contiguous float32 table a third faster, for 23 MB more.
    identifier.nb_ptc = ascontiguousarray(identifier.nb_ptc, dtype=float32)
    # The model keeps the table of all languages, 27 MB, for a reset that is never used.
    identifier._full_model = identifier.nb_ptc, identifier.nb_pc, identifier.nb_classes
    return identifier
