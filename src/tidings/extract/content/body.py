"""The body: which blocks of a page are the article's text. Not whether the page is an article."""

import re
from collections.abc import Set
from dataclasses import dataclass

from tidings.extract.content.blocks import PageBlocks, TextBlock, block_key, may_repeat
from tidings.extract.content.boilerplate import excluded_blocks, is_teaser
from tidings.extract.content.boilerplate_lines import ADDRESS, ASIDE, is_credit
from tidings.extract.content.container import container_of
from tidings.extract.content.prose import HEADINGS, MARK, PARAGRAPH, SHORT_LINE, prose_of
from tidings.extract.content.trimming import (
    LEAD,
    may_be_short,
    trimmed,
    with_text_below,
)
from tidings.read.dates.date_parser import parse_date

_STORY = 300.0
_MUCH_ABOVE = 0.1  # of the prose: a heading with more above it is not the title
_SUBTITLE = 160.0  # weight: a first paragraph is longer
_HEADLINE = 40.0  # weight: names of sources and places are shorter
_CAPTION = 200.0
_DIGIT = re.compile(r"\d")
_CELLS = frozenset({"td", "th"})
_LEAD_REACH = 16  # blocks between the heading and the text: byline, date, shares, picture


@dataclass(frozen=True, slots=True)
class ArticleBody:
    """The chosen container and the blocks kept of it, by index."""

    container: int
    kept: tuple[int, ...]
    prose: float  # weight of the prose in the container
    all_prose: float  # … and on the whole page, without what hints exclude

    def text(self, found: PageBlocks) -> str:
        """The kept blocks as lines."""
        return "\n".join(found.blocks[index].text for index in self.kept)


NO_BODY = ArticleBody(-1, (), 0.0, 0.0)


def body_of(
    found: PageBlocks, title: str = "", repeated: Set[int] = frozenset(), json_ld_text: str = ""
) -> ArticleBody:
    """Return the part of the page that reads as its main text.

    `repeated` are keys of blocks that occur on many pages of the site: they are never text. What
    is also in `json_ld_text` is likely to be the text.
    """
    known = _repeated_blocks(found, repeated)
    prose = [
        0.0 if again else prose_of(block, block.tag)
        for block, again in zip(found.blocks, known, strict=True)
    ]
    if any(known):
        known = _without_section_titles(found, known, prose)
    printed = _heading(found, title, range(len(found.blocks)))
    excluded = excluded_blocks(found, prose, known, printed)
    prose = [0.0 if out else amount for amount, out in zip(prose, excluded, strict=True)]
    container = container_of(found, prose, excluded, printed, json_ld_text)
    if container < 0:
        if not any(known):
            return NO_BODY
        return _unrepeated_lines(body_of(found, title, json_ld_text=json_ld_text), known)
    kept = _kept_blocks(found, container, title, prose, excluded)
    first, end = found.elements[container].first, found.ends[container]
    return ArticleBody(
        container,
        tuple(trimmed(found, container, kept, title)),
        sum(prose[first:end]),
        sum(prose),
    )


def _repeated_blocks(found: PageBlocks, repeated: Set[int]) -> list[bool]:
    if not repeated:
        return [False] * len(found.blocks)
    return [may_repeat(block) and block_key(block.text) in repeated for block in found.blocks]


def _without_section_titles(found: PageBlocks, known: list[bool], prose: list[float]) -> list[bool]:
    """What repeats, without headings right above a text that does not: stories share them."""
    following = [*prose[1:], 0.0]
    return [
        again and not (below > 0 and block.tag in HEADINGS)
        for again, block, below in zip(known, found.blocks, following, strict=True)
    ]


def _unrepeated_lines(body: ArticleBody, known: list[bool]) -> ArticleBody:
    """The other lines of a body whose prose is all known to repeat."""
    kept = tuple(index for index in body.kept if not known[index])
    return ArticleBody(body.container, kept, 0.0, 0.0) if kept else NO_BODY


def _kept_blocks(
    found: PageBlocks, container: int, title: str, prose: list[float], excluded: list[bool]
) -> list[int]:
    """The blocks of the container that are text, and the standfirst above it."""
    heading = _title_above(found, container, title, prose)
    end = _end_of_story(found, container, heading, prose)
    first = max(found.elements[container].first, heading + 1)
    good = [index for index in range(first, end) if prose[index] > 0]
    if not good:
        return []
    start = good[0] if heading >= 0 else _after_heading(found, good, prose)
    kept = [
        index
        for index in range(start, _last_line(found, good[-1], end) + 1)
        if not excluded[index] and _belongs(found, index, prose)
    ]
    kept = _lead(found, start, excluded) + with_text_below(found, kept)
    while len(kept) > 1 and _is_subtitle(found, kept[0], container):
        kept = kept[1:]
    return kept


def _is_subtitle(found: PageBlocks, index: int, container: int) -> bool:
    """Return whether a line above the text belongs to the title: it is short and next to it."""
    if not LEAD <= found.blocks[index].weight < _SUBTITLE:
        return False
    if index < found.elements[container].first:
        return True
    at = found.blocks[index].element
    while at > container and found.elements[at].tag != "header":
        at = found.elements[at].parent
    return at > container


def _title_above(found: PageBlocks, container: int, title: str, prose: list[float]) -> int:
    """The title's heading in the container, -1 if there is none above the text."""
    first, end = found.elements[container].first, found.ends[container]
    heading = _heading(found, title, range(first, end))
    much = sum(prose[first : max(first, heading)]) > _MUCH_ABOVE * sum(prose[first:end])
    return -1 if much else heading


def _heading(found: PageBlocks, title: str, span: range) -> int:
    """The first heading in the span that is the title, -1 if there is none."""
    wanted, size = title.casefold(), len(title)
    for at in span:
        text = found.blocks[at].text
        if len(text) == size and found.tag(at) in HEADINGS and text.casefold() == wanted:
            return at
    return -1


def _end_of_story(found: PageBlocks, container: int, heading: int, prose: list[float]) -> int:
    """Where the container's first story ends: endless pages append the next stories."""
    end, before = found.ends[container], max(found.elements[container].first, heading)
    own = _article_around(found, heading, container)
    if own >= 0 and sum(prose[heading : found.ends[own]]) > _STORY:
        return found.ends[own]
    for at in range(container + 1, len(found.elements)):
        element = found.elements[at]
        if element.first >= end:
            break
        if element.tag == "article" and _is_next_story(found, at, before, prose):
            return element.first
    return end


def _is_next_story(found: PageBlocks, article: int, before: int, prose: list[float]) -> bool:
    """Return whether an <article> is a story with its own title, below another story."""
    inside = range(found.elements[article].first, found.ends[article])
    return (
        sum(prose[before : inside.start]) > _STORY
        and sum(prose[at] for at in inside) > _STORY
        and any(_is_h1(found, at) for at in inside)
    )


def _article_around(found: PageBlocks, index: int, container: int) -> int:
    """The <article> inside the container that contains a block, -1 for none."""
    at = found.blocks[index].element if index >= 0 else -1
    while at > container:
        if found.elements[at].tag == "article":
            return at
        at = found.elements[at].parent
    return -1


def _lead(found: PageBlocks, start: int, excluded: list[bool]) -> list[int]:
    """The standfirst between the main heading and the container."""
    heading = next(
        (at for at in range(start - 1, max(-1, start - _LEAD_REACH), -1) if _is_h1(found, at)),
        None,
    )
    if heading is None:
        return []
    return [
        index
        for index in range(heading + 1, start)
        if found.blocks[index].weight >= LEAD
        and _is_lead(found, index)
        and (not excluded[index] or is_teaser(found, index))
    ]


def _is_lead(found: PageBlocks, index: int) -> bool:
    block = found.blocks[index]
    return block.linked < 0.2 and not _is_date(block)


def _is_h1(found: PageBlocks, index: int) -> bool:
    return found.tag(index) == "h1"


def _last_line(found: PageBlocks, last: int, end: int) -> int:
    """Where the text ends: short paragraphs right after the last long one belong to it."""
    parent = found.elements[found.blocks[last].element].parent
    for index in range(last + 1, min(end, last + 4)):
        element = found.elements[found.blocks[index].element]
        if element.tag != "p" or element.parent != parent:
            break
        last = index
    return last


def _after_heading(found: PageBlocks, good: list[int], prose: list[float]) -> int:
    """Where the text begins: after the last h1 with little text before it."""
    total = sum(prose[index] for index in good)
    start, before = good[0], 0.0
    for index in range(good[0], good[-1]):
        before += prose[index]
        if before > 0.3 * total:
            break
        if _is_h1(found, index):
            start = index + 1
    return start


def _belongs(found: PageBlocks, index: int, prose: list[float]) -> bool:
    """Return whether a block between the first and last line is part of the text."""
    block = found.blocks[index]
    if block.weight < SHORT_LINE and (
        ASIDE.match(block.text) or (block.tag not in _CELLS and _is_date(block))
    ):
        return False
    if block.weight < _CAPTION and is_credit(block.text):
        return False
    if prose[index] > 0:
        return True
    if block.linked > 0.5:
        return _is_linked_text(found, index) or _is_linked_heading(found, index, prose)
    return may_be_short(found, index)


def _is_linked_text(found: PageBlocks, index: int) -> bool:
    """Return whether a line of links is text; a pointer to another story is its headline."""
    block, tag = found.blocks[index], found.tag(index)
    if block.weight < _HEADLINE and (tag in _CELLS or (tag == "p" and block.linked < 0.9)):
        return True
    return _is_sentence(block) or (tag == "p" and ADDRESS.fullmatch(block.text) is not None)


def _is_linked_heading(found: PageBlocks, index: int, prose: list[float]) -> bool:
    """Return whether a link is the title of a section: its heading, beside its paragraph."""
    return (
        found.tag(index) in HEADINGS
        and sum(prose[index + 1 : index + 2]) > 0
        and found.parent(index) == found.parent(index + 1)
    )


def _is_sentence(block: TextBlock) -> bool:
    return block.linked <= 0.7 and MARK.search(block.text) is not None and block.weight > PARAGRAPH


def _is_date(block: TextBlock) -> bool:
    if not _DIGIT.search(block.text):
        return False  # most lines; counting is slower
    digits = sum(map(str.isdigit, block.text))
    return digits >= 4 and digits * 6 >= len(block.text) and parse_date(block.text) is not None
