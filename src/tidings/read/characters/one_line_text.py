"""Short pieces of HTML (titles, teasers) as one line of text; whole pages are read in `pages`."""

import html
import re
from typing import Final

from tidings.read.characters.invisible_characters import visible_text

_DROPPED = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE
)
_BREAKS = re.compile(
    r"</?(?:p|div|br|hr|li|ul|ol|h[1-6]|table|tr|t[dh]|blockquote|figure|figcaption|section|img|pre)"
    r"(?:[\s/][^<>]*)?>",
    re.IGNORECASE,
)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_INVISIBLE = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\u200b\u2060\ufeff\ufdd0-\ufdef\ud800-\udfff]")
# Markup is cut before it is cleaned, to this many characters per character shown.
_MARKUP_FACTOR: Final = 8


def one_line(text: str, limit: int) -> str:
    """Return `text` on one line, without invisible characters, cut at `limit`."""
    if len(text) > limit:
        text = text[: limit * _MARKUP_FACTOR]
    if not (text.isascii() and text.isprintable()):
        text = _INVISIBLE.sub("", text)
    text = " ".join(text.split())
    return text if len(text) <= limit else text[:limit].rstrip()


def unescaped_line(text: str, limit: int) -> str:
    """Return text with HTML escapes undone, on one line, cut at `limit`."""
    text = text[: limit * _MARKUP_FACTOR]
    return one_line(html.unescape(text) if "&" in text else text, limit)


def html_line(markup: str, limit: int) -> str:
    """Return the words of a piece of HTML on one line, cut at `limit`."""
    markup = markup[: limit * _MARKUP_FACTOR]
    if "<" in markup:
        markup = _DROPPED.sub(" ", markup)
        markup = _TAG.sub("", _BREAKS.sub(" ", markup))
    return visible_text(unescaped_line(markup, limit))
