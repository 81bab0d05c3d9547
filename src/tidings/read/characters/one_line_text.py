"""Short pieces of HTML (titles, teasers) as one line of text; whole pages are read in `pages`."""

import html
import re
from typing import Final

from tidings.read.characters.invisible_characters import visible_text

# Elements that separate words, whether or not a space stands there.
BREAKING_TAGS: Final = frozenset(
    "p br div img li ul ol dl dt dd h1 h2 h3 h4 h5 h6 hr table caption thead tbody tr td th pre "
    "blockquote figure figcaption section article header footer main nav aside address center "
    "noscript".split()
)
SILENT_TAGS: Final = frozenset(("script", "style"))  # their content is not text
_VOID_TAGS: Final = frozenset("br hr img wbr".split())
_INLINE_TAGS: Final = frozenset(
    "a abbr acronym b big bdi bdo cite code del dfn em font i ins kbd mark q s samp small span "
    "strike strong sub sup time tt u var".split()
)
_DROPPED = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1\s*>|\Z)"
    r"|<(title|iframe|textarea|button|option|noembed)\b[^<>]*>[^<]*</\2\s*>"
    r"|<[!?][A-Za-z\[][^<>]*>",  # document types, XML declarations, conditional comments
    re.DOTALL | re.IGNORECASE,
)
_REST: Final = r"""(?:(?:[^<>"']++|"[^"<]*+"|'[^'<]*+')*+>|[^<>]*+>)"""  # ">" may be quoted
_TAG = re.compile(rf"<(/?)([A-Za-z][A-Za-z0-9]*+){_REST}")
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
        if "<![CDATA[" in markup:  # escaped, so it marks nothing
            markup = markup.replace("<![CDATA[", "").replace("]]>", "")
        markup = _DROPPED.sub(" ", markup)
        markup = _TAG.sub(_space_for, markup)
    return _visible(unescaped_line(markup, limit))


def _space_for(tag: re.Match[str]) -> str:
    return " " if tag[2].lower() in BREAKING_TAGS else ""


def _visible(line: str) -> str:
    return line if line.isascii() else visible_text(line)


def doubtful_line(text: str, limit: int) -> str:
    """Return the words of what is either text or HTML: a title may speak about <b> or Map<Key>.

    It is HTML if one of its elements ends.
    """
    text = text[: limit * _MARKUP_FACTOR]
    if "<" in text and _has_element(text):
        return html_line(text, limit)
    return _visible(unescaped_line(text, limit))


def _has_element(text: str) -> bool:
    opened = set[str]()
    for slash, written in _TAG.findall(text):
        name = written.lower()
        if name in _VOID_TAGS or (slash and name in opened):
            return True
        if not slash and (name in _INLINE_TAGS or name in BREAKING_TAGS):
            opened.add(name)
    return False
