"""Guesses: what a link leads to, by its address and the words on it alone, before it is fetched."""

from functools import lru_cache

from tidings.extract import phrases
from tidings.extract.address import Traits, address_traits
from tidings.extract.kind import Odds, shares_of
from tidings.extract.weights import LINK_WEIGHTS, Weights
from tidings.extract.wording import share_spoken, word_count
from tidings.model.web.page import PageKind

_EXCUSES = (
    (phrases.LEGAL, phrases.LEGAL_DENSE),
    (phrases.ACCOUNT, phrases.ACCOUNT_DENSE),
    (phrases.SERVICE, phrases.SERVICE_DENSE),
)
_MAX_EXCUSE = 60  # characters: longer words on a link are a headline
_MANY_WORDS = 10


def guess_of(
    url: str, anchor: str, odds: Odds = (0, 0, 0), weights: Weights = LINK_WEIGHTS
) -> dict[PageKind, float]:
    """Return how likely each kind is behind a link.

    `odds` are the kinds of the site's pages whose addresses look the same.
    """
    return shares_of(_known_traits(url, anchor), odds, weights)


def link_traits(url: str, anchor: str) -> Traits:
    """Return what speaks in a link, each between 0 and 1."""
    return {
        **address_traits(url),
        "anchor_words": min(1.0, word_count(anchor) / _MANY_WORDS),
        "anchor_excuse": _excuse(anchor.lower()) if len(anchor) <= _MAX_EXCUSE else 0.0,
        "anchor_none": float(not anchor),
    }


_known_traits = lru_cache(maxsize=10_000)(link_traits)  # for links come again, as menus do


@lru_cache(maxsize=20_000)  # menus stand on every page of a site
def _excuse(anchor: str) -> float:
    return max(share_spoken(anchor, patterns) for patterns in _EXCUSES) if anchor else 0.0
