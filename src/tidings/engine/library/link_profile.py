"""What links say about a URL or a site, for those who ask."""

from collections.abc import Iterator
from dataclasses import replace

from tidings.engine.library.url_explanation import Explanation
from tidings.engine.sources.source_list import SourceStatus
from tidings.model.search.link_profile import LinkProfile
from tidings.read.url import canonical, host_of
from tidings.search.links.link_ranks import LinkRanks
from tidings.search.links.page_keys import name_key, page_keys_of


def with_link_profile(said: Explanation, ranks: LinkRanks) -> Explanation:
    """Add what links say about a URL, or about the one it stands for, once ranks are known."""
    url = canonical(said.target or said.url)
    if url is None or ranks.at is None:
        return said
    linked = link_profile_of(url, ranks)
    return replace(said, links=linked, reasons=(*said.reasons, *_sentences(linked)))


def link_profile_of(url: str, ranks: LinkRanks) -> LinkProfile:
    """Return what links say about a canonical URL."""
    place = page_keys_of(url)
    pages, domains = ranks.linking(place.page)
    rank = float(ranks.pages([place.page])[0])
    return LinkProfile(
        pages=pages,
        domains=domains,
        page_rank=round(rank, 3),
        percentile=round(ranks.page.percentile(rank), 1),
        host_rank=round(float(ranks.hosts([place.host])[0]), 3),
        domain_rank=round(float(ranks.domains([place.domain])[0]), 3),
        anchors=tuple(ranks.anchors.of(place.page)),
    )


def _sentences(linked: LinkProfile) -> Iterator[str]:
    if not linked.pages:
        yield "no archived page links to it"
        return
    others = f", from {linked.domains} other domains" if linked.domains else ""
    yield (
        f"links to it: {linked.pages} archived pages{others}; its page rank is above that of "
        f"{linked.percentile:g}% of all"
    )
    if linked.anchors:
        yield "called there: " + ", ".join(f"“{text}”" for text in linked.anchors)


def ranked_source(source: SourceStatus, ranks: LinkRanks) -> SourceStatus:
    """Add how a site's host and domain rank, once ranks are known."""
    if ranks.at is None:
        return source
    host, domain = name_key(host_of(source.site.url)), name_key(source.site.domain)
    return replace(
        source,
        host_rank=round(float(ranks.hosts([host])[0]), 3),
        domain_rank=round(float(ranks.domains([domain])[0]), 3),
    )
