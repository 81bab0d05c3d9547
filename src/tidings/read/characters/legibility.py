"""Legibility: whether a text looks correctly decoded. It does not detect languages.

A wrong single-byte charset turns letters into other letters, so no decoder fails. But the words
then mix scripts, have capitals inside, consist of accented letters, or have letters that their
language does not use.
"""

import re
from collections import Counter
from functools import lru_cache

_MAX_WORDS = 150  # non-ASCII words, spread evenly: the first ones may be a menu
_MAX_LENGTH = 8_192  # characters, for scripts without spaces
_MAX_ODD = 0.2  # share of odd words: correct texts stay below .05, others exceed .5
_MAX_CAPITALS = 0.6  # share of words in capitals: KOI8 and windows-1251 swap the cases
_MAX_FOREIGN = 0.1  # share of letters from other alphabets

# Words with a letter beyond ASCII.
_WORD = re.compile(r"(?<![A-Za-z])[A-Za-z]*+[^\x00-\x7f\W\d_][^\W\d_]*")
_BEYOND = r"\u0370-\u0fff"  # alphabets that words do not mix with Latin
_MIXED = re.compile(rf"[A-Za-z\u00aa-\u024f][{_BEYOND}]|[{_BEYOND}][A-Za-z\u00aa-\u024f]")
_ACCENTED = re.compile("[\u00aa-\u024f\u1ea0-\u1ef9]")
_GARBAGE = re.compile("[\x80-\x9f\ufffd\ue000-\uf8ff\uff61-\uff9f]+")  # half-width kana too
_SIGN = "[\u00a1-\u00a9\u00ac-\u00b3\u00b5\u00b6\u00b8-\u00bf]"
_ANY_SIGN = re.compile(_SIGN)
_SIGN_IN_WORD = re.compile(rf"[^\W\d_]{_SIGN}[^\W\d_]")
_IDEOGRAPH = re.compile("[\u3400-\u9fff]+")
_KANA = re.compile("[\u3041-\u30fe]+")
_HANGUL = re.compile("[\uac00-\ud7a3]+")
# A sixth of Chinese text is these characters; other texts decoded as Chinese have hardly any.
_FREQUENT = re.compile("[的一是在不了有和人这這中大为為上个個国國年会會发發说說对對]+")

_ALPHABETS = {
    "be": "абвгдеёжзійклмнопрстуўфхцчшыьэюя",
    "bg": "абвгдежзийклмнопрстуфхцчшщъьюя",
    "ca": "àçéèíïóòúü·",
    "cs": "áčďéěíňóřšťúůýž",
    "da": "æøåéäöü",
    "de": "äöüßéà",
    "es": "áéíóúñüªº",
    "et": "äõöüšž",
    "eu": "ñçü",
    "fi": "äöåšž",
    "fr": "àâæçéèêëîïôœùûüÿº",
    "ga": "áéíóú",
    "hr": "čćđšž",
    "hu": "áéíóöőúüű",
    "is": "áðéíóúýþæö",
    "it": "àèéìíîòóùúªº",
    "lt": "ąčęėįšųūž",
    "lv": "āčēģīķļņšūž",
    "mk": "абвгдѓежзѕијклљмнњопрстќуфхцчџшѐѝ",
    "nl": "áéëèïíóöüê",
    "no": "æøåéòóôäö",
    "pl": "ąćęłńóśźż",
    "pt": "áâãàçéêíóôõúüªº",
    "ro": "ăâîşșţț",
    "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    "sk": "áäčďéíĺľňóôŕšťúýž",
    "sl": "čšžćđ",
    "sq": "çëâ",
    "sr": "абвгдђежзијклљмнњопрстћуфхцчџшčćđšž",
    "sv": "åäöéüà",
    "tr": "çğıöşüâîûİ",
    "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
}
_ALPHABETS |= {"nb": _ALPHABETS["no"], "nn": _ALPHABETS["no"], "bs": _ALPHABETS["hr"]}
_SCRIPTS = {
    "\u0370-\u03ff": "el",
    "\u0400-\u052f": "kk mn",
    "\u0590-\u05ff": "he iw yi",
    "\u0600-\u06ff": "ar fa ur",
    "\u0e00-\u0e7f": "th",
    "\u3400-\u9fff": "zh",
    "\u3041-\u30fe\u3400-\u9fff": "ja",
    "\uac00-\ud7a3\u3400-\u9fff": "ko",
}
_SCRIPT_OF = {
    language: re.compile(f"[{script}]+")
    for script, languages in _SCRIPTS.items()
    for language in languages.split()
}


def is_legible(text: str, language: str = "") -> bool:
    """Return whether the non-ASCII words look like words (of the language, if given)."""
    text = _beyond_ascii(text)
    words = _WORD.findall(text)
    broken = len(_SIGN_IN_WORD.findall(text)) if _ANY_SIGN.search(text) else 0
    odd = sum(map(_is_odd, words)) + _count(_GARBAGE, text) + broken
    capitals = sum(word.isupper() for word in words if len(word) > 3)
    if odd > _MAX_ODD * len(words) or capitals > _MAX_CAPITALS * len(words):
        return False
    letters = "".join(words)
    if language in _ALPHABETS:
        return _is_written_with(letters, _ALPHABETS[language])
    if language in _SCRIPT_OF and _count(_SCRIPT_OF[language], letters) < 0.7 * len(letters):
        return False
    return _is_east_asian(letters) if _IDEOGRAPH.search(letters) else True


def _count(characters: re.Pattern[str], text: str) -> int:
    """Count the characters of a set in the text; the pattern matches runs of them."""
    return len("".join(characters.findall(text)))


def _beyond_ascii(text: str) -> str:
    """Return a sample of the words that are not pure ASCII, from the whole text."""
    pieces = [piece for piece in text.split(" ") if not piece.isascii()]
    return " ".join(pieces[:: len(pieces) // _MAX_WORDS + 1])[:_MAX_LENGTH]


@lru_cache(maxsize=20_000)  # a site repeats its words
def _is_odd(word: str) -> bool:
    rest = word[1:]
    if _MIXED.search(word) or (rest.lower() != rest and not word.isupper()):
        return True
    return len(word) > 3 and len(_ACCENTED.findall(word)) > 0.6 * len(word)


def _is_written_with(letters: str, alphabet: str) -> bool:
    """Return whether nearly all non-ASCII letters are in the alphabet; names may have others."""
    counts = Counter(letters.lower())
    beyond = {letter: count for letter, count in counts.items() if not letter.isascii()}
    foreign = sum(count for letter, count in beyond.items() if letter not in alphabet)
    return foreign <= _MAX_FOREIGN * sum(beyond.values())


def _is_east_asian(letters: str) -> bool:
    """Return whether the scripts are mixed as in Japanese, Korean or Chinese."""
    ideographs = _count(_IDEOGRAPH, letters)
    kana, hangul = _count(_KANA, letters), _count(_HANGUL, letters)
    dense = ideographs + kana + hangul
    if 0 < dense <= 8 * kana and not hangul:
        return True
    if 0 < dense <= 1.2 * hangul:
        return True
    return ideographs >= 0.9 * dense > 0 and _count(_FREQUENT, letters) >= 0.03 * ideographs
