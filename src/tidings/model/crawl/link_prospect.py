"""Link prospects: how promising a link is on a site that is followed for one topic."""

from dataclasses import dataclass

from tidings.model.web.page import UrlRole


@dataclass(frozen=True, slots=True)
class LinkProspect:
    """A link as found, and how likely it leads to the topic."""

    words: str  # link text; in a feed, title and summary
    origin: UrlRole  # role of the page or feed that contains the link
    warmth: float = 0.0  # share of neighbouring links that name the topic, 0..1
    likely_index: bool = False  # probably leads to a list of links, not to an article
    service: float = 0.0  # how likely it is a service page (login, imprint …), 0..1
    odds: float = 0.0  # that it leads to the topic, 0..1
    explored: bool = False  # followed despite low odds, to learn
