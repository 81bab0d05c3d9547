"""The language of a text from its first characters; it does not look at what a page declares."""

from collections import Counter
from functools import cache
from threading import Lock
from typing import Any

from tidings.text.language.distinctive_words import DISTINCTIVE_WORDS

UNKNOWN = "und"

_HEAD = 400  # characters; more gained nothing on real headlines and articles
_OPENING, _SURE = 120, 0.9  # characters and confidence; no other answer on 900 pages with more
_HALF, _QUITE_SURE = 200, 0.99  # the same; with more the confidence rises by .01 at most
_MIN_TELLING, _SHARE = 4, 10  # words, and one in so many; a text that quotes another has fewer
_MIN_LETTERS = 20  # shorter English headlines come out as Latin or Breton …
_FEW_LETTERS, _SURE_OF_FEW = 8, 0.7  # … unless the model is sure: scripts of one language are
_MIN_CONFIDENCE = 0.3  # headlines in one language reach .5 and more, lists of names stay below .25
_DENSE_FROM = "\u2e80"  # from here on (Han, Kana, Hangul) a letter says as much …
_DENSE_LETTERS = 3  # … as three of an alphabet
_OWN_FROM = "\u0530"  # from here on a script has few languages: a letter says as much as two

# One written language for our purpose: the same words, stems and readers.
_MERGED = {"ms": "id", "nn": "no"}
_KIN = frozenset({*_MERGED, *_MERGED.values()})
_MOSTLY = 0.5  # of all languages together
_NOT_ASKED = frozenset({"vo"})  # nobody writes news in Volapük, but names look like it
_NO_LANGUAGE = "zxx"  # the model's class for code and noise
_UNSURE = _KIN | {_NO_LANGUAGE}  # until all are added up
_DISTINCTIVE_LANGUAGES = frozenset(DISTINCTIVE_WORDS.values())

_loading = Lock()


def detect(text: str) -> tuple[str, float]:
    """Return the ISO 639-1 code of the text's language and how sure we are (0..1).

    Too little or too mixed text is ("und", p).
    """
    head = text[:_HEAD].lower()
    if (quite := _certain_language(head)) is not None:
        return quite
    language, confidence = _classify(head)
    needed = _FEW_LETTERS if confidence >= _SURE_OF_FEW else _MIN_LETTERS
    if confidence < _MIN_CONFIDENCE or not _has_enough_letters(head, needed):
        return UNKNOWN, confidence
    return language, confidence


def language_of(text: str) -> str:
    """Return what `detect` finds, mostly from less: a sure opening that the rest agrees with."""
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
    """What the first half of a text leaves no doubt of, and the telling words of the other say."""
    half, rest = head[:_HALF], head[_HALF:]
    if not rest or not _has_enough_letters(half):
        return None
    language, confidence = _identifier().classify(half)
    wanted = language if language in _DISTINCTIVE_LANGUAGES else ""
    if confidence < _QUITE_SURE or language in _UNSURE or _distinctive_language(rest) != wanted:
        return None
    return str(language), min(confidence, 1.0)


def _distinctive_language(text: str) -> str:
    """The language of most telling words of a text; nothing if it has none."""
    told = Counter([DISTINCTIVE_WORDS[word] for word in text.split() if word in DISTINCTIVE_WORDS])
    return told.most_common(1)[0][0] if told else ""


def is_in_language(text: str, language: str) -> bool:
    """Tell whether a text is surely in a language; a quick look that may miss it.

    Three of four articles have enough telling words of theirs; the model is asked for the others.
    """
    head = text[:_HEAD].lower()
    words = set(head.split())
    telling = sum(DISTINCTIVE_WORDS.get(word) == language for word in words)
    if telling >= _MIN_TELLING and telling * _SHARE >= len(words):
        return True
    label, confidence = _identifier().classify(head[:_OPENING])
    return (
        confidence >= _SURE and _MERGED.get(label, label) == language and _has_enough_letters(head)
    )


def _classify(text: str) -> tuple[str, float]:
    """The likeliest language after merging, with its probability."""
    if not text or text.isspace():
        return UNKNOWN, 0.0
    identifier = _identifier()
    first, most = identifier.classify(text)
    if most > _MOSTLY and first not in _KIN:  # nothing can be added, and no other is likelier
        return (UNKNOWN if first == _NO_LANGUAGE else first), min(most, 1.0)
    merged: dict[str, float] = {}
    for label, share in identifier.rank(text)[:4]:
        language = _MERGED.get(label, label)
        merged[language] = merged.get(language, 0.0) + share
    language = max(merged, key=merged.__getitem__)
    return (UNKNOWN if language == _NO_LANGUAGE else language), min(merged[language], 1.0)


def _has_enough_letters(text: str, needed: int = _MIN_LETTERS) -> bool:
    """Whether the text has enough letters to be judged, in letters of our alphabet."""
    letters = 0
    for character in text:
        if character.isalpha():
            letters += _worth(character)
            if letters >= needed:
                return True
    return False


def _worth(letter: str) -> int:
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
    # Three-letter classes are dialects that take headlines away from their big neighbours
    # (Wu from Chinese, Nigerian Pidgin from English).
    identifier.set_languages(
        [
            label
            for label in identifier.labels
            if label == _NO_LANGUAGE or (len(label) == 2 and label not in _NOT_ASKED)
        ]
    )
    # The table comes as float16 with the languages asked picked out of it: numpy multiplies a
    # contiguous float32 one a third faster, for 23 MB more.
    identifier.nb_ptc = ascontiguousarray(identifier.nb_ptc, dtype=float32)
    # It keeps the table of all languages, 27 MB, for a reset that nobody wants.
    identifier._full_model = identifier.nb_ptc, identifier.nb_pc, identifier.nb_classes
    return identifier
