"""The container: the element with the article's text, and as little else as possible."""

from tidings.extract.content.blocks import Element, PageBlocks, TextBlock
from tidings.extract.content.class_hints import Likelihood, likelihood_of
from tidings.extract.content.prose import LEAVES, SHORT_PARAGRAPH, running_sums

POOR_CONTAINERS = frozenset({"ul", "ol", "dl", "aside", "footer", "form", "table", "tr"})

_MAX_PREFERENCE = 1.25
_SLACK = 300.0  # weight of other content that does not count against a short text
_TITLE_REACH = 40  # blocks below the printed title; imprints and notices are further away
_FAR = 0.5
_STORY = 300.0
_QUOTE = 40  # characters that identify a paragraph


def container_of(
    found: PageBlocks, prose: list[float], excluded: list[bool], printed: int, json_ld_text: str
) -> int:
    """Return the element with the most prose and the least of anything else, -1 for none.

    `printed` is the block of the title, -1 if there is none. `json_ld_text` is used only if the
    choice contains little of it.
    """
    weights = [0.0 if out else b.weight for b, out in zip(found.blocks, excluded, strict=True)]
    values = [
        amount and amount * _teaser_factor(found, at, prose, excluded)
        for at, amount in enumerate(prose)
    ]
    reach = _reach(found, printed, prose)
    best = _with_next_parts(found, _best_element(found, values, weights, reach), values)
    if not json_ld_text or best < 0:
        return best
    shared = [
        amount if amount and block.text[:_QUOTE] in json_ld_text else 0.0
        for amount, block in zip(prose, found.blocks, strict=True)
    ]
    inside = sum(shared[found.elements[best].first : found.ends[best]])
    return best if inside * 2 >= sum(shared) else _best_element(found, shared, weights, reach)


def _best_element(
    found: PageBlocks, values: list[float], weights: list[float], reach: range
) -> int:
    value_sums, weight_sums = running_sums(values), running_sums(weights)
    best, best_score = -1, 0.0
    for index, (element, end) in enumerate(zip(found.elements, found.ends, strict=True)):
        value = value_sums[end] - value_sums[element.first]
        if value <= 0 or element.tag in LEAVES:
            continue
        score = value * value / (weight_sums[end] - weight_sums[element.first] + _SLACK)
        if score * _MAX_PREFERENCE < best_score:
            continue
        score *= _preference(element)
        if reach and (reach.start >= end or reach.stop <= element.first):
            score *= _FAR
        if score >= best_score:
            best, best_score = index, score
    return best


def _with_next_parts(found: PageBlocks, best: int, values: list[float]) -> int:
    """The element, or its parent if siblings with the same class continue the text."""
    if best < 0 or not found.look(best)[1] or found.elements[best].tag == "article":
        return best
    around, at = found.elements[best].parent, best + 1
    while at < len(found.elements) and found.elements[at].parent >= around:
        if (
            found.elements[at].parent == around
            and found.look(at) == found.look(best)
            and sum(values[found.elements[at].first : found.ends[at]]) > 0
        ):
            return around
        at += 1
    return best


def _reach(found: PageBlocks, printed: int, prose: list[float]) -> range:
    """The blocks from the printed title on where the text may begin; none without a title.

    If an <article> contains the title and a story, the text begins in it.
    """
    if printed < 0:
        return range(0)
    at = found.blocks[printed].element
    while at >= 0 and found.elements[at].tag != "article":
        at = found.elements[at].parent
    if at >= 0 and sum(prose[printed : found.ends[at]]) > _STORY:
        return range(printed, found.ends[at])
    return range(printed, printed + _TITLE_REACH + 1)


def _preference(element: Element) -> float:
    if element.tag in ("body", "main"):
        return 1.0
    if element.tag in POOR_CONTAINERS:
        return 0.6
    if element.tag == "article" or likelihood_of(element.hint) is Likelihood.LIKELY:
        return _MAX_PREFERENCE
    return 1.0


def _teaser_factor(
    found: PageBlocks, index: int, prose: list[float], excluded: list[bool]
) -> float:
    """Below 1 for prose among links without other prose: lists of teasers look like this."""
    near = range(max(0, index - 2), min(len(prose), index + 3))
    if any(prose[at] for at in near if at != index):
        return 1.0
    return 0.3 if any(_is_headline(found.blocks[at]) for at in near if not excluded[at]) else 1.0


def _is_headline(block: TextBlock) -> bool:
    return block.linked > 0.8 and block.weight >= SHORT_PARAGRAPH
