"""The links of a page, grouped by where they probably lead, before anything is fetched."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tidings.crawl.links.pagination import is_further_page
from tidings.extract.kinds.link_kind import link_kind_shares
from tidings.extract.site_memory.memory import SiteMemory
from tidings.model.web.discovery import Link
from tidings.model.web.page import PageKind
from tidings.read.url import canonical

_UNLIKELY = 0.6  # probability of a service page: then the link waits for all others
_LIKELY = 0.5  # probability of an article


@dataclass(slots=True)
class LinkGroups:
    """Addresses as written, each in one list."""

    likely: list[str] = field(default_factory=list)  # may be news, or lead to news
    unlikely: list[str] = field(default_factory=list)  # look like service pages
    further: list[str] = field(default_factory=list)  # the listing's further pages
    articles: int = 0  # how many of the likely ones look like articles


def grouped_links(anchors: Iterable[Link], base: str, page: str, memory: SiteMemory) -> LinkGroups:
    """Group the links of a page, whose own address is `page`."""
    result = LinkGroups()
    for link in anchors:
        url = canonical(link.href, base) or ""
        if link.is_pagination or is_further_page(url, page, link.text):
            result.further.append(link.href)
            continue
        shares = link_kind_shares(url, link.text, memory.template_odds(url))
        if shares[PageKind.VALUELESS] > _UNLIKELY:
            result.unlikely.append(link.href)
        else:
            result.likely.append(link.href)
            result.articles += shares[PageKind.ARTICLE] > _LIKELY
    return result
