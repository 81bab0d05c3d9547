"""Language codes, as pages, feeds and people write them, in the form that `detection` uses."""

import re

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
