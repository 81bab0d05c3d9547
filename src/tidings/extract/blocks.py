"""Blocks: a page's text in one walk, cut where a reader sees a new line. No judgement here."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from tidings.read.html import Html

_MAX_NODES = 400_000  # about half a second; the largest real page has 120 000
_MAX_HINT = 200

_SKIP = frozenset(
    "script style noscript template svg math canvas iframe object embed audio video select textarea "
    "head link meta base source track map dialog button input label datalist progress nav "
    "-comment".split()
)
_INLINE = frozenset(
    "abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd mark nobr q ruby rt rp "
    "s samp small span strike strong sub sup time tt u var wbr picture g-emoji amp-img".split()
)
_TREATED = {name: "skip" for name in _SKIP} | {name: "inline" for name in _INLINE}
_TREATED |= {"-text": "text", "a": "link", "br": "break"}

_SENTENCE = re.compile(r"[.!?…:;,。！？、，।؟۔]")


@dataclass(frozen=True, slots=True)
class Element:
    """A block-level element, by its place in the walk."""

    tag: str
    parent: int
    depth: int
    hint: str  # class, id, role and itemprop in lower case
    node: LexborNode
    first: int  # the blocks of its subtree are blocks[first:end]
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A run of text between two block boundaries."""

    text: str
    element: int  # the innermost block-level element around it
    weight: float  # length, with dense scripts counted up
    linked: float  # share of its text that is links
    sentences: int  # marks of punctuation, which headings and menus lack
    emphasised: bool = False


@dataclass(slots=True)
class Blocks:
    """All block-level elements and blocks of a page, in document order."""

    elements: list[Element] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)  # end of each element's blocks
    blocks: list[Block] = field(default_factory=list)
    links: int = 0


def blocks_of(html: Html) -> Blocks:
    """Return the blocks of the page's body."""
    walk = _Walk()
    if (body := html.tree.body) is not None:
        walk.run(body)
    return walk.found


class _Walk:
    def __init__(self) -> None:
        self.found = Blocks()
        self._open = [-1]
        self._parts: list[str] = []
        self._linked = 0
        self._in_link = 0
        self._breaks = 0

    def run(self, root: LexborNode) -> None:
        """Visit every node below `root` without recursion; deep pages must not end us."""
        trail: list[tuple[LexborNode, str]] = []
        node: LexborNode | None = root
        for _ in range(_MAX_NODES):
            if node is None:
                break
            tag = node.tag or "-other"
            treated = _TREATED.get(tag, "block")
            child = self._enter(node, tag, treated)
            if child is not None:
                trail.append((node, treated))
                node = child
                continue
            self._leave(treated)
            node = self._onwards(node, trail)
        while trail:
            self._leave(trail.pop()[1])
        self._flush()

    def _onwards(self, node: LexborNode, trail: list[tuple[LexborNode, str]]) -> LexborNode | None:
        following = node.next
        while following is None and trail:
            node, treated = trail.pop()
            self._leave(treated)
            following = node.next
        return following if trail else None

    def _enter(self, node: LexborNode, tag: str, treated: str) -> LexborNode | None:
        """Take the node in and return its first child if its inside matters."""
        if treated == "text":
            self._take(node.text_content or "")
            return None
        if treated == "block":
            self._flush()
            self._begin(node, tag)
        elif treated == "link":
            self._in_link += 1
            self.found.links += 1
        elif treated == "break":
            self._line_break()
        return None if treated == "skip" else node.first_child

    def _leave(self, treated: str) -> None:
        if treated == "block":
            self._flush()
            self.found.ends[self._open.pop()] = len(self.found.blocks)
        elif treated == "link":
            self._in_link -= 1

    def _take(self, text: str) -> None:
        if not text.isspace():
            self._breaks = 0
            if self._in_link:
                self._linked += len(text.strip())
        self._parts.append(text)

    def _line_break(self) -> None:
        self._breaks += 1
        self._parts.append(" ")
        if self._breaks == 2:  # two in a row are how old pages make paragraphs
            self._flush()

    def _begin(self, node: LexborNode, tag: str) -> None:
        found = self.found
        attributes = node.attributes
        hint, hidden = (_hint(attributes), _hidden(attributes)) if attributes else ("", False)
        parent = self._open[-1]
        self._open.append(len(found.elements))
        found.elements.append(
            Element(tag, parent, len(self._open), hint, node, len(found.blocks), hidden)
        )
        found.ends.append(0)

    def _flush(self) -> None:
        if not self._parts:
            return
        text = " ".join("".join(self._parts).split())
        linked = self._linked
        self._parts, self._linked, self._breaks = [], 0, 0
        if text:
            weight = (len(text) + len(text.encode("utf-8", "replace"))) / 2
            marks = len(_SENTENCE.findall(text))
            share = min(1.0, linked / len(text))
            self.found.blocks.append(Block(text, self._open[-1], weight, share, marks))


def _hint(attributes: Mapping[str, str | None]) -> str:
    words = [attributes.get(name) or "" for name in ("class", "id", "role", "itemprop")]
    return " ".join(word for word in words if word)[:_MAX_HINT].lower()


def _hidden(attributes: Mapping[str, str | None]) -> bool:
    if "hidden" in attributes or attributes.get("aria-hidden") == "true":
        return True
    style = attributes.get("style") or ""
    return "none" in style and "display:none" in style.replace(" ", "").lower()
