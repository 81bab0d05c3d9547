"""Trimming: removes lines before, after and between the lines of a text that are not part of it."""

from collections import Counter

from tidings.extract.content.blocks import PageBlocks, TextBlock
from tidings.extract.content.boilerplate_lines import (
    BYLINE,
    DATELINE,
    is_notice,
    is_plea,
)
from tidings.extract.content.class_hints import is_subheading
from tidings.extract.content.comments_below import until_comments
from tidings.extract.content.container import POOR_CONTAINERS
from tidings.extract.content.prose import HEADINGS, LEAVES, LONG_HEADING, SHORT_LINE, running_sums

# Tags in which a few words may be part of the text; elsewhere they are labels.
_SHORT_TAGS = LEAVES | {"td", "th", "tr", "font", "center", "caption", "summary"}
LEAD = 80.0  # weight from which a line above the text may be its standfirst

_NO_CORE = POOR_CONTAINERS | {"p", "li", "blockquote", "pre", "tbody", "td"}
_CORE = 0.8  # of the text: what follows an element with so much are notes and other stories
_LABEL = 150.0
_PLEA = 450.0
_QUOTE = 40.0  # weight: fewer words may well occur twice
_QUOTATION_MARKS = "\"'“”„‚‘’«»"
_MAX_QUOTES, _MAX_SEARCHED = 200, 100_000  # quotes, and characters to search: enough for any page
_NOT_QUOTES = HEADINGS | {"p"}
_OPENING = 3  # lines
_MIN_TITLE = 12
_BYLINE = 120  # characters: names and a date in one line with the title


def trimmed(found: PageBlocks, container: int, kept: list[int], title: str) -> list[int]:
    """Return the kept blocks without those that are not part of the text."""
    kept = _without_labels(found, _without_tail(found, container, kept))
    kept = _without_quotes(found, kept)
    kept = until_comments(found, _without_title(found, kept, title))
    return _without_notice(found, kept)


def _without_labels(found: PageBlocks, kept: list[int]) -> list[int]:
    """The text without short lines outside paragraph tags, if its paragraphs use such tags."""
    tagged = [at for at in kept if found.tag(at) in _SHORT_TAGS]
    marked = sum(found.blocks[at].weight for at in tagged)
    if marked < _CORE * sum(found.blocks[at].weight for at in kept):
        return kept
    opening = next((at for at in tagged if found.tag(at) not in HEADINGS), 0)
    return [
        at
        for at in kept
        if found.tag(at) in _SHORT_TAGS
        or (found.blocks[at].weight >= (LEAD if at < opening else _LABEL) and at < tagged[-1])
        or may_be_short(found, at)
    ]


def may_be_short(found: PageBlocks, index: int) -> bool:
    """Return whether a block has a tag or a class that short lines of a text have."""
    element = found.elements[found.blocks[index].element]
    return element.tag in _SHORT_TAGS or (element.tag == "div" and is_subheading(element.hint))


def _without_quotes(found: PageBlocks, kept: list[int]) -> list[int]:
    """The text without pull quotes, which repeat words of its paragraphs."""
    quotes = [
        at for at in kept if found.tag(at) not in _NOT_QUOTES and found.blocks[at].weight >= _QUOTE
    ][:_MAX_QUOTES]
    if not quotes:
        return kept
    text = "\n".join(found.blocks[at].text for at in kept if found.tag(at) == "p")[:_MAX_SEARCHED]
    repeated = {at for at in quotes if found.blocks[at].text.strip(_QUOTATION_MARKS) in text}
    return [at for at in kept if at not in repeated] if repeated else kept


def _without_tail(found: PageBlocks, container: int, kept: list[int]) -> list[int]:
    """The text without what is below the element that contains nearly all of it."""
    weights = [0.0] * len(found.blocks)
    for at in kept:
        weights[at] = found.blocks[at].weight
    sums = running_sums(weights)
    last = found.ends[container]
    core = container
    for at in range(container, len(found.elements)):
        element, end = found.elements[at], found.ends[at]
        if element.first >= last:
            break
        if sums[end] - sums[element.first] >= _CORE * sums[-1] and element.tag not in _NO_CORE:
            core, last = at, end
    parts = Counter(_next_part(found, core, at) for at in kept if at >= last)
    return [at for at in kept if at < last or _is_text(found, parts, _next_part(found, core, at))]


def _next_part(found: PageBlocks, core: int, index: int) -> int:
    """The part of the text that contains a block below its core, -1 if the block is in none.

    Such a part is a sibling of the core, or of a wrapper of it, and looks like it inside, too.
    """
    inside = [found.blocks[index].element]
    while found.elements[inside[-1]].parent > core:
        inside.append(found.elements[inside[-1]].parent)
    common = found.elements[inside[-1]].parent
    path = [core]
    while found.elements[path[-1]].parent > common:
        path.append(found.elements[path[-1]].parent)
    looks = [found.look(at) for at in path]
    return inside[-1] if looks == [found.look(at) for at in inside[-len(path) :]] else -1


def _is_text(found: PageBlocks, parts: Counter[int], part: int) -> bool:
    """Return whether a part is text; a single line without a class is a note."""
    return part >= 0 and (parts[part] > 1 or bool(found.look(part)[1]))


def _without_title(found: PageBlocks, kept: list[int], title: str) -> list[int]:
    """The text without a title printed above it without a heading tag."""
    first = found.blocks[kept[0]].text if kept else ""
    for printed in (
        title,
        title.partition(": ")[2],
    ):  # the page title may begin with the site name
        if len(printed) >= _MIN_TITLE and first.startswith(printed):
            return kept[1:] if len(first) - len(printed) <= _BYLINE else kept
    return kept


def _without_notice(found: PageBlocks, kept: list[int]) -> list[int]:
    """The text without the notices, requests and credits before and after it."""
    while len(kept) > 3 and _is_notice(found.blocks[kept[-1]]):
        kept = kept[:-1]
    opening = kept[: min(_OPENING, len(kept) - 1)]
    return [at for at in opening if not _is_label(found.blocks[at])] + kept[len(opening) :]


def _is_notice(block: TextBlock) -> bool:
    return is_notice(block.text) or _is_plea(block)


def _is_plea(block: TextBlock) -> bool:
    return block.weight < _PLEA and is_plea(block.text)


def _is_label(block: TextBlock) -> bool:
    """Return whether a line above the text is a byline, a date or a request to the reader."""
    if block.weight >= SHORT_LINE:
        return _is_plea(block)
    return any(pattern.fullmatch(block.text) for pattern in (DATELINE, BYLINE)) or _is_plea(block)


def with_text_below(found: PageBlocks, kept: list[int]) -> list[int]:
    """Return the blocks without headings whose text was left out."""
    following = [*kept[1:], len(found.blocks) + 4][: len(kept)]
    return [
        index
        for index, after in zip(kept, following, strict=True)
        if after - index <= 3
        or found.tag(index) not in HEADINGS
        or found.blocks[index].weight >= LONG_HEADING
    ]
