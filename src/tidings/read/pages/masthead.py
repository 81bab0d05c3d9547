"""The name in a front page's masthead, for sites that state it nowhere else."""

import re
from itertools import islice
from urllib.parse import urlsplit

from selectolax.lexbor import LexborNode

from tidings.read.characters.invisible_characters import visible_text
from tidings.read.pages.html import Html, link_text

_MAX_ANCHORS = 100  # a masthead is at the top
_MAX_PARENTS = 4
_MIN_LETTERS, _MAX_LETTERS = 2, 60
_MAX_TITLE = 1_000
_MAX_FOOTER = 20_000
_MAX_NOTICES, _MAX_NOTICE = 3, 150
_HEADINGS = frozenset({"h1", "h2", "h3"})
_LOGO = re.compile(r"logo|brand|masthead|site-?(?:title|name)", re.IGNORECASE)


def masthead_name(html: Html) -> str:
    """Return the site's name on its front page, or an empty string.

    It is the text of a heading or logo that links to the page itself, if the page's title or its
    copyright notice has it too. A menu's "Home" is neither.
    """
    home = html.absolute(html.url)
    if home is None or urlsplit(home).path not in ("", "/") or urlsplit(home).query:
        return ""
    names = _masthead_texts(html, home)
    witnesses = [_title(html), *_copyright_notices(html)] if names else []
    return next((name for name in names if any(name.casefold() in each for each in witnesses)), "")


def _masthead_texts(html: Html, home: str) -> list[str]:
    """Return the texts of the headings and logos that link to the front page."""
    found = (
        link_text(tag, attributes)
        for tag, attributes in islice(html.anchors, _MAX_ANCHORS)
        if html.absolute(attributes.get("href")) == home and _is_masthead(tag)
    )
    return [name for name in found if _MIN_LETTERS <= len(name) <= _MAX_LETTERS]


def _title(html: Html) -> str:
    tag = html.tree.css_first("head > title")
    return visible_text(tag.text()[:_MAX_TITLE]).casefold() if tag else ""


def _copyright_notices(html: Html) -> list[str]:
    """Return what follows the last copyright signs of the page."""
    text = html.tree.body.text(separator=" ") if html.tree.body else ""
    notices = text[-_MAX_FOOTER:].split("©")[1:][-_MAX_NOTICES:]
    return [visible_text(notice[:_MAX_NOTICE]).casefold() for notice in notices]


def _is_masthead(tag: LexborNode) -> bool:
    """Return whether a link is in a heading, or is called a logo."""
    node: LexborNode | None = tag
    for _ in range(_MAX_PARENTS):
        if node is None:
            return False
        named = f"{node.attributes.get('class') or ''} {node.attributes.get('id') or ''}"
        if node.tag in _HEADINGS or _LOGO.search(named[:300]):
            return True
        node = node.parent
    return False
