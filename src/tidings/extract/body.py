"""The body: which blocks of a page are its article's text. It does not say whether it is one."""

import re
from dataclasses import dataclass

from tidings.extract.blocks import Block, Blocks, Element

_UNLIKELY = re.compile(
    r"comment|disqus|respond|reply|relat(?:ed|ion)|recommend|read-?(?:more|next|also)|more-?(?:on|from|news|stor)|"
    r"shar(?:e|ing)|social|follow-?us|newsletter|subscri|promo|sponsor|advert|\bads?[-_\b]|[-_]ads?\b|banner|"
    r"cookie|consent|gdpr|side-?bar|foot(?:er)?\b|breadcrumb|pag(?:er|ination)|popup|modal|overlay|outbrain|"
    r"taboola|teaser|widget|by-?line|\bauthor|\bbio\b|\btags?\b|tag-?list|menu|\bnav|toolbar|caption|credit|"
    r"copyright|most-?(?:read|popular|viewed)|trending|popular|sign-?up|log-?in|timestamp|dateline|"
    r"disclaimer|rating|poll\b|survey|donat|\bcta\b|skip-link|hidden|sr-only|screen-reader|visually|"
    r"\btoc\b|infobox|correction-|print-only|noprint|metadata|\bmeta\b|carousel|slider|gallery|player|video-"
)
_LIKELY = re.compile(
    r"article-?_*(?:body|text|content|main)|(?:story|post|entry|news|body|page|main)-?_*(?:body|text|content|copy)|"
    r"articlebody|storytext|text-?body|article__|\bcontent-?body|body-?copy|\brichtext|rich-text|\bprose\b"
)
_UNLIKELY_TAGS = frozenset({"aside", "footer", "figure", "figcaption", "form", "fieldset", "menu"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_LEAVES = _HEADINGS | {"p", "li", "blockquote", "pre", "dd", "dt"}

_PARAGRAPH = 60.0  # weight from which a block without links reads as prose
_SHORT_PARAGRAPH = 25.0  # with punctuation
_MAX_LINKED = 0.33


@dataclass(frozen=True, slots=True)
class Body:
    """The chosen container and the blocks kept of it, by index."""

    container: int
    kept: tuple[int, ...]
    prose: float  # weight of the prose in the container
    all_prose: float  # … and on the whole page, what the hints exclude left out

    def text(self, found: Blocks) -> str:
        """The kept blocks as lines."""
        return "\n".join(found.blocks[index].text for index in self.kept)


NO_BODY = Body(-1, (), 0.0, 0.0)


def body_of(found: Blocks, title: str = "") -> Body:
    """Return the part of the page that reads as its main text."""
    prose = [_prose(block, found.elements[block.element]) for block in found.blocks]
    excluded = _excluded(found, prose)
    prose = [0.0 if out else amount for amount, out in zip(prose, excluded, strict=True)]
    container = _container(found, prose, excluded)
    if container < 0:
        return NO_BODY
    first, end = found.elements[container].first, found.ends[container]
    kept = _kept(found, range(first, end), prose, excluded)
    return Body(container, tuple(kept), sum(prose[first:end]), sum(prose))


def _prose(block: Block, element: Element) -> float:
    """How much of the block's weight is running text."""
    if block.linked > _MAX_LINKED or element.tag in _HEADINGS:
        return 0.0
    if block.weight < (_SHORT_PARAGRAPH if block.sentences else _PARAGRAPH):
        return 0.0
    return block.weight * (1 - block.linked)


def _excluded(found: Blocks, prose: list[float]) -> list[bool]:
    """Mark the blocks inside elements whose tag or hint speaks against them.

    An element with most of the page's prose is not excluded: hints lie on wrappers.
    """
    sums = _running(prose)
    limit = sums[-1] * 0.45
    out = [False] * len(found.blocks)
    for element, end in zip(found.elements, found.ends, strict=True):
        if element.first == end or out[element.first]:
            continue
        unlikely = element.hidden or element.tag in _UNLIKELY_TAGS or _speaks_against(element)
        if unlikely and sums[end] - sums[element.first] <= limit:
            out[element.first : end] = [True] * (end - element.first)
    return out


def _speaks_against(element: Element) -> bool:
    return bool(
        element.hint and _UNLIKELY.search(element.hint) and not _LIKELY.search(element.hint)
    )


def _running(values: list[float]) -> list[float]:
    sums = [0.0]
    for value in values:
        sums.append(sums[-1] + value)
    return sums


def _container(found: Blocks, prose: list[float], excluded: list[bool]) -> int:
    """The element with the most prose and the least of anything else."""
    sums = _running(prose)
    weights = _running(
        [0.0 if out else b.weight for b, out in zip(found.blocks, excluded, strict=True)]
    )
    best, best_score = -1, 0.0
    for index, (element, end) in enumerate(zip(found.elements, found.ends, strict=True)):
        good = sums[end] - sums[element.first]
        if good <= 0 or element.tag in _LEAVES:
            continue
        score = good * good / (weights[end] - weights[element.first] + 100)
        if element.hint and _LIKELY.search(element.hint):
            score *= 1.25
        elif element.tag == "article":
            score *= 1.1
        if score >= best_score:
            best, best_score = index, score
    return best


def _kept(found: Blocks, span: range, prose: list[float], excluded: list[bool]) -> list[int]:
    good = [index for index in span if prose[index] > 0]
    if not good:
        return []
    kept = []
    for index in range(good[0], good[-1] + 1):
        block = found.blocks[index]
        if not excluded[index] and (prose[index] > 0 or block.linked <= 0.5):
            kept.append(index)
    return kept
