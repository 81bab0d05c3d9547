"""Boilerplate: which blocks are not text, by their tags and classes, trusted with care."""

import re
from collections.abc import Set
from functools import lru_cache

from tidings.extract.content.blocks import Element, PageBlocks
from tidings.extract.content.class_hints import Likelihood, class_hint, is_comments
from tidings.extract.content.prose import HEADINGS, running_sums

_UNLIKELY_TAGS = frozenset({"aside", "footer", "figure", "figcaption", "form", "fieldset", "menu"})
_NEVER_OUT = frozenset({"body", "main", "article", "tr"})  # a row's class names its content
_MAX_DOUBTS = 6
_LEAST_LEFT = 0.3  # of the page's prose
_WORD = re.compile(r"[^\W_]+")
_ANCHORS = frozenset({"h", "toc", "heading"})  # how ids of headings begin
_MIN_SLUG = 5  # words
_SHOWN_TEXT = frozenset({"table", "blockquote", "pre"})
_STORY = 300.0  # weight of prose
_MOST = 0.7  # of the page's prose: no class disowns more


def excluded_blocks(
    found: PageBlocks, prose: list[float], known: list[bool], printed: int = -1
) -> list[bool]:
    """Mark blocks known to be boilerplate, and those inside elements whose tag or hint says so.

    Hints may be wrong: a word that would remove too much of the page's prose is ignored, and so
    are those of elements with a story below `printed`, the block of the title (-1 for none).
    """
    known, sums = _with_comments(found, prose, known, printed)
    doubted: set[str] = set()
    titled = _around_title(found, sums, printed)
    for _ in range(_MAX_DOUBTS):
        out = list(known)
        taken = _mark(found, sums, doubted, titled, out)
        word = max(taken, key=taken.__getitem__, default="")
        left = sum(amount for amount, gone in zip(prose, out, strict=True) if not gone)
        if not word or left >= _LEAST_LEFT * sums[-1]:
            break
        doubted.add(word)
    return out


def _with_comments(
    found: PageBlocks, prose: list[float], known: list[bool], printed: int
) -> tuple[list[bool], list[float]]:
    """What is known, with comments that outweigh the story above them, and the prose without them.

    Only they may be most of a page; otherwise a class on most of it is likely to be wrong.
    """
    sums = running_sums(prose)
    story = sums[max(0, printed)] + _STORY
    for element, end in zip(found.elements, found.ends, strict=True):
        first = element.first
        if (
            sums[end] - sums[first] > _MOST * sums[-1]
            and sums[first] > story
            and is_comments(element.hint)
        ):
            known = known[:first] + [True] * (end - first) + known[end:]
            return known, running_sums(
                [0.0 if out else p for p, out in zip(prose, known, strict=True)]
            )
    return known, sums


def _around_title(found: PageBlocks, sums: list[float], printed: int) -> Set[int]:
    """The elements that contain the title and a story below it: no comments, no box of links."""
    around: set[int] = set()
    at = found.blocks[printed].element if printed >= 0 else -1
    while at >= 0:
        if sums[found.ends[at]] - sums[printed] > _STORY:
            around.add(at)
        at = found.elements[at].parent
    return around


def _mark(
    found: PageBlocks, sums: list[float], doubted: Set[str], titled: Set[int], out: list[bool]
) -> dict[str, float]:
    """Mark what hints exclude, and return the prose removed by each word that may be wrong."""
    taken: dict[str, float] = {}
    for at, (element, end) in enumerate(zip(found.elements, found.ends, strict=True)):
        first = element.first
        if first == end or out[first] or at in titled:
            continue
        limit, word = _limit(element.tag, element.hint)
        if not limit or word in doubted or _is_named_after_text(found, element):
            continue
        if element.tag == "figure" and _has_text(found, at):
            continue
        amount = sums[end] - sums[first]
        if amount <= limit * sums[-1]:
            out[first:end] = [True] * (end - first)
            if word:
                taken[word] = taken.get(word, 0.0) + amount
    return taken


def _has_text(found: PageBlocks, figure: int) -> bool:
    """Return whether a figure shows text: a table, a quotation or code, not a picture."""
    at = figure + 1
    while at < len(found.elements) and found.elements[at].parent >= figure:
        if found.elements[at].tag in _SHOWN_TEXT:
            return True
        at += 1
    return False


def _is_named_after_text(found: PageBlocks, element: Element) -> bool:
    """Return whether what is against an element is only its id, made of its first words.

    Short ones say what a section is for, unless they are those of the heading itself.
    """
    given = element.node.attributes
    words = set(_WORD.findall((given.get("id") or "").lower()))
    if len(words) < (1 if element.tag in HEADINGS else _MIN_SLUG):
        return False
    text = found.blocks[element.first].text.lower()
    known = {*_WORD.findall(text), *_ANCHORS}
    return words <= known and not _limit(element.tag, (given.get("class") or "").lower())[0]


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
        return (0.0, "") if tag == "p" and "paywall" in hint else (_MOST, "")
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
