"""Edges: what stands before, after and between the lines of a text without being of it."""

from collections import Counter

from tidings.extract.content.blocks import PageBlocks, TextBlock
from tidings.extract.content.boilerplate_lines import (
    AFTERWORD,
    BYLINE,
    COMMENTS,
    DATELINE,
    PAYWALL,
    is_notice,
    is_plea,
)
from tidings.extract.content.class_hints import is_subheading
from tidings.extract.content.container import POOR_CONTAINERS
from tidings.extract.content.prose import HEADINGS, LEAVES, LONG_HEADING, running_sums

# Where a few words may be part of the text; elsewhere they are labels.
_SHORT_TAGS = LEAVES | {"td", "th", "tr", "font", "center", "caption", "summary"}
SHORT_LINE = 110.0
LEAD = 80.0  # weight from which a line above the text may be its standfirst

_NO_CORE = POOR_CONTAINERS | {"p", "li", "blockquote", "pre", "tbody", "td"}
_CORE = 0.8  # of the text in one element: what follows it are notes, authors and other stories
_LABEL = 150.0
_PLEA = 450.0
_QUOTE = 40.0  # weight: fewer words may well come twice
_QUOTATION_MARKS = "\"'“”„‚‘’«»"
_MAX_QUOTES, _MAX_TOLD = 200, 100_000  # looked for, and characters to look in: no page needs more
_TOLD_ONCE = HEADINGS | {"p"}
_OPENING = 3  # lines
_MIN_TITLE = 12
_BYLINE = 120  # characters: names and a date in one line with the title


def trimmed(found: PageBlocks, container: int, kept: list[int], title: str) -> list[int]:
    """Return the kept blocks without those that only stand beside the text."""
    kept = _without_labels(found, _without_tail(found, container, kept))
    kept = _without_quotes(found, kept)
    kept = _until_comments(found, _without_title(found, kept, title))
    return _without_notice(found, kept)


def _without_labels(found: PageBlocks, kept: list[int]) -> list[int]:
    """The text without short lines in no paragraph's tag, where paragraphs have one."""
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
    """Tell whether a block is in a tag, or called by a name, that short lines of a text have."""
    element = found.elements[found.blocks[index].element]
    return element.tag in _SHORT_TAGS or (element.tag == "div" and is_subheading(element.hint))


def _without_quotes(found: PageBlocks, kept: list[int]) -> list[int]:
    """The text without what is printed again beside its paragraphs, to draw readers in."""
    beside = [
        at for at in kept if found.tag(at) not in _TOLD_ONCE and found.blocks[at].weight >= _QUOTE
    ][:_MAX_QUOTES]
    if not beside:
        return kept
    told = "\n".join(found.blocks[at].text for at in kept if found.tag(at) == "p")[:_MAX_TOLD]
    again = {at for at in beside if found.blocks[at].text.strip(_QUOTATION_MARKS) in told}
    return [at for at in kept if at not in again] if again else kept


def _without_tail(found: PageBlocks, container: int, kept: list[int]) -> list[int]:
    """The text without what stands below the element that holds nearly all of it."""
    weights = [0.0] * len(found.blocks)
    for at in kept:
        weights[at] = found.blocks[at].weight
    sums = running_sums(weights)
    last = found.ends[container]
    for at in range(container, len(found.elements)):
        element, end = found.elements[at], found.ends[at]
        if element.first >= last:
            break
        if sums[end] - sums[element.first] >= _CORE * sums[-1] and element.tag not in _NO_CORE:
            last = end
    return [at for at in kept if at < last]


def _without_title(found: PageBlocks, kept: list[int], title: str) -> list[int]:
    """The text without a title that is printed above it in no heading's tag."""
    first = found.blocks[kept[0]].text if kept else ""
    for printed in (
        title,
        title.partition(": ")[2],
    ):  # the page's title may begin with the site's
        if len(printed) >= _MIN_TITLE and first.startswith(printed):
            return kept[1:] if len(first) - len(printed) <= _BYLINE else kept
    return kept


def _until_comments(found: PageBlocks, kept: list[int]) -> list[int]:
    """The text up to the line that opens the readers' comments, the related stories or the till."""
    if not kept:
        return kept
    third = kept[len(kept) // 3]
    kept = _above_comments(found, kept, third)
    for index in range(kept[0] + 1, kept[-1] + 1):
        block = found.blocks[index]
        if block.weight >= SHORT_LINE:
            continue
        if (index >= third and AFTERWORD.fullmatch(block.text)) or (
            PAYWALL.match(block.text) and _has_more_above(found, kept, index)
        ):
            return [at for at in kept if at < index] + _text_after_related(found, kept, index)
    return kept


def _above_comments(found: PageBlocks, kept: list[int], earliest: int) -> list[int]:
    """The text above a heading that says no more than "Comments": readers may write like it."""
    for index in range(earliest + 1, kept[-1]):
        if found.tag(index) in HEADINGS and COMMENTS.fullmatch(found.blocks[index].text):
            return [at for at in kept if at < index]
    return kept


def _has_more_above(found: PageBlocks, kept: list[int], index: int) -> bool:
    """Tell whether most of the text stands above a line: pages also hide what they sell below."""
    return sum(found.blocks[at].weight * (1 if at < index else -1) for at in kept) > 0


def _text_after_related(found: PageBlocks, kept: list[int], opening: int) -> list[int]:
    """What is text below a box of related stories: paragraphs made like most of those above."""
    above = Counter(
        _paragraph_markup(found, at) for at in kept if at < opening and found.tag(at) == "p"
    )
    if not above:
        return []
    usual, _ = above.most_common(1)[0]
    return [at for at in kept if at > opening and _paragraph_markup(found, at) == usual]


def _paragraph_markup(found: PageBlocks, index: int) -> tuple[str, str, str, int]:
    """The tag and class of a block and its parent; without a class, the very parent."""
    element = found.elements[found.blocks[index].element]
    parent = found.elements[element.parent] if element.parent >= 0 else element
    own, around = element.hint, parent.hint
    return element.tag, own, around, -1 if own and around else element.parent


def _without_notice(found: PageBlocks, kept: list[int]) -> list[int]:
    """The text without the notices, pleas and credits that stand before and after it."""
    while len(kept) > 3 and _is_notice(found.blocks[kept[-1]]):
        kept = kept[:-1]
    opening = kept[: min(_OPENING, len(kept) - 1)]
    return [at for at in opening if not _is_label(found.blocks[at])] + kept[len(opening) :]


def _is_notice(block: TextBlock) -> bool:
    return is_notice(block.text) or _is_plea(block)


def _is_plea(block: TextBlock) -> bool:
    return block.weight < _PLEA and is_plea(block.text)


def _is_label(block: TextBlock) -> bool:
    """Tell whether a line above the text names its author or date, or asks for something."""
    if block.weight >= SHORT_LINE:
        return _is_plea(block)
    return any(pattern.fullmatch(block.text) for pattern in (DATELINE, BYLINE)) or _is_plea(block)


def with_text_below(found: PageBlocks, kept: list[int]) -> list[int]:
    """Return the blocks without headings whose own text was left out."""
    following = [*kept[1:], len(found.blocks) + 4][: len(kept)]
    return [
        index
        for index, after in zip(kept, following, strict=True)
        if after - index <= 3
        or found.tag(index) not in HEADINGS
        or found.blocks[index].weight >= LONG_HEADING
    ]
