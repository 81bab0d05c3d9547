"""Link statistics of a page: links to it, its ranks, the texts of these links."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LinkProfile:
    """Links to a page. Ranks are logarithms (base 10) of scores; -.125 if nothing links to it."""

    pages: int  # that link to it
    domains: int  # domains they are on, other than its own
    page_rank: float
    percentile: float  # of ranked pages with a lower page rank, 0..100
    host_rank: float
    domain_rank: float
    anchors: tuple[str, ...]  # most frequent informative link texts, for an article
