"""Anchors: the most frequent distinctive texts of the links to each article.

A text on links to many pages of one domain ("read more", "weiterlesen", "12:30") describes none of
them. It is left out because it is frequent, so this works in any language.
"""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from tidings.search.links.aliases import KeyAliases
from tidings.search.links.edges import AnchorTexts, Edges
from tidings.search.links.page_keys import Keys
from tidings.settings.tree import LinkSettings

Numbers = NDArray[np.int64]
_LOW: Final = 0xFFFF_FFFF
_SIDES: Final[tuple[Literal["left"], Literal["right"]]] = ("left", "right")


@dataclass(frozen=True, slots=True, eq=False)
class Anchors:
    """Texts of links, the best first within each page."""

    keys: Keys  # of the pages, sorted; a page is repeated for each of its texts
    texts: AnchorTexts

    def of(self, page: int) -> list[str]:
        """Return the texts of the links to a page."""
        first, last = (int(np.searchsorted(self.keys, np.uint64(page), side)) for side in _SIDES)
        return [self.texts.text(row) for row in range(first, last)]


def anchors_of(
    edges: Edges, aliases: KeyAliases, articles: Keys, settings: LinkSettings
) -> Anchors:
    """Return the most frequent distinctive texts of the links to each article."""
    resolved = aliases.resolved(edges.targets.page)
    wanted = np.isin(resolved, articles)[edges.target] & (edges.text != 0)
    wanted &= resolved[edges.target] != aliases.resolved(edges.pages.page)[edges.source]
    target, text = edges.target[wanted].astype(np.int64), edges.text[wanted].astype(np.int64)
    pages, number = np.unique(resolved, return_inverse=True)
    domain = np.zeros(len(pages), dtype=np.int64)
    domain[number] = np.unique(edges.targets.domain, return_inverse=True)[1]
    pairs, counts = np.unique(number[target] << 32 | text, return_counts=True)
    page, text = pairs >> 32, pairs & _LOW
    distinctive = _is_distinctive(domain[page], text, settings.anchor_targets)
    page, text, counts = page[distinctive], text[distinctive], counts[distinctive]
    order = np.lexsort((edges.texts.keys[text], -counts, page))
    page, text = page[order], text[order]
    best = _first_of_each(page, settings.anchors)
    return Anchors(pages[page[best]], edges.texts.take(text[best]))


def _is_distinctive(domain: Numbers, text: Numbers, most: int) -> NDArray[np.bool_]:
    """Return for every (page, text) whether the text leads to few pages of the page's domain."""
    _, group, counts = np.unique(domain << 32 | text, return_inverse=True, return_counts=True)
    return np.asarray(counts[group] <= most)


def _first_of_each(groups: Numbers, most: int) -> Numbers:
    """Return the positions of the first `most` of each group of equal numbers."""
    starts = np.flatnonzero(np.diff(groups, prepend=-1))
    sizes = np.diff(np.append(starts, len(groups)))
    rank = np.arange(len(groups)) - np.repeat(starts, sizes)
    return np.flatnonzero(rank < most)
