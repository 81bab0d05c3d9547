"""A page as a stream of tags and texts, as written. No tree, and no repair.

Every pattern is possessive and every construct ends at the end of the page at the latest, as in
a browser, so each character is read once, whatever the page contains.
"""

import re
from collections.abc import Iterable, Iterator
from html import unescape
from itertools import islice
from typing import NamedTuple

from tidings.read.characters.invisible_characters import visible_text
from tidings.text.scripts.cjk import LETTERS
from tidings.text.scripts.marks import MARKS

_MAX_TOKENS = 200_000  # about a third of a second; the largest real page has 120 000
_NO_TEXT = "script|style|noscript|noembed|noframes|iframe|textarea|template|title"

# A quote begins a value only after "="; one that is never closed is an ordinary character.
_ATTRIBUTES = r"(?:[^>=]++|=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>\"'][^\s>]*+)?+)*+"
_token = re.compile(
    rf"""
    (?P<text>(?:[^<]++|<(?![a-z/!?]))++)
    | <(?P<silent>{_NO_TEXT})(?=[\s/>]){_ATTRIBUTES}>?+
        (?:[^<]++|<(?!/(?P=silent)[\s/>]))*+
    | <(?P<tag>/?[a-z][^\s/>]*+)(?P<attributes>{_ATTRIBUTES})>?+
    | <!--(?:-?>|(?:[^-]++|-(?!-!?>))*+(?:--!?>)?+)
    | <[!?/][^>]*+>?+
    """,
    re.IGNORECASE | re.VERBOSE,
)
# Bounded, because html.unescape fails on numbers with thousands of digits.
_entity = re.compile(
    r"&(?:#[0-9]{1,7}+(?![0-9])|#x[0-9a-f]{1,6}+(?![0-9a-f])|[a-z][a-z0-9]{1,31});?", re.IGNORECASE
)
_space = re.compile(r"\s+")
_word = re.compile(rf"(?:[{LETTERS}][{MARKS}]*+){{1,2}}|(?:[^\W{LETTERS}]|[{MARKS}])++")
_ascii_word = re.compile(r"\w+", re.ASCII)

COMMENT = "!"
_INLINE = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd mark nobr q rb rp "
    "rt rtc ruby s samp small span strike strong sub sup time tt u var wbr "
    "script style noscript template".split()
) | {COMMENT}


_READINGS = frozenset({"rt", "rp"})


class HtmlToken(NamedTuple):
    """A tag or a text."""

    tag: str  # its name in lower case, "/" before it if it closes, COMMENT; "" for a text
    text: str  # decoded, with white space collapsed; the attributes of a tag as written

    @property
    def name(self) -> str:
        """The tag's name, opening or closing."""
        return self.tag.removeprefix("/")


def tokens_of(html: str) -> list[HtmlToken]:
    """Return a page's tokens; the content of scripts, styles and the like is not text."""
    return list(islice(_tokens(html), _MAX_TOKENS))


def _tokens(html: str) -> Iterator[HtmlToken]:
    for match in _token.finditer(html):
        kind = match.lastgroup
        if kind == "text":
            yield HtmlToken("", _readable(match[0]))
        elif kind == "attributes":
            yield HtmlToken(match["tag"].lower(), match["attributes"])
        elif kind == "silent":
            yield HtmlToken(match["silent"].lower(), "")
        else:
            yield HtmlToken(COMMENT, "")


def _readable(text: str) -> str:
    if "&" in text:
        text = _entity.sub(lambda found: unescape(found[0]), text)
    return _space.sub(" ", text)


def lines_of(tokens: Iterable[HtmlToken]) -> str:
    """Return the text of tokens as lines, which end where a reader sees a new line."""
    lines = (visible_text(line) for line in "".join(_line_pieces(tokens)).split("\n"))
    return "\n".join(line for line in lines if line)


def _line_pieces(tokens: Iterable[HtmlToken]) -> Iterator[str]:
    """Texts and line ends, without readings of ruby, which stand above the words."""
    last = ""
    for token in tokens:
        if not token.tag:
            yield "" if last in _READINGS else token.text
        elif token.name not in _INLINE:
            yield "\n"
        last = token.tag


def words_of(text: str) -> list[str]:
    """Return the words of a text; in scripts without spaces, two letters count as one word.

    That is about the mean in Chinese and Japanese; otherwise a sentence would be one word.
    """
    return (_ascii_word if text.isascii() else _word).findall(text)
