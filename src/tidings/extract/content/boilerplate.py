"""Boilerplate: which blocks are not text, by their tags and classes, trusted with care."""

from collections.abc import Set
from functools import lru_cache

from tidings.extract.content.blocks import PageBlocks
from tidings.extract.content.class_hints import Likelihood, class_hint
from tidings.extract.content.prose import running_sums

_UNLIKELY_TAGS = frozenset({"aside", "footer", "figure", "figcaption", "form", "fieldset", "menu"})
_NEVER_OUT = frozenset({"body", "main", "article", "tr"})  # a row's class names its content
_MAX_DOUBTS = 6
_LEAST_LEFT = 0.3  # of the page's prose


def excluded_blocks(found: PageBlocks, prose: list[float], known: list[bool]) -> list[bool]:
    """Mark blocks known to be boilerplate, and those inside elements whose tag or hint says so.

    Hints may be wrong: a word that would remove too much of the page's prose is ignored.
    """
    doubted: set[str] = set()
    sums = running_sums(prose)
    for _ in range(_MAX_DOUBTS):
        out = list(known)
        taken = _mark(found, sums, doubted, out)
        word = max(taken, key=taken.__getitem__, default="")
        left = sum(amount for amount, gone in zip(prose, out, strict=True) if not gone)
        if not word or left >= _LEAST_LEFT * sums[-1]:
            break
        doubted.add(word)
    return out


def _mark(
    found: PageBlocks, sums: list[float], doubted: Set[str], out: list[bool]
) -> dict[str, float]:
    """Mark what hints exclude, and return the prose removed by each word that may be wrong."""
    taken: dict[str, float] = {}
    for element, end in zip(found.elements, found.ends, strict=True):
        first = element.first
        if first == end or out[first]:
            continue
        limit, word = _limit(element.tag, element.hint)
        if not limit or word in doubted:
            continue
        amount = sums[end] - sums[first]
        if amount <= limit * sums[-1]:
            out[first:end] = [True] * (end - first)
            if word:
                taken[word] = taken.get(word, 0.0) + amount
    return taken


@lru_cache(maxsize=16_384)  # a site's pages share their elements
def _limit(tag: str, hint: str) -> tuple[float, str]:
    """The share of the page's prose up to which an element is excluded, and by which word.

    The share is 0 for never; the word is empty if it cannot be doubted.
    """
    if tag in _NEVER_OUT:
        return 0.0, ""
    likelihood, word = class_hint(hint)
    if likelihood is Likelihood.NEVER:
        # Paragraphs hidden by a paywall are the text itself.
        return (0.0, "") if tag == "p" and "paywall" in hint else (0.7, "")
    if tag in _UNLIKELY_TAGS:
        return 0.5, tag
    return (0.4, word) if likelihood is Likelihood.UNLIKELY else (0.0, "")


def is_teaser(found: PageBlocks, index: int) -> bool:
    """Return whether only the word "teaser" excludes a block: it also means standfirst."""
    at, words = found.blocks[index].element, set()
    while at >= 0:
        element = found.elements[at]
        words.add(_limit(element.tag, element.hint)[1])
        at = element.parent
    return words - {""} == {"teaser"}
