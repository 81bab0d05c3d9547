"""The likely kind of a page before it is fetched, from a link's address and text only."""

from functools import lru_cache

from tidings.extract.kinds import phrases
from tidings.extract.kinds.kind import Odds, kind_shares
from tidings.extract.kinds.url_traits import Traits, url_traits
from tidings.extract.kinds.weights import LINK_WEIGHTS, TraitWeights
from tidings.extract.kinds.wording_traits import phrase_share, word_count
from tidings.model.web.page import PageKind

_EXCUSES = (
    (phrases.LEGAL, phrases.LEGAL_DENSE),
    (phrases.ACCOUNT, phrases.ACCOUNT_DENSE),
    (phrases.SERVICE, phrases.SERVICE_DENSE),
)
_MAX_EXCUSE = 60  # characters: a longer link text is a headline
_MANY_WORDS = 10


def link_kind_shares(
    url: str, anchor: str, odds: Odds = (0, 0, 0), weights: TraitWeights = LINK_WEIGHTS
) -> dict[PageKind, float]:
    """Return how likely each kind of page is for a link.

    `odds` are the kinds of the site's pages with similar addresses.
    """
    return kind_shares(_cached_traits(url, anchor), odds, weights)


def link_traits(url: str, anchor: str) -> Traits:
    """Return the traits of a link, each between 0 and 1."""
    return {
        **url_traits(url),
        "anchor_words": min(1.0, word_count(anchor) / _MANY_WORDS),
        "anchor_excuse": _excuse(anchor.lower()) if len(anchor) <= _MAX_EXCUSE else 0.0,
        "anchor_none": float(not anchor),
    }


_cached_traits = lru_cache(maxsize=10_000)(link_traits)  # the same links recur, as in menus


@lru_cache(maxsize=20_000)  # menus are on every page of a site
def _excuse(anchor: str) -> float:
    return max(phrase_share(anchor, patterns) for patterns in _EXCUSES) if anchor else 0.0
