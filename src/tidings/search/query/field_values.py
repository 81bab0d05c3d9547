"""Field values in the form of the index: languages as codes, sources as domains."""

import re
from collections.abc import Iterable
from typing import Final

from tidings.read.url import domain_of
from tidings.search.query.dates import folded
from tidings.search.query.tree import Between, Field, FieldName, Node, leaves

_LANGUAGES: Final = {
    name: code
    for code, names in {
        "ar": "arabic arabisch arabe العربية",
        "bg": "bulgarian",
        "cs": "czech tschechisch cestina",
        "da": "danish danisch dansk",
        "de": "german deutsch allemand aleman tedesco alemao duits 德语",
        "el": "greek griechisch",
        "en": "english englisch anglais ingles inglese engels 英语",
        "es": "spanish spanisch espagnol espanol spagnolo espanhol spaans castellano 西班牙语",
        "fa": "persian farsi",
        "fi": "finnish finnisch suomi",
        "fr": "french franzosisch francais frances francese frans 法语",
        "he": "hebrew hebraisch iw",
        "hi": "hindi",
        "hu": "hungarian ungarisch magyar",
        "id": "indonesian malay ms",
        "it": "italian italienisch italien italiano italiaans",
        "ja": "japanese japanisch japonais japones jp 日本語 日语",
        "ko": "korean koreanisch coreen kr 한국어",
        "nl": "dutch niederlandisch neerlandais holandes nederlands",
        "no": "norwegian norwegisch norsk nb nn",
        "pl": "polish polnisch polski",
        "pt": "portuguese portugiesisch portugais portugues portoghese",
        "ro": "romanian rumanisch",
        "ru": "russian russisch russe ruso russo русскии",
        "sv": "swedish schwedisch svenska",
        "th": "thai",
        "tr": "turkish turkisch turkce",
        "uk": "ukrainian ukrainisch",
        "vi": "vietnamese",
        "zh": "chinese chinesisch chinois chino cinese cn 中文 汉语 漢語",
    }.items()
    for name in names.split()
}
_code = re.compile(r"([a-z]{2,3})(?:[-_][a-z0-9]+)*")


def language_code(text: str) -> str | None:
    """Return the code of a language by its code or name; None if it is neither."""
    name = folded(text.strip())
    if name in _LANGUAGES:
        return _LANGUAGES[name]
    code = _code.fullmatch(name)
    return _LANGUAGES.get(code[1], code[1]) if code else None


def unknown_languages(name: FieldName, node: Node) -> list[str]:
    """Return the values of a language field that are not languages."""
    if name is not FieldName.LANGUAGE:
        return []
    texts = [leaf.text for leaf in leaves(node) if not isinstance(leaf, Between)]
    return [text for text in texts if language_code(text) is None]


def source_domain(text: str) -> str | None:
    """Return the registered domain of a host or URL; None for a bare name."""
    host = text.strip().lower().partition("://")[2] or text.strip().lower()
    host = host.partition("/")[0]
    return domain_of(f"http://{host}/") if "." in host or ":" in host else None


def wanted_languages(filters: Iterable[Node], known: tuple[str, ...]) -> tuple[str, ...]:
    """Return the languages that a filter names; all known ones without such a filter."""
    for node in filters:
        if isinstance(node, Field) and node.name is FieldName.LANGUAGE:
            texts = [leaf.text for leaf in leaves(node) if not isinstance(leaf, Between)]
            codes = tuple(dict.fromkeys(code for text in texts if (code := language_code(text))))
            return codes if codes else known
    return known
