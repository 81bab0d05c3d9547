"""Comments below: where the text ends, and comments, related stories or an offer begin."""

from collections import Counter

from tidings.extract.content.blocks import PageBlocks
from tidings.extract.content.boilerplate_lines import AFTERWORD, COMMENTS, PAYWALL, SECTION
from tidings.extract.content.prose import HEADINGS, SHORT_LINE

_CELLS = frozenset({"td", "th"})


def until_comments(found: PageBlocks, kept: list[int]) -> list[int]:
    """Return the text up to the line that begins the comments, related stories or paywall."""
    if not kept:
        return kept
    third = kept[len(kept) // 3]
    kept = _above_comments(found, kept, third)
    for index in range(kept[0] + 1, kept[-1] + 1):
        block = found.blocks[index]
        if block.weight >= SHORT_LINE:
            continue
        if (index >= third and _is_afterword(found, kept, index)) or (
            PAYWALL.match(block.text) and _has_more_above(found, kept, index)
        ):
            return [at for at in kept if at < index] + _text_after_related(found, kept, index)
    return kept


def _above_comments(found: PageBlocks, kept: list[int], earliest: int) -> list[int]:
    """The text above a heading such as "Comments": comments may look like the text."""
    for index in range(earliest + 1, kept[-1]):
        is_heading = found.tag(index) in HEADINGS and COMMENTS.fullmatch(found.blocks[index].text)
        if is_heading and not _is_section(found, kept, index):
            return [at for at in kept if at < index]
    return kept


def _is_afterword(found: PageBlocks, kept: list[int], index: int) -> bool:
    """Return whether a line ends the text; not the cell of a table, nor the title of a section."""
    text = found.blocks[index].text
    return AFTERWORD.fullmatch(text) is not None and not (
        _is_in_row(found, index) or _is_section(found, kept, index)
    )


def _is_in_row(found: PageBlocks, index: int) -> bool:
    """Return whether a block is one of several cells of a row."""
    around = found.parent(index)
    near = (at for at in (index - 1, index + 1) if 0 <= at < len(found.blocks))
    return found.tag(index) in _CELLS and any(found.parent(at) == around for at in near)


def _is_section(found: PageBlocks, kept: list[int], index: int) -> bool:
    """Return whether a word that may mean comments is the title of a section of the text.

    Its paragraphs are next to it, and look like those above.
    """
    if not SECTION.fullmatch(found.blocks[index].text):
        return False
    below = next((at for at in kept if at > index and found.tag(at) == "p"), None)
    above = Counter(_plain_markup(found, at) for at in kept if at < index and found.tag(at) == "p")
    if below is None or not above or not _is_beside(found, index, below):
        return False
    return _plain_markup(found, below) == above.most_common(1)[0][0]


def _has_more_above(found: PageBlocks, kept: list[int], index: int) -> bool:
    """Return whether most of the text is above a line: paid text may be hidden below it."""
    return sum(found.blocks[at].weight * (1 if at < index else -1) for at in kept) > 0


def _is_beside(found: PageBlocks, heading: int, paragraph: int) -> bool:
    """Return whether a paragraph is next to its heading, or in a box with a class next to it."""
    own, around = found.parent(heading), found.parent(paragraph)
    if own == around:
        return True
    return found.elements[around].parent == own and bool(found.look(around)[1])


def _text_after_related(found: PageBlocks, kept: list[int], opening: int) -> list[int]:
    """The text below a box of related stories: paragraphs with the usual markup of those above."""
    above = Counter(
        _paragraph_markup(found, at) for at in kept if at < opening and found.tag(at) == "p"
    )
    if not above:
        return []
    usual, _ = above.most_common(1)[0]
    return [at for at in kept if at > opening and _paragraph_markup(found, at) == usual]


def _plain_markup(found: PageBlocks, index: int) -> tuple[tuple[str, str], tuple[str, str]]:
    """The tag and class of a block and of its parent, numbers aside."""
    return found.look(found.blocks[index].element), found.look(max(0, found.parent(index)))


def _paragraph_markup(found: PageBlocks, index: int) -> tuple[str, str, str, int]:
    """The tag and class of a block and its parent; without classes, the parent itself."""
    element = found.elements[found.blocks[index].element]
    parent = found.elements[element.parent] if element.parent >= 0 else element
    own, around = element.hint, parent.hint
    return element.tag, own, around, -1 if own and around else element.parent
