"""Prospects: what a link promises on a site that is followed for one topic."""

from dataclasses import dataclass

from tidings.model.web.page import UrlRole


@dataclass(frozen=True, slots=True)
class LinkProspect:
    """A link as it was found, and how likely it leads to what is wanted."""

    words: str  # on the link; in a feed, the title and the summary
    origin: UrlRole  # of what holds the link
    warmth: float = 0.0  # how many of the links beside it name the topic, 0..1
    likely_index: bool = False  # by its looks it leads to further links, not to an article
    service: float = 0.0  # how likely it is a page of no interest to anybody, 0..1
    odds: float = 0.0  # 0..1
    explored: bool = False  # followed against the odds, to learn
