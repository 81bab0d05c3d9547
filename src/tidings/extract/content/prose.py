"""Prose: how much of a block is running text, judged by length, links and punctuation only."""

import re
from itertools import accumulate

from tidings.extract.content.blocks import TextBlock

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
LEAVES = HEADINGS | {"p", "li", "blockquote", "pre", "dd", "dt"}
MARK = re.compile(r"[.!?…:;,。！？、，।؟۔]")  # punctuation that headings and menus lack
PARAGRAPH = 60.0  # weight from which a block without links reads as prose
SHORT_PARAGRAPH = 25.0  # with punctuation
SHORT_LINE = 110.0  # weight below which a line may be a label, a request or a heading
LONG_HEADING = 140.0  # some pages use heading tags for whole paragraphs

_MAX_LINKED = 0.33
_LONG_WORD = 14  # characters: the words of a text are shorter on average


def prose_of(block: TextBlock, tag: str) -> float:
    """Return how much of the block's weight is running text."""
    if block.linked > _MAX_LINKED:
        return 0.0
    if tag in HEADINGS and block.weight < LONG_HEADING:
        return 0.0
    if block.weight < SHORT_PARAGRAPH or (block.weight < PARAGRAPH and not MARK.search(block.text)):
        return 0.0
    size = len(block.text)
    if block.weight < 1.5 * size and (block.text.count(" ") + 1) * _LONG_WORD < size:
        return 0.0  # tickers and menus whose parts are printed without spaces
    return block.weight * (1 - block.linked)


def running_sums(values: list[float]) -> list[float]:
    """Return the sum of the values before each place, and last the sum of all."""
    return list(accumulate(values, initial=0.0))
