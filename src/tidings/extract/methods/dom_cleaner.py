"""The DOM cleaner: the first element with enough promising paragraphs. No scores, no hints.

A text is promising if it is long and has little markup in it. The whole page contains every
paragraph, so "first" is the first element to close with enough of them inside.
"""

from collections.abc import Iterable

from tidings.extract.content.blocks import PageBlocks

_PROMISING = 60.0  # weight of a text: a sentence
_MAX_LINKED = 0.33  # share of it in links
_MAX_TAGS = 0.05  # tags per character: more is a list of names and links
_ENOUGH = 3  # promising paragraphs …
_LARGE = 800.0  # … and their total weight; at 400 a box of teasers often comes first
_ENOUGH_TEXT = 200.0  # weight of promising text directly in a cell or a division
_HOLDERS = frozenset({"td", "div"})


def dom_text(found: PageBlocks) -> str:
    """Return the text of the element with the article, empty if none is promising."""
    promising = _promising_weights(found)
    chosen = _first_with_paragraphs(found, promising)
    if chosen is None:
        chosen = _first_with_text(found, promising)
    if chosen is None:
        return ""
    span = slice(found.elements[chosen].first, found.ends[chosen])
    return "\n".join(block.text for block in found.blocks[span])


def _promising_weights(found: PageBlocks) -> list[float]:
    """The weight of each element's own text, inline markup included; 0 unless promising."""
    own = [0.0] * len(found.elements)
    linked = [0.0] * len(found.elements)
    for block in found.blocks:
        own[block.element] += block.weight
        linked[block.element] += block.weight * block.linked
    return [
        weight if _is_promising(weight, links, element.node.iter()) else 0.0
        for weight, links, element in zip(own, linked, found.elements, strict=True)
    ]


def _is_promising(weight: float, linked: float, tags: Iterable[object]) -> bool:
    if weight < _PROMISING or linked > _MAX_LINKED * weight:
        return False
    return sum(1 for _ in tags) <= _MAX_TAGS * weight


def _first_with_paragraphs(found: PageBlocks, promising: list[float]) -> int | None:
    """The first element to close around enough promising paragraphs."""
    weights = [
        weight if element.tag == "p" else 0.0
        for weight, element in zip(promising, found.elements, strict=True)
    ]
    counts = [float(weight > 0) for weight in weights]
    _add_to_parents(found, weights)
    _add_to_parents(found, counts)
    chosen: int | None = None
    for place, element in enumerate(found.elements):
        if counts[place] >= _ENOUGH and weights[place] >= _LARGE:
            if chosen is not None and element.first >= found.ends[chosen]:
                break  # it begins after the last one, so that one closed first
            chosen = place
    return chosen


def _add_to_parents(found: PageBlocks, amounts: list[float]) -> None:
    """Turn each element's own amount into the sum over its subtree."""
    for place in range(len(amounts) - 1, 0, -1):  # children before their parents
        amounts[found.elements[place].parent] += amounts[place]


def _first_with_text(found: PageBlocks, promising: list[float]) -> int | None:
    """The first cell or division with enough promising text, directly or in its paragraphs."""
    texts = list(promising)
    for weight, element in zip(promising, found.elements, strict=True):
        if element.tag == "p":
            texts[element.parent] += weight
    enough = (
        place
        for place, element in enumerate(found.elements)
        if element.tag in _HOLDERS and texts[place] >= _ENOUGH_TEXT
    )
    return next(enough, None)
