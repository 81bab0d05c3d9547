"""What must hold for the result of `extract` on any input; violations raise AssertionError."""

import unicodedata

from tidings.extract.article import extract
from tidings.model.articles.article import Extraction, UnreadablePage

_UNWANTED = frozenset({"Cc", "Cs"})


def check_extract(
    html: str | bytes, url: str | None = None, charset: str | None = None
) -> Extraction | UnreadablePage:
    """Extract an input, and check that the result is deterministic and can be stored and shown."""
    found = extract(html, url, charset)
    assert found == extract(html, url, charset), "not deterministic"
    if isinstance(found, UnreadablePage):
        assert found.reason
        return found
    for line in (*found.text.split("\n"), found.title, found.standfirst, found.section,
                 found.publisher, *found.authors, *found.tags):  # fmt: skip
        assert line == line.strip(), f"blank ends: {line[:80]!r}"
        unwanted = [char for char in line if unicodedata.category(char) in _UNWANTED]
        assert not unwanted, f"control characters: {unwanted[:5]}"
    assert "<script" not in found.html.lower()
    found.html.encode()
    return found
