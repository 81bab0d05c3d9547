"""Delays from publication to search, of articles that appeared while their source was watched.

What a first crawl finds in archives says nothing about how soon news is found. So articles that
were more than a day old when first seen, or older than the following of their source, are counted
but left out.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tidings.engine.listing.distributions import DELAY_STEPS, distribution
from tidings.model.articles.statistics import Delays, Distribution
from tidings.store.tables.articles.statistics import SeenArticle

_DAY: Final = 86_400.0
_AHEAD: Final = 60.0  # seconds by which clocks differ, and pages round

Commits = Sequence[tuple[int, float]]  # seq and time, in order


def delays(
    facts: Sequence[SeenArticle],
    seqs: Mapping[str, int],
    commits: Commits,
    followed_since: Mapping[str, float],
) -> Delays:
    """Return the delays of articles.

    `seqs` has the changes with which they were stored, `followed_since` when their sources were
    added. The first commit of the index from that change on made an article searchable.
    """
    dated = [each for each in facts if each.published is not None]
    live = [each for each in dated if _is_live(each, followed_since)]
    punctual = [each for each in live if _delay(each) >= -_AHEAD]
    found_at = _searchable_at([seqs.get(each.id, -1) for each in punctual], commits)
    known = np.isfinite(found_at)
    published = np.array([each.published for each in punctual], np.float64)
    seen = np.array([each.first_seen for each in punctual], np.float64)
    return Delays(
        searchable=_distribution((found_at - published)[known]),
        seen=_distribution((seen - published)[known]),
        indexed=_distribution((found_at - seen)[known]),
        found_late=len(dated) - len(live),
        undated=len(facts) - len(dated),
        dated_ahead=len(live) - len(punctual),
        unknown=int(len(punctual) - known.sum()),
    )


def _distribution(seconds: NDArray[np.float64]) -> Distribution:
    return distribution(np.maximum(seconds, 0.0), DELAY_STEPS)


def _is_live(article: SeenArticle, followed_since: Mapping[str, float]) -> bool:
    assert article.published is not None
    watched = article.published >= followed_since.get(article.source, 0.0)
    return watched and _delay(article) <= _DAY


def _delay(article: SeenArticle) -> float:
    assert article.published is not None
    return article.first_seen - article.published


def _searchable_at(seqs: Sequence[int], commits: Commits) -> NDArray[np.float64]:
    """Return when each change could be found; NaN if that is not known."""
    wanted = np.array(seqs, np.int64)
    reached = np.array([seq for seq, _ in commits], np.int64)
    at = np.array([*(at for _, at in commits), np.nan])
    places = np.searchsorted(reached, wanted)
    return np.where(wanted > 0, at[places], np.nan)
