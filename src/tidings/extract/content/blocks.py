"""Blocks: a page's text, split where a reader sees a new line. It does not judge them."""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b

from selectolax.lexbor import LexborNode

from tidings.extract.content.late_parts import LateParts
from tidings.read.characters.invisible_characters import visible_text
from tidings.read.pages.html import Html

_MAX_NODES = 400_000  # about half a second; the largest real page has 120 000
_MAX_BLOCKS = 10_000  # the largest real page has 2 700
_MAX_CHARS = 1_000_000  # of one block: as much as is kept of an article
_MAX_HINT = 200
_MIN_KEYED = 12.0  # weight: shorter blocks, such as dates and places, are often text
_MAX_KEYED_LINKS = 0.7  # blocks with a larger share of links are never text anyway
_MAX_KEYED = 400  # characters: blocks that begin with the same 400 count as equal
_MIN_HEADLINE, _MAX_HEADLINE = 20, 300  # weight of a link's text; menu items are shorter

_TEXT, _SKIP, _INLINE, _LINK, _BREAK, _BLOCK = range(6)
_SKIPPED = (
    "script style noscript template svg math canvas iframe object embed audio video select "
    "textarea head link meta base source track map dialog button input label datalist progress "
    "nav rt rp rtc -comment"  # readings of ruby stand above the words, not in the line
).split()
_INLINES = (
    "abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd mark nobr q rb ruby "
    "s samp small span strike strong sub sup time tt u var wbr picture amp-img"
).split()
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_DIGITS = re.compile(r"\d+")
_TREATMENTS = (
    dict.fromkeys(_SKIPPED, _SKIP)
    | dict.fromkeys(_INLINES, _INLINE)
    | {"-text": _TEXT, "a": _LINK, "br": _BREAK}
)
_OWN_TAGS = 1_000  # tag ids from here on are custom tags of one page
_known_tags: dict[int, tuple[str, int]] = {}  # reading a tag's id is faster than its name


# These are neither frozen nor tuples: a page has hundreds, and slots are the fastest.
@dataclass(slots=True)
class Element:
    """A block-level element; the blocks of its subtree are blocks[first:end]."""

    tag: str
    parent: int  # index among the elements, -1 for the root
    first: int
    node: LexborNode
    _hint: str | None = None

    @property
    def hint(self) -> str:
        """Its class, id, role and itemprop in lower case; "hidden" if it is not shown."""
        if self._hint is None:
            self._hint = _hint_of(self.node.attributes)
        return self._hint


@dataclass(slots=True)
class TextBlock:
    """A run of text between two block boundaries."""

    text: str
    tag: str  # of the element
    element: int  # the innermost block-level element around it
    weight: float  # length, with dense scripts counted up
    linked: float  # share of its text inside links


@dataclass(slots=True)
class PageBlocks:
    """All block-level elements and blocks of a page, in document order."""

    elements: list[Element] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)  # end of each element's blocks
    blocks: list[TextBlock] = field(default_factory=list)
    links: int = 0
    headline_links: int = 0  # those as long as a headline
    headline_weight: float = 0.0  # of their text
    _places: dict[int, int] = field(default_factory=dict)

    def tag(self, index: int) -> str:
        """The tag of the element around a block."""
        return self.blocks[index].tag

    @property
    def places(self) -> dict[int, int]:
        """The first block of every element, by the identity of its node."""
        if not self._places:
            self._places = {element.node.mem_id: element.first for element in self.elements}
        return self._places

    def look(self, at: int) -> tuple[str, str]:
        """The tag and class of an element, numbers aside; sections of a text differ in class."""
        element = self.elements[at]
        given = element.node.attributes.get("class") if element.tag != "section" else ""
        return element.tag, _DIGITS.sub("", given or "")

    def parent(self, index: int) -> int:
        """The element around the element around a block, -1 for none."""
        return self.elements[self.blocks[index].element].parent


def blocks_of(html: Html) -> PageBlocks:
    """Return the blocks of the page's body."""
    walk = _Walk()
    if (body := html.tree.body) is not None:
        walk.run(body)
    return walk.found


def may_repeat(block: TextBlock) -> bool:
    """Return whether a block is worth a key: not a menu item, not a single word."""
    return block.weight >= _MIN_KEYED and block.linked <= _MAX_KEYED_LINKS


def block_key(text: str) -> int:
    """Return a stable 64-bit key of a block's text that ignores case, spacing and numbers."""
    return _key(text[:_MAX_KEYED])


@lru_cache(maxsize=4096)  # boilerplate recurs on each page of a site
def _key(text: str) -> int:
    folded = _DIGITS.sub("0", " ".join(text.split()).lower())
    digest = blake2b(folded.encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "big")


class _Walk:
    def __init__(self) -> None:
        self.found = PageBlocks()
        self.open = [-1]  # the block-level elements around the current node
        self.parts: list[str] = []
        self.linked = 0
        self.in_link = 0
        self.link_weight = 0.0
        self.breaks = 0
        self.full = False

    def run(self, root: LexborNode) -> None:
        """Visit every node without recursion, because deep pages would exhaust the stack."""
        trail: list[tuple[LexborNode, int]] = []
        parts, late, known = self.parts, LateParts(), _known_tags.get
        node: LexborNode | None = root
        for _ in range(_MAX_NODES):
            if node is None or self.full:
                break
            tag, treatment = known(node.tag_id) or _tag_treatment(node)
            if treatment == _TEXT:
                text = node.text_content or ""
                if parts or not text.isspace():  # a block never begins with white space
                    parts.append(text)
                    if self.in_link or self.breaks:
                        self.count_text(text)
            elif treatment == _BREAK:
                self.break_line()
            else:
                child = late.part_for(root, node, tag) if treatment == _SKIP else node.first_child
                if child is not None and not (late.used and late.is_placed(node, tag)):
                    if treatment == _BLOCK:
                        self.enter(node, tag)
                    elif treatment == _LINK:
                        self.enter_link()
                    trail.append((node, treatment))
                    node = child
                    continue
            node = node.next or self.climb(trail)
        self.leave_all(trail)

    def count_text(self, text: str) -> None:
        """Count text within a link or after a line break."""
        words = text.strip()
        if words:
            self.breaks = 0
            if self.in_link:
                self.linked += len(words)
                self.link_weight += _weight(words)

    def break_line(self) -> None:
        """End the line; two breaks in a row are a paragraph on old pages."""
        self.breaks += 1
        if self.parts:
            self.parts.append(" ")
            if self.breaks == 2:
                self.flush()

    def climb(self, trail: list[tuple[LexborNode, int]]) -> LexborNode | None:
        """Leave elements until one has a next sibling, and return it."""
        while trail:
            node, treatment = trail.pop()
            if treatment == _BLOCK:
                self.leave()
            elif treatment == _LINK:
                self.leave_link()
            if not trail:
                return None  # siblings of the root are not visited
            if (following := node.next) is not None:
                return following
        return None

    def leave_all(self, trail: list[tuple[LexborNode, int]]) -> None:
        """Close what is still open when the walk stops early."""
        for _, treatment in reversed(trail):
            if treatment == _BLOCK:
                self.leave()
            elif treatment == _LINK:
                self.leave_link()

    def enter(self, node: LexborNode, tag: str) -> None:
        """Open an element; this ends a block."""
        if self.parts:
            self.flush()
        found, around = self.found, self.open[-1]
        elements = found.elements
        if tag == "div" and around >= 0 and elements[around].tag in _HEADINGS:
            tag = elements[around].tag
        self.open.append(len(elements))
        elements.append(Element(tag, around, len(found.blocks), node))
        found.ends.append(0)

    def leave(self) -> None:
        """Close an element; this ends a block, too."""
        if self.parts:
            self.flush()
        self.found.ends[self.open.pop()] = len(self.found.blocks)

    def enter_link(self) -> None:
        """Open a link."""
        self.in_link += 1
        self.found.links += 1

    def leave_link(self) -> None:
        """Close a link, and count it if it is as long as a headline."""
        self.in_link -= 1
        if _MIN_HEADLINE <= self.link_weight <= _MAX_HEADLINE:
            self.found.headline_links += 1
            self.found.headline_weight += self.link_weight
        self.link_weight = 0.0

    def flush(self) -> None:
        """Make a block of the text collected so far."""
        text = visible_text("".join(self.parts)[:_MAX_CHARS])
        if text:
            blocks, around = self.found.blocks, self.open[-1]
            tag = self.found.elements[around].tag
            share = min(1.0, self.linked / len(text)) if self.linked else 0.0
            blocks.append(TextBlock(text, tag, around, _weight(text), share))
            self.full = len(blocks) >= _MAX_BLOCKS
        self.parts.clear()
        self.linked = 0


def _tag_treatment(node: LexborNode) -> tuple[str, int]:
    """A node's tag and how it is treated, cached if the tag is part of HTML."""
    tag = node.tag or ""
    treated = tag, _TREATMENTS.get(tag, _BLOCK)
    if (number := node.tag_id) < _OWN_TAGS:
        _known_tags[number] = treated
    elif treated[1] == _BLOCK and (around := node.parent) is not None and around.tag == "p":
        return tag, _INLINE  # as in browsers; outside paragraphs, custom tags are for layout
    return treated


def _weight(text: str) -> float:
    """Return the length of a text, with dense scripts weighted by their bytes."""
    size = len(text)
    return size if text.isascii() else (size + len(text.encode("utf-8", "replace"))) / 2


def _hint_of(given: dict[str, str | None]) -> str:
    if not given:
        return ""
    hint = given.get("class") or ""
    for name in ("id", "role", "itemprop"):
        if value := given.get(name):
            hint = f"{hint} {value}" if hint else value
    hint = hint[:_MAX_HINT].lower()
    return f"{hint} hidden" if _is_hidden(given) else hint


def _is_hidden(given: dict[str, str | None]) -> bool:
    if "hidden" in given or given.get("aria-hidden") == "true":
        return True
    style = given.get("style") or ""
    return "none" in style and "display:none" in style.replace(" ", "").lower()
