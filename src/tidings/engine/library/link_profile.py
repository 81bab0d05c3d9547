"""Link profiles of URLs and link ranks of sources, for explanations and source lists."""

from collections.abc import Iterator
from dataclasses import replace

from tidings.model.crawl.source_status import SourceStatus
from tidings.model.search.explanation import Explanation
from tidings.model.search.link_profile import LinkProfile
from tidings.read.url import article_id, canonical, host_of
from tidings.search.links.link_ranks import LinkRanks
from tidings.search.links.page_keys import article_key, name_key, page_keys_of
from tidings.store.database.session import Reader
from tidings.store.tables.takedowns.takedowns import is_taken_down


def with_link_profile(
    explanation: Explanation, ranks: LinkRanks, connection: Reader, *, is_hidden: bool = False
) -> Explanation:
    """Add the link profile of a URL, or of its target, once ranks are known.

    Links to what was taken down or is hidden still say its headline: their texts are left out.
    """
    url = canonical(explanation.target or explanation.url)
    if url is None or ranks.at is None:
        return explanation
    profile = link_profile_of(url, ranks, explanation.article)
    if profile.anchors and (is_hidden or is_taken_down(connection, [article_id(url)])):
        profile = replace(profile, anchors=())
    return replace(explanation, links=profile, reasons=(*explanation.reasons, *_sentences(profile)))


def link_profile_of(url: str, ranks: LinkRanks, article: str | None) -> LinkProfile:
    """Return the link profile of a canonical URL, and of the article that was kept from it."""
    keys = page_keys_of(url)
    page = article_key(article, url) if article else keys.page
    pages, domains = ranks.linking(page)
    rank = float(ranks.pages([page])[0])
    return LinkProfile(
        pages=pages,
        domains=domains,
        page_rank=round(rank, 3),
        percentile=round(ranks.page.percentile(rank), 1),
        host_rank=round(float(ranks.hosts([keys.host])[0]), 3),
        domain_rank=round(float(ranks.domains([keys.domain])[0]), 3),
        anchors=tuple(ranks.anchors.of(page)),
    )


def _sentences(profile: LinkProfile) -> Iterator[str]:
    if not profile.pages:
        yield "no archived page links to it"
        return
    others = f" on {profile.domains} other domains" if profile.domains else ""
    yield (
        f"linked from {profile.pages} archived pages{others}; its page rank is above that of "
        f"{profile.percentile:g}% of all pages"
    )
    if profile.anchors:
        yield "anchor texts: " + ", ".join(f"“{text}”" for text in profile.anchors)


def ranked_source(source: SourceStatus, ranks: LinkRanks) -> SourceStatus:
    """Add the ranks of a source's host and domain, once ranks are known."""
    if ranks.at is None:
        return source
    host, domain = name_key(host_of(source.site.url)), name_key(source.site.domain)
    return replace(
        source,
        host_rank=round(float(ranks.hosts([host])[0]), 3),
        domain_rank=round(float(ranks.domains([domain])[0]), 3),
    )
