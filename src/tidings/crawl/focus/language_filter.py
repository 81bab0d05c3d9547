"""Which articles and links are not wanted because of their language.

The text decides. What a page declares only counts against a text that is hard to tell: many
templates declare the language of their makers. A text that is short or undecidable is wanted.
"""

from collections.abc import Iterable

from tidings.text.language.detection import UNKNOWN, detect
from tidings.text.language.language_codes import language_code, language_codes

_MIN_LENGTH = 60  # characters of an article; a shorter one is a caption or a list of names
_SAMPLE, _LONG = 400, 1_200  # characters that are judged, and from which the middle is judged too
_SURE = 0.95  # confidence that outweighs a declaration
# Languages whose texts are often taken for each other: a declaration decides between them.
_ALIKE = tuple(
    frozenset(group.split())
    for group in ("da no sv", "bs hr sr sl", "cs sk", "es gl ca", "id ms jv", "ru uk be", "bg mk")
)


def unwanted_article(text: str, declared: Iterable[str], wanted: Iterable[str]) -> str:
    """Return the languages of an article that is not wanted, in words; empty if it is wanted."""
    codes, claims = language_codes(wanted), language_codes(declared)
    if len(text) < _MIN_LENGTH:
        return ""
    language, confidence = detect(text)
    if language in codes or language == UNKNOWN:
        return ""
    for claim in claims:
        if claim in codes and (confidence < _SURE or _are_alike(claim, language)):
            return ""
    if len(text) > _LONG and detect(_middle(text))[0] in codes:  # an article in two languages
        return ""
    return f"declared {', '.join(claims) or 'nothing'}, detected {language}"


def is_unwanted_link(words: str, declared: str | None, wanted: Iterable[str]) -> bool:
    """Return whether a feed's or sitemap's item is surely not wanted: what it declares and the
    words of its headline both say so."""
    codes, claim = language_codes(wanted), language_code(declared or "")
    if not claim or claim in codes:
        return False
    language = detect(words)[0]
    return language not in (UNKNOWN, *codes)


def is_unwanted_declaration(declared: str, wanted: Iterable[str]) -> bool:
    """Return whether a link says that it leads to a language that is not wanted."""
    claim = language_code(declared)
    return bool(claim) and claim not in language_codes(wanted)


def _are_alike(one: str, other: str) -> bool:
    return any(one in group and other in group for group in _ALIKE)


def _middle(text: str) -> str:
    start = (len(text) - _SAMPLE) // 2
    return text[start : start + _SAMPLE]
