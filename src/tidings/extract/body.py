"""The body: which blocks of a page are its article's text. It does not say whether it is one."""

import re
from collections import Counter
from collections.abc import Set
from dataclasses import dataclass

from tidings.extract.blocks import Block, Blocks, Element, block_key, may_repeat
from tidings.extract.hints import (
    AFTERWORD,
    ASIDE,
    BYLINE,
    DATELINE,
    NOTICE,
    PLEA,
    Spoken,
    said,
    spoken,
)
from tidings.read.dates import parse_date

_UNLIKELY_TAGS = frozenset({"aside", "footer", "figure", "figcaption", "form", "fieldset", "menu"})
_NEVER_OUT = frozenset({"body", "main", "article"})
_POOR_CONTAINERS = frozenset({"ul", "ol", "dl", "aside", "footer", "form", "table", "tr"})
_NO_CORE = _POOR_CONTAINERS | {"p", "li", "blockquote", "pre", "tbody", "td"}
_MARK = re.compile(r"[.!?…:;,。！？、，।؟۔]")  # of punctuation: headings and menus lack them
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_LEAVES = _HEADINGS | {"p", "li", "blockquote", "pre", "dd", "dt"}

# Where a few words may be part of the text; elsewhere they are labels.
_SHORT_TAGS = _LEAVES | {"td", "th", "tr", "font", "center", "caption", "summary"}
_SHORT_LINE = 110.0

_PARAGRAPH = 60.0  # weight from which a block without links reads as prose
_SHORT_PARAGRAPH = 25.0  # with punctuation
_MAX_LINKED = 0.33
_MAX_PREFERENCE = 1.25
_LEAD = 80.0
_LONG_WORD = 14  # characters: the words of a text are shorter on average
_MIN_TITLE = 12
_MAX_DOUBTS = 6
_STORY = 300.0
_PLEA = 450.0
_OPENING = 3  # lines
_LABEL = 150.0
_LONG_HEADING = 140.0  # some pages print whole paragraphs as headings
_CORE = 0.8  # of the text in one element: what follows it are notes, authors and other stories
_BYLINE = 120  # characters: names and a date in one line with the title
_LEAD_REACH = 16  # blocks between the heading and the text: byline, date, shares, picture


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


def body_of(found: Blocks, title: str = "", repeated: Set[int] = frozenset()) -> Body:
    """Return the part of the page that reads as its main text.

    `repeated` are keys of blocks that stand on many pages of the site: they are never text.
    """
    known = [
        bool(repeated) and may_repeat(block) and block_key(block.text) in repeated
        for block in found.blocks
    ]
    prose = [
        0.0 if again else _prose(block, found.elements[block.element])
        for block, again in zip(found.blocks, known, strict=True)
    ]
    excluded = _excluded(found, prose, known)
    prose = [0.0 if out else amount for amount, out in zip(prose, excluded, strict=True)]
    container = _container(found, prose, excluded)
    if container < 0:
        return NO_BODY
    first, end = found.elements[container].first, found.ends[container]
    heading = _heading(found, title, range(first, end))
    if heading >= 0 and sum(prose[first:heading]) > 0.1 * sum(prose[first:end]):
        heading = -1
    end = _end_of_story(found, container, heading, prose)
    kept = _kept(found, range(first, end), heading, prose, excluded)
    kept = _without_labels(found, _without_tail(found, container, kept))
    kept = _without_notice(found, _until_comments(found, _without_title(found, kept, title)))
    return Body(container, tuple(kept), sum(prose[first:end]), sum(prose))


def _prose(block: Block, element: Element) -> float:
    """How much of the block's weight is running text."""
    if block.linked > _MAX_LINKED:
        return 0.0
    if element.tag in _HEADINGS and block.weight < _LONG_HEADING:
        return 0.0
    if block.weight < _SHORT_PARAGRAPH or (
        block.weight < _PARAGRAPH and not _MARK.search(block.text)
    ):
        return 0.0
    size = len(block.text)
    if block.weight < 1.5 * size and (block.text.count(" ") + 1) * _LONG_WORD < size:
        return 0.0  # tickers and menus whose parts stand together without a blank
    return block.weight * (1 - block.linked)


def _excluded(found: Blocks, prose: list[float], known: list[bool]) -> list[bool]:
    """Mark the blocks known to be none, and those inside elements whose tag or hint says so.

    Hints lie: a word that would take too much of the page's prose is not believed there.
    """
    doubted: set[str] = set()
    sums = _running(prose)
    for _ in range(_MAX_DOUBTS):
        out = list(known)
        taken = _mark(found, sums, doubted, out)
        word = max(taken, key=taken.__getitem__, default="")
        left = sum(amount for amount, gone in zip(prose, out, strict=True) if not gone)
        if not word or left >= 0.3 * sums[-1]:
            break
        doubted.add(word)
    return out


def _mark(found: Blocks, sums: list[float], doubted: Set[str], out: list[bool]) -> dict[str, float]:
    """Mark what hints exclude, and return the prose that went with each doubtable word."""
    taken: dict[str, float] = {}
    for element, end in zip(found.elements, found.ends, strict=True):
        first = element.first
        if first == end or out[first]:
            continue
        limit, word = _limit(element)
        amount = sums[end] - sums[first]
        if limit and word not in doubted and amount <= limit * sums[-1]:
            out[first:end] = [True] * (end - first)
            if word:
                taken[word] = taken.get(word, 0.0) + amount
    return taken


def _limit(element: Element) -> tuple[float, str]:
    """The share of the page's prose up to which the element is excluded, and by which word.

    Nothing for never; no word where there is no doubt.
    """
    if element.tag in _NEVER_OUT:
        return 0.0, ""
    hint = element.hint
    says, word = said(hint)
    if says is Spoken.NEVER:
        # Paragraphs that a paywall hides are the text itself.
        return (0.0, "") if element.tag == "p" and "paywall" in hint else (0.7, "")
    if element.tag in _UNLIKELY_TAGS:
        return 0.5, element.tag
    return (0.4, word) if says is Spoken.UNLIKELY else (0.0, "")


def _running(values: list[float]) -> list[float]:
    sums = [0.0]
    for value in values:
        sums.append(sums[-1] + value)
    return sums


def _container(found: Blocks, prose: list[float], excluded: list[bool]) -> int:
    """The element with the most prose and the least of anything else."""
    sums = _running(
        [amount and amount * _alone(found, at, prose, excluded) for at, amount in enumerate(prose)]
    )
    weights = _running(
        [0.0 if out else b.weight for b, out in zip(found.blocks, excluded, strict=True)]
    )
    best, best_score = -1, 0.0
    for index, (element, end) in enumerate(zip(found.elements, found.ends, strict=True)):
        good = sums[end] - sums[element.first]
        if good <= 0 or element.tag in _LEAVES:
            continue
        score = good * good / (weights[end] - weights[element.first] + 300)
        if score * _MAX_PREFERENCE < best_score:
            continue
        score *= _preference(element)
        if score >= best_score:
            best, best_score = index, score
    return best


def _preference(element: Element) -> float:
    if element.tag in ("body", "main"):
        return 1.0
    if element.tag in _POOR_CONTAINERS:
        return 0.6
    if element.tag == "article" or spoken(element.hint) is Spoken.LIKELY:
        return _MAX_PREFERENCE
    return 1.0


def _alone(found: Blocks, index: int, prose: list[float], excluded: list[bool]) -> float:
    """Less for prose among links without other prose: that is how lists of teasers look."""
    near = range(max(0, index - 2), min(len(prose), index + 3))
    if any(prose[at] for at in near if at != index):
        return 1.0
    return 0.3 if any(_is_headline(found.blocks[at]) for at in near if not excluded[at]) else 1.0


def _is_headline(block: Block) -> bool:
    return block.linked > 0.8 and block.weight >= _SHORT_PARAGRAPH


def _heading(found: Blocks, title: str, span: range) -> int:
    """The first heading in the span that is the title, -1 if there is none."""
    wanted = title.casefold()
    places = (at for at in span if found.tag(at) in _HEADINGS)
    return next((at for at in places if found.blocks[at].text.casefold() == wanted), -1)


def _end_of_story(found: Blocks, container: int, heading: int, prose: list[float]) -> int:
    """Where the container's first story ends: some pages add the next ones below, to scroll on."""
    end, before = found.ends[container], max(found.elements[container].first, heading)
    for at in range(container + 1, len(found.elements)):
        element = found.elements[at]
        if element.first >= end:
            break
        inside = range(element.first, found.ends[at])
        if (
            element.tag == "article"
            and sum(prose[before : element.first]) > _STORY
            and sum(prose[at] for at in inside) > _STORY
            and any(_is_h1(found, index) for index in inside)
        ):
            return element.first
    return end


def _kept(
    found: Blocks, span: range, heading: int, prose: list[float], excluded: list[bool]
) -> list[int]:
    good = [index for index in span if prose[index] > 0 and index > heading]
    if not good:
        return []
    start = good[0] if heading >= 0 else _after_heading(found, good, prose)
    kept = [
        index
        for index in range(start, _last_line(found, good[-1], span.stop) + 1)
        if not excluded[index] and _belongs(found, index, prose[index])
    ]
    return _lead(found, start, prose, excluded) + _with_text_below(found, kept)


def _without_title(found: Blocks, kept: list[int], title: str) -> list[int]:
    """The text without a title that is printed above it in no heading's tag."""
    first = found.blocks[kept[0]].text if kept else ""
    for printed in (title, title.partition(": ")[2]):  # the page's title may begin with the site's
        if len(printed) >= _MIN_TITLE and first.startswith(printed):
            return kept[1:] if len(first) - len(printed) <= _BYLINE else kept
    return kept


def _until_comments(found: Blocks, kept: list[int]) -> list[int]:
    """The text up to the line that opens the readers' comments or the related stories."""
    if not kept:
        return kept
    for index in range(kept[len(kept) // 3], kept[-1]):
        block = found.blocks[index]
        if block.weight < _SHORT_LINE and AFTERWORD.fullmatch(block.text):
            return [at for at in kept if at < index] + _going_on(found, kept, index)
    return kept


def _going_on(found: Blocks, kept: list[int], opening: int) -> list[int]:
    """What is text below a box of related stories: paragraphs made like most of those above."""
    above = Counter(_make(found, at) for at in kept if at < opening and found.tag(at) == "p")
    if not above:
        return []
    usual, _ = above.most_common(1)[0]
    return [at for at in kept if at > opening and _make(found, at) == usual]


def _make(found: Blocks, index: int) -> tuple[str, str, str, int]:
    """The tag and class of a block and its parent; without a class, the very parent."""
    element = found.elements[found.blocks[index].element]
    parent = found.elements[element.parent] if element.parent >= 0 else element
    own, around = element.hint, parent.hint
    return element.tag, own, around, -1 if own and around else element.parent


def _without_labels(found: Blocks, kept: list[int]) -> list[int]:
    """The text without short lines in no paragraph's tag, where paragraphs have one."""
    tagged = [at for at in kept if found.tag(at) in _SHORT_TAGS]
    marked = sum(found.blocks[at].weight for at in tagged)
    if marked < _CORE * sum(found.blocks[at].weight for at in kept):
        return kept
    opening = next((at for at in tagged if found.tag(at) not in _HEADINGS), 0)
    return [
        at
        for at in kept
        if found.tag(at) in _SHORT_TAGS
        or (found.blocks[at].weight >= (_LEAD if at < opening else _LABEL) and at < tagged[-1])
    ]


def _without_tail(found: Blocks, container: int, kept: list[int]) -> list[int]:
    """The text without what stands below the element that holds nearly all of it."""
    shown = set(kept)
    sums = _running([b.weight if at in shown else 0.0 for at, b in enumerate(found.blocks)])
    last = found.ends[container]
    for at in range(container, len(found.elements)):
        element, end = found.elements[at], found.ends[at]
        if element.first >= last:
            break
        if sums[end] - sums[element.first] >= _CORE * sums[-1] and element.tag not in _NO_CORE:
            last = end
    return [at for at in kept if at < last]


def _without_notice(found: Blocks, kept: list[int]) -> list[int]:
    """The text without the notices, pleas and credits that stand before and after it."""
    while len(kept) > 3 and _is_notice(found.blocks[kept[-1]]):
        kept = kept[:-1]
    opening = kept[: min(_OPENING, len(kept) - 1)]
    return [at for at in opening if not _is_label(found.blocks[at])] + kept[len(opening) :]


def _is_notice(block: Block) -> bool:
    return NOTICE.search(block.text) is not None or _is_plea(block)


def _is_plea(block: Block) -> bool:
    return block.weight < _PLEA and PLEA.search(block.text) is not None


def _is_label(block: Block) -> bool:
    """Tell whether a line above the text names its author or date, or asks for something."""
    if block.weight >= _SHORT_LINE:
        return _is_plea(block)
    return any(pattern.fullmatch(block.text) for pattern in (DATELINE, BYLINE)) or _is_plea(block)


def _lead(found: Blocks, start: int, prose: list[float], excluded: list[bool]) -> list[int]:
    """The standfirst, where it stands between the main heading and the container."""
    heading = next(
        (at for at in range(start - 1, max(-1, start - _LEAD_REACH), -1) if _is_h1(found, at)), None
    )
    if heading is None:
        return []
    return [
        index
        for index in range(heading + 1, start)
        if not excluded[index] and found.blocks[index].weight >= _LEAD and _is_lead(found, index)
    ]


def _is_lead(found: Blocks, index: int) -> bool:
    block = found.blocks[index]
    return block.linked < 0.2 and not _is_date(block)


def _is_h1(found: Blocks, index: int) -> bool:
    return found.tag(index) == "h1"


def _last_line(found: Blocks, last: int, end: int) -> int:
    """Where the text ends: short paragraphs right after the last long one belong to it."""
    parent = found.elements[found.blocks[last].element].parent
    for index in range(last + 1, min(end, last + 4)):
        element = found.elements[found.blocks[index].element]
        if element.tag != "p" or element.parent != parent:
            break
        last = index
    return last


def _after_heading(found: Blocks, good: list[int], prose: list[float]) -> int:
    """Where the text begins: after the last h1 that has little before it."""
    total = sum(prose[index] for index in good)
    start, before = good[0], 0.0
    for index in range(good[0], good[-1]):
        before += prose[index]
        if before > 0.3 * total:
            break
        if _is_h1(found, index):
            start = index + 1
    return start


def _belongs(found: Blocks, index: int, prose: float) -> bool:
    """Tell whether a block within the text is part of it."""
    block = found.blocks[index]
    if block.weight < _SHORT_LINE and (ASIDE.match(block.text) or _is_date(block)):
        return False
    if prose > 0:
        return True
    if block.linked > 0.5:
        return (
            block.linked <= 0.7
            and _MARK.search(block.text) is not None
            and block.weight > _PARAGRAPH
        )
    return found.tag(index) in _SHORT_TAGS


def _is_date(block: Block) -> bool:
    digits = sum(map(str.isdigit, block.text))
    return digits >= 4 and digits * 6 >= len(block.text) and parse_date(block.text) is not None


def _is_long(found: Blocks, index: int) -> bool:
    return found.blocks[index].weight >= _LONG_HEADING


def _with_text_below(found: Blocks, kept: list[int]) -> list[int]:
    """The blocks without headings whose own text was left out."""
    following = [*kept[1:], len(found.blocks) + 4][: len(kept)]
    return [
        index
        for index, after in zip(kept, following, strict=True)
        if after - index <= 3 or found.tag(index) not in _HEADINGS or _is_long(found, index)
    ]
