"""Text that belongs to another page: a list shows its newest post in full, under a linked title."""

import re

from tidings.extract.content.blocks import PageBlocks
from tidings.extract.content.body import ArticleBody
from tidings.extract.content.heading_links import LINKED_HEADING, heading_link, linked_page
from tidings.extract.kinds.wording_traits import word_count
from tidings.extract.metadata.title import title_words
from tidings.read.pages.html import Html

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_PARAGRAPH, _OWN = 80.0, 0.3  # weight of a paragraph, and its largest share of links
_NEAR = 60  # blocks between a title and its text: dates, names, tags, pictures
# Names for the title of a post among others. Microformats and stock themes use them.
_TITLE = re.compile(r"(?:entry|post|article|story)[-_]*(?:title|name|headline)|\bp-name\b|headline")
_POST = re.compile(r"\b(?:h-?entry|post|entry|story|blog-?post)\b")
_MIN_WORDS = 3  # of a title without such a name; names of people and sections are shorter
_MOST = 0.5
_MAX_TITLE = 600

_Style = tuple[str, str, str]


def is_borrowed(html: Html, found: PageBlocks, body: ArticleBody) -> bool:
    """Return whether the text stands below a title that links to the page it belongs to.

    That is so on pages that list posts and show the newest, or all, in full. One linked heading
    is not enough: names of authors, sections and videos are such headings, too. Either other
    posts follow in the same style, or the markup says that it is a post's title.
    """
    text = next((at for at in body.kept if _is_paragraph(found, at)), -1)
    at = _title_above(found, text)
    if at < 0:
        return False
    target = linked_page(html, found, at)
    if not target or not _opens_its_container(found, at, text):
        return False
    if not (_has_others(html, found, at, target) or _is_posts_title(html, found, at, text)):
        return False
    return _share_below(found, body, _style(found, at)) >= _MOST


def _is_paragraph(found: PageBlocks, at: int) -> bool:
    block = found.blocks[at]
    return block.weight >= _PARAGRAPH and block.linked < _OWN


def _title_above(found: PageBlocks, text: int) -> int:
    """The linked heading nearest above a block, with only lesser headings between; else -1."""
    highest = "h9"
    for at in range(text - 1, max(-1, text - _NEAR), -1):
        block = found.blocks[at]
        if block.tag not in _HEADINGS:
            continue
        if block.linked > LINKED_HEADING:
            return at if block.tag < highest else -1
        highest = min(highest, block.tag)
    return -1


def _opens_its_container(found: PageBlocks, at: int, text: int) -> bool:
    """Whether nothing of a text or title is above the heading, in the element around both."""
    around = found.blocks[at].element
    while around >= 0 and found.ends[around] <= text:
        around = found.elements[around].parent
    first = found.elements[around].first if around >= 0 else 0
    return not any(
        _is_paragraph(found, above)
        or (found.tag(above) in _HEADINGS and found.blocks[above].linked <= LINKED_HEADING)
        for above in range(first, at)
    )


def _has_others(html: Html, found: PageBlocks, at: int, target: str) -> bool:
    """Whether another heading of the same style links to another page."""
    if word_count(found.blocks[at].text) < _MIN_WORDS:
        return False
    style = _style(found, at)
    return any(
        linked_page(html, found, other) not in (None, "", target)
        for other, block in enumerate(found.blocks)
        if other != at and block.tag == style[0] and block.linked > LINKED_HEADING
        and _style(found, other) == style
    )  # fmt: skip


def _share_below(found: PageBlocks, body: ArticleBody, style: _Style) -> float:
    """The share of the text that is below headings of a style, not below the page's own."""
    below, whole, is_below = 0.0, 0.0, False
    previous = 0
    for at in body.kept:
        for above in range(previous, at):
            if (tag := found.tag(above)) in _HEADINGS and tag <= style[0]:
                is_below = _style(found, above) == style
        weight, previous = found.blocks[at].weight, at
        whole += weight
        below += weight * is_below
    return below / whole if whole else 0.0


def _style(found: PageBlocks, at: int) -> _Style:
    element = found.elements[found.blocks[at].element]
    around = found.elements[element.parent]
    return element.tag, element.hint, around.tag


def _is_posts_title(html: Html, found: PageBlocks, at: int, text: int) -> bool:
    """Whether the markup makes a heading the title of a post that the page is not named after."""
    link = heading_link(found, at)
    given = link.attributes if link is not None else {}
    element = found.elements[found.blocks[at].element]
    names = f"{element.hint} {given.get('class') or ''}".lower()
    is_named = "bookmark" in (given.get("rel") or "") or _TITLE.search(names) is not None
    return is_named and _is_in_post(found, at, text) and not _names_page(html, found, at)


def _is_in_post(found: PageBlocks, at: int, text: int) -> bool:
    """Whether the heading and the text are in an element that is marked up as a post."""
    around = found.blocks[at].element
    while around >= 0:
        element = found.elements[around]
        if found.ends[around] > text:
            return element.tag == "article" or _POST.search(element.hint) is not None
        around = element.parent
    return False


def _names_page(html: Html, found: PageBlocks, at: int) -> bool:
    tag = html.tree.css_first("title")
    words = "".join(title_words(found.blocks[at].text))
    return tag is not None and words in "".join(title_words(tag.text()[:_MAX_TITLE]))
