"""Where the title is printed, and which blocks are around it. It does not read them."""

from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from tidings.extract.content.blocks import PageBlocks

_HEADINGS = ("h1", "h2", "h3")
_BEFORE, _AFTER = 6, 25  # blocks
_MIN_PREFIX = 20  # characters: a shorter title may well begin a sentence
_LONG = 200.0  # weight of a paragraph; the second one ends the span


@dataclass(frozen=True, slots=True)
class TitlePosition:
    """The title's block and the blocks around it, up to the second long paragraph."""

    at: int
    span: range

    @property
    def below(self) -> range:
        """The title's block and those after it."""
        return range(self.at, self.span.stop)

    @property
    def above(self) -> range:
        """The blocks before the title, the nearest first."""
        return range(self.at - 1, self.span.start - 1, -1)


def title_position_of(found: PageBlocks, title: str) -> TitlePosition:
    """Return where the title is printed; if it is not, the first h1 or the first block."""
    at = _title_block(found, title)
    end, prose = min(at + 1, len(found.blocks)), 0
    while end < min(len(found.blocks), at + _AFTER) and prose < 2:
        prose += found.blocks[end].weight > _LONG and found.blocks[end].linked < 0.4
        end += 1
    return TitlePosition(at, range(max(0, at - _BEFORE), end))


def _title_block(found: PageBlocks, title: str) -> int:
    wanted, size = title.casefold(), len(title)
    places = [
        at
        for at, block in enumerate(found.blocks)
        if len(block.text) == size and block.text.casefold() == wanted
    ]
    if places:
        return next((at for at in places if found.tag(at) in _HEADINGS), places[0])
    if size >= _MIN_PREFIX:
        begun = (at for at, block in enumerate(found.blocks) if block.text.startswith(title + " "))
        if (at := next(begun, -1)) >= 0:
            return at  # together with the byline, as on old pages
    return next((at for at in range(len(found.blocks)) if found.tag(at) == "h1"), 0)


def first_block_of(node: LexborNode, found: PageBlocks) -> int:
    """Return the first block of the innermost element around a node, -1 if there is none."""
    places = found.places
    around: LexborNode | None = node
    while around is not None:
        if (place := places.get(around.mem_id)) is not None:
            return place
        around = around.parent
    return -1
