"""A page as a stream of tags and texts, as written: no tree, no repair, no judgement.

Every pattern is possessive and every construct ends at the end of the page at the latest, as it
does in a browser, so each character is looked at once whatever the page is made of.
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
_SILENT = "script|style|noscript|noembed|noframes|iframe|textarea|template|title"

# A quote only opens a value after "="; one that is never closed is just a character.
_ATTRIBUTES = r"(?:[^>=]++|=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>\"'][^\s>]*+)?+)*+"
_token = re.compile(
    rf"""
    (?P<text>(?:[^<]++|<(?![a-z/!?]))++)
    | <(?P<silent>{_SILENT})(?=[\s/>]){_ATTRIBUTES}>?+
        (?:[^<]++|<(?!/(?P=silent)[\s/>]))*+
    | <(?P<tag>/?[a-z][^\s/>]*+)(?P<attributes>{_ATTRIBUTES})>?+
    | <!--(?:-?>|(?:[^-]++|-(?!-!?>))*+(?:--!?>)?+)
    | <[!?/][^>]*+>?+
    """,
    re.IGNORECASE | re.VERBOSE,
)
# Bounded, since html.unescape fails on numbers of thousands of digits.
_entity = re.compile(
    r"&(?:#[0-9]{1,7}+(?![0-9])|#x[0-9a-f]{1,6}+(?![0-9a-f])|[a-z][a-z0-9]{1,31});?", re.IGNORECASE
)
_space = re.compile(r"\s+")
_word = re.compile(rf"(?:[{LETTERS}][{MARKS}]*+){{1,2}}|(?:[^\W{LETTERS}]|[{MARKS}])++")
_ascii_word = re.compile(r"\w+", re.ASCII)

COMMENT = "!"
_WITHIN_LINES = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd mark nobr q rp rt "
    "ruby s samp small span strike strong sub sup time tt u var wbr "
    "script style noscript template".split()
) | {COMMENT}


class HtmlToken(NamedTuple):
    """A tag or a text."""

    tag: str  # its name in lower case, "/" before it if it closes, COMMENT; "" for a text
    text: str  # decoded, with white space squeezed; the attributes of a tag as written

    @property
    def name(self) -> str:
        """The tag's name, be it opening or closing."""
        return self.tag.removeprefix("/")


def tokens_of(html: str) -> list[HtmlToken]:
    """Return a page's tokens; what scripts, styles and their kin hold is no text."""
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
    """Return the text of tokens as lines, which end where a tag makes a reader see a new one."""
    pieces = (
        token.text if not token.tag else "" if token.name in _WITHIN_LINES else "\n"
        for token in tokens
    )
    lines = (visible_text(line) for line in "".join(pieces).split("\n"))
    return "\n".join(line for line in lines if line)


def words_of(text: str) -> list[str]:
    """Return the words of a text; where a script has no spaces, two letters are one.

    That is about the mean of Chinese and Japanese; without it a sentence would be a word.
    """
    return (_ascii_word if text.isascii() else _word).findall(text)
