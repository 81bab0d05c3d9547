"""The reader view: the kept blocks as plain, safe HTML, without the page's own layout."""

import re
from collections.abc import Iterator, Mapping
from html import escape
from itertools import groupby

import nh3
from selectolax.lexbor import LexborNode

from tidings.extract.content.blocks import Element, PageBlocks
from tidings.extract.content.body import ArticleBody
from tidings.read.characters.invisible_characters import visible_markup, visible_text
from tidings.read.pages.html import Html

_TAGS = frozenset(
    "a abbr b blockquote br caption cite code dd del dfn dl dt em figcaption figure h2 h3 h4 h5 h6 "
    "hr i img ins kbd li mark ol p pre q rb rp rt rtc ruby s samp small strong sub sup table tbody "
    "td tfoot th thead time tr u ul var".split()
)
_ATTRIBUTES = {
    "a": {"href", "title"},
    "img": {"src", "alt"},
    "ol": {"start"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan"},
    "time": {"datetime"},
    "blockquote": {"cite"},
    "q": {"cite"},
}
_ADDRESSES = frozenset({"href", "src", "cite"})
_OWN_TAG = frozenset({"p", "h2", "h3", "h4", "h5", "h6", "pre", "li", "blockquote"})
_FRAMES = {"ul": "ul", "ol": "ol", "blockquote": "blockquote", "table": "table"}
_IMAGE_SOURCES = ("data-src", "data-original", "data-lazy-src", "data-srcset", "srcset", "src")
_MAX_WIDTH = 2_000  # pixels: wider images are for printing
_PIXEL = re.compile(r"\d+")
_MAX_BYTES = 1_000_000
_MAX_FIGURES = 60


def reader_html(html: Html, found: PageBlocks, body: ArticleBody) -> str:
    """Return the article's body as sanitised HTML; links and images are absolute http(s)."""
    markup = visible_markup("".join(_grouped(found, body, html))[:_MAX_BYTES])

    def keep(_: str, name: str, value: str) -> str | None:
        return html.absolute(value) if name in _ADDRESSES else value

    return nh3.clean(
        markup,
        tags=set(_TAGS),
        attributes=_ATTRIBUTES,
        attribute_filter=keep,
        url_schemes={"http", "https"},
        link_rel="nofollow noopener noreferrer",
    )


def text_html(text: str) -> str:
    """Return lines of plain text as paragraphs."""
    return "".join(f"<p>{escape(line)}</p>" for line in text.splitlines())


def _grouped(found: PageBlocks, body: ArticleBody, html: Html) -> Iterator[str]:
    """The blocks in order, those of one list, quote or table within their common element."""
    figures = _figures(found, body, html)
    frames = ((index, _frame(found, index, body.container)) for index in body.kept)
    for frame, members in groupby(frames, key=lambda pair: pair[1]):
        indexes = [index for index, _ in members]
        for first in [first for first in figures if first <= indexes[0]]:
            yield figures.pop(first)
        yield _frame_html(found, indexes, frame, html)
    yield from figures.values()


def _frame(found: PageBlocks, index: int, container: int) -> int:
    """The outermost list, quote or table around a block below the container, or -1."""
    frame = -1
    at = found.blocks[index].element
    while at > container:
        if found.elements[at].tag in _FRAMES:
            frame = at
        at = found.elements[at].parent
    return frame


def _frame_html(found: PageBlocks, indexes: list[int], frame: int, html: Html) -> str:
    if frame < 0:
        return "".join(_block_html(found, index, "p", html) for index in indexes)
    element = found.elements[frame]
    if element.tag == "table" and len(indexes) >= 4:
        return _table_html(found, frame, indexes, html)
    tag = _FRAMES[element.tag] if element.tag != "table" else ""
    inner = "li" if tag in ("ul", "ol") else "p"
    joined = "".join(_block_html(found, index, inner, html) for index in indexes)
    return f"<{tag}>{joined}</{tag}>" if tag else joined


def _table_html(found: PageBlocks, frame: int, indexes: list[int], html: Html) -> str:
    """The table itself if it is kept whole; a layout table becomes paragraphs."""
    element, end = found.elements[frame], found.ends[frame]
    small = max(found.blocks[index].weight for index in indexes) < 400
    if small and len(indexes) >= 0.8 * (end - element.first):
        return _with_images(element.node.html or "", element.node, html)
    return "".join(_block_html(found, index, "p", html) for index in indexes)


def _block_html(found: PageBlocks, index: int, default: str, html: Html) -> str:
    block = found.blocks[index]
    element = found.elements[block.element]
    tag = _tag(element, default)
    alone = element.first == index and found.ends[block.element] == index + 1
    inner = element.node.inner_html if alone and element.tag != "table" else None
    inner = _with_images(inner, element.node, html) if inner else escape(block.text)
    return f"<{tag}>{inner}</{tag}>"


def _tag(element: Element, default: str) -> str:
    if default == "li" or element.tag in ("li", "blockquote"):
        return default
    if element.tag == "h1":
        return "h2"
    return element.tag if element.tag in _OWN_TAG else default


def _figures(found: PageBlocks, body: ArticleBody, html: Html) -> dict[int, str]:
    """The figures within the body, by the block that follows them."""
    if not body.kept:
        return {}
    figures: dict[int, str] = {}
    for element in found.elements[body.container :]:
        if element.first > body.kept[-1] or len(figures) >= _MAX_FIGURES:
            break
        if element.tag == "figure" and (markup := _figure(element, html)):
            figures[element.first] = figures.get(element.first, "") + markup
    return figures


def _figure(element: Element, html: Html) -> str:
    image = element.node.css_first("img")
    picture = _image(image, html) if image is not None else ""
    if not picture:
        return ""
    caption = element.node.css_first("figcaption")
    words = visible_text(caption.text(separator=" ")) if caption else ""
    below = f"<figcaption>{escape(words)}</figcaption>" if words else ""
    return f"<figure>{picture}{below}</figure>"


def _with_images(markup: str, node: LexborNode, html: Html) -> str:
    """The markup of a node, with the image addresses that a script would set."""
    if "<img" not in markup:
        return markup
    for image in node.css("img")[:_MAX_FIGURES]:
        markup = markup.replace(image.html or "", _image(image, html), 1)
    return markup


def _image(image: LexborNode, html: Html) -> str:
    """The image alone; empty if it has no address or is a tracking pixel."""
    given = image.attributes
    sides = (_PIXEL.match(given.get(name) or "") for name in ("width", "height"))
    if any(int(side[0]) <= 2 for side in sides if side):
        return ""
    sources = [_source(given, name) for name in _IMAGE_SOURCES] + [_picture_source(image)]
    source = next((url for text in sources if text and (url := html.absolute(text))), None)
    if source is None:
        return ""
    alt = escape(given.get("alt") or "", quote=True)
    return f'<img src="{escape(source, quote=True)}" alt="{alt}">'


def _source(given: Mapping[str, str | None], name: str) -> str:
    value = (given.get(name) or "").strip()
    return _widest(value) if name.endswith("srcset") else value


def _picture_source(image: LexborNode) -> str:
    """The address in a <source> of the same <picture>."""
    around = image.parent
    source = around.css_first("source") if around is not None and around.tag == "picture" else None
    if source is None:
        return ""
    return _source(source.attributes, "srcset") or _source(source.attributes, "data-srcset")


def _widest(candidates: str) -> str:
    """The widest image of a srcset (see HTML) that a screen can show."""
    widest, best = "", -1
    for candidate in candidates.split(", "):
        address, _, size = candidate.strip().rstrip(",").partition(" ")
        width = int(match[0]) if (match := _PIXEL.match(size.strip())) else 0
        if best < width <= _MAX_WIDTH:
            widest, best = address, width
    return widest
