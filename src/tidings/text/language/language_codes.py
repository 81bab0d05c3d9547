"""Language codes, as pages, feeds and people write them, in the form that `detection` uses."""

import re
from collections.abc import Iterable

# Codes that were replaced, and languages that are treated as one (as in detection).
_SAME = {"iw": "he", "in": "id", "ji": "yi", "ms": "id", "nb": "no", "nn": "no", "mo": "ro"}
_PRIMARY = re.compile(r"([a-zA-Z]{2})(?:$|[-_][\w-]*$)")


def language_code(text: str) -> str:
    """Return the two-letter code of a language tag such as de-CH; empty if it has none."""
    match = _PRIMARY.match(text.strip())
    if match is None:
        return ""
    code = match[1].lower()
    return _SAME.get(code, code)


def language_codes(tags: Iterable[str]) -> tuple[str, ...]:
    """Return the codes of language tags, each once; tags without one are left out."""
    return tuple(dict.fromkeys(filter(None, map(language_code, tags))))
