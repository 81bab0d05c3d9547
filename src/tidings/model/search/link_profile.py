"""What the archive's links say about a page: how many there are, how it ranks, its names."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LinkProfile:
    """Ranks are logarithms (base 10) of scores; what nothing links to has one of -.125."""

    pages: int  # that link to it
    domains: int  # other than its own, from which they do
    page_rank: float
    percentile: float  # of the ranked pages, how many have a lower page rank, from 0 to 100
    host_rank: float
    domain_rank: float
    anchors: tuple[str, ...]  # the most frequent telling texts on links to an article
