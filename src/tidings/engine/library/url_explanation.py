"""`tidings why`: everything known and decided about a URL, as sentences with their reasons."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

from tidings.crawl.links.admission import refusal
from tidings.crawl.traps.trap_accounts import shape_refusal
from tidings.engine.rights.publisher_requests import publisher_requests
from tidings.engine.sources.freshness import url_freshness
from tidings.model.articles.article import Article
from tidings.model.crawl.visit import PastVisit, UrlRecord
from tidings.model.search.link_profile import LinkProfile
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import article_id, canonical, domain_of, host_of, scheme_of, url_id
from tidings.search.index.search_index import Index
from tidings.settings.tree import CrawlSettings
from tidings.store.database.sqlite import Database
from tidings.store.tables.articles.articles import article_by_id
from tidings.store.tables.articles.revisions import tombstones_of
from tidings.store.tables.frontier.counts import site_size
from tidings.store.tables.frontier.link_prospects import prospect_of
from tidings.store.tables.frontier.rechecks import recheck_counts_by_site
from tidings.store.tables.frontier.urls import url_record
from tidings.store.tables.frontier.visits import past_visits
from tidings.store.tables.sources.rhythms import rhythm_row_of
from tidings.store.tables.sources.site_memory import site_memory_of
from tidings.store.tables.sources.sources import (
    followed_sources,
    source_focus_of,
    sources_of_other_nodes,
)
from tidings.store.tables.sources.subscriptions import subscription_of

UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Explanation:
    """What `tidings why` tells."""

    url: str
    state: str
    kind: str | None
    reasons: tuple[str, ...]
    role: str | None = None
    article: str | None = None
    indexed: bool = False
    status: int | None = None
    found_on: str | None = None
    target: str | None = None
    first_known: datetime | None = None
    last_visit: datetime | None = None
    next_visit: datetime | None = None
    archived: str | None = None
    visits: tuple[PastVisit, ...] = field(default=())
    links: LinkProfile | None = None  # what other pages' links say, once they have been counted


def explain(database: Database, index: Index, settings: CrawlSettings, text: str) -> Explanation:
    """Explain a URL, known or not."""
    url = canonical(text)
    if url is None:
        scheme = scheme_of(text)
        web = scheme in (None, "http", "https")
        reason = Reason.NOT_A_URL if web else Reason.BAD_SCHEME
        return Explanation(text, UNKNOWN, None, (f"refused: {reason}",))
    known = url_record(database.read(), host_of(url), url_id(url))
    if known is None:
        return _explain_unknown(database, settings, url)
    return _explain_known(database, index, known)


def _explain_unknown(database: Database, settings: CrawlSettings, url: str) -> Explanation:
    """Judge a URL that was never added as a link to it would be judged now."""
    connection = database.read()
    article = article_by_id(connection, article_id(url))
    if article is not None:
        said = ("never fetched itself: a page that was fetched names it as its canonical address",)
        return Explanation(url, UNKNOWN, "article", said, article=article.id)
    followed = {site.domain: site for site in followed_sources(connection)}
    site = followed.get(domain_of(url))
    if site is None:
        said = (f"would be dropped: {Reason.OFF_SITE} ({domain_of(url)})",)
        return Explanation(url, UNKNOWN, None, said)
    reason = refusal(url, site.domain, settings)
    if reason is None and site_size(connection, site.id) >= settings.max_urls_per_site:
        reason = Reason.SITE_FULL
    if reason is not None:
        return Explanation(url, UNKNOWN, None, (f"would be dropped: {reason}",))
    node = sources_of_other_nodes(connection).get(site.id)
    if node is not None:
        said = (f"not here: {Reason.OTHER_NODE} (node {node})",)
        return Explanation(url, UNKNOWN, None, said)
    trap = shape_refusal(connection, site.id, url)
    if trap is not None:
        return Explanation(
            url, UNKNOWN, None, (f"would wait for all others: {trap.reason} ({trap.detail})",)
        )
    said = (f"never seen: nothing fetched from {site.url} has linked to it yet",)
    return Explanation(url, UNKNOWN, None, said)


def _explain_known(database: Database, index: Index, known: UrlRecord) -> Explanation:
    connection = database.read()
    standing = known.state
    article = article_by_id(connection, standing.article) if standing.article else None
    indexed = article is not None and index.holds(article.id)
    return Explanation(
        url=known.url,
        state=standing.state,
        kind=standing.kind,
        reasons=(
            *_reasons(known, article, indexed),
            *_rechecks(connection, known, article),
            *_topic_and_prospect(connection, known),
            *_site_memory(connection, known.site),
            *_visit_plan(connection, known),
            *_subscription(connection, known),
        ),
        role=standing.role,
        article=standing.article,
        indexed=indexed,
        status=standing.status,
        found_on=known.parent,
        target=standing.target,
        first_known=known.added_at,
        last_visit=known.visited_at,
        next_visit=standing.due,
        archived=f"{known.place.file}:{known.place.offset}" if known.place else None,
        visits=past_visits(connection, known.id),
    )


def _reasons(known: UrlRecord, article: Article | None, indexed: bool) -> Iterator[str]:
    standing = known.state
    yield f"found on {known.parent}" if known.parent else "added as a site"
    yield f"{_verb(standing.state)}: {standing.reason}" + _bracketed(standing.detail)
    yield from standing.notes
    if standing.target:
        yield f"stands for {standing.target}"
    if article is not None:
        yield f"kept as article {article.id}, revision {article.revision}"
        yield _search_state(article, indexed)
        yield from publisher_requests(article)
    yield _next_visit(known)


def _search_state(article: Article, indexed: bool) -> str:
    if article.hidden_from is not None and article.hidden_from <= datetime.now(UTC):
        return f"hidden since {article.hidden_from:%Y-%m-%d %H:%M} UTC, as its publisher asked"
    return "searchable" if indexed else "not in the index yet"


def _rechecks(
    connection: sqlite3.Connection, known: UrlRecord, article: Article | None
) -> Iterator[str]:
    """What looking again has found, at this article and at its site."""
    if article is None:
        return
    for stone in tombstones_of(connection, article.id):
        back = f", back {stone.back_at:%Y-%m-%d %H:%M} UTC" if stone.back_at else ""
        detail = _bracketed(stone.detail)
        yield f"deleted by the publisher, found {stone.gone_at:%Y-%m-%d %H:%M} UTC{detail}{back}"
    site = recheck_counts_by_site(connection).get(known.site)
    if site is not None and site.looks:
        yield f"of {site.looks} second looks at this site's articles {site.changes} found a change"


def _topic_and_prospect(connection: sqlite3.Connection, known: UrlRecord) -> Iterator[str]:
    """What the site is followed for, and what the link to the page promises of that."""
    about = source_focus_of(connection, known.site)
    if not about.words:
        return
    saved = f", the saved query {about.query}" if about.query else ""
    yield f"its site is followed for what is about “{about.words}”{saved}"
    held = prospect_of(connection, known.host, known.id)
    if held is not None and known.visited_at is None:
        said = f"the link to it says “{held.prospect.words}”" if held.prospect.words else "its link"
        yield f"{said}: {held.prospect.odds:.2f} likely to lead to that"
        if held.prospect.explored:
            yield "followed against the odds, to learn"


def _site_memory(connection: sqlite3.Connection, site: int) -> Iterator[str]:
    """What is known of the site that the page was read with, or would be now."""
    memory = site_memory_of(connection, site)
    if memory is not None and memory.pages:
        yield (
            f"{memory.pages} articles of this site were learned from; "
            f"{memory.repeated} blocks repeat on its pages and are no text"
        )


def _visit_plan(connection: sqlite3.Connection, known: UrlRecord) -> Iterator[str]:
    """What decided the next visit to a live URL, and how fresh that leaves our picture of it."""
    beat = rhythm_row_of(connection, known.id)
    if beat is None or known.state.due is None:
        return
    pulse = url_freshness(known, beat)
    held = f", its list holds {beat.listed}" if beat.listed else ""
    yield f"some {pulse.articles_per_day:.2g} new articles a day are expected here{held}"
    yield f"visited again after {pulse.interval / 60:.0f} minutes: {beat.basis}"
    yield (
        f"our picture of it is fresh {pulse.freshness:.0%} of the time, and will be "
        f"{pulse.expected_age / 60:.0f} minutes out of date by the next visit"
    )


def _subscription(connection: sqlite3.Connection, known: UrlRecord) -> Iterator[str]:
    """What is to be told of a feed's subscription."""
    push = subscription_of(connection, known.host, known.id)
    if push is None:
        return
    yield f"subscription at {push.hub}: {push.state}" + _bracketed(push.detail)
    if push.lease_ends is not None:
        yield f"the hub delivers until {push.lease_ends:%Y-%m-%d %H:%M:%S} UTC"
    if push.deliveries or push.ignored:
        yield (
            f"{push.deliveries} deliveries read, {push.ignored} ignored (unsigned, wrongly signed "
            f"or repeated); a poll found {push.missed} times what none had brought"
        )


def _verb(state: FrontierState) -> str:
    return {
        FrontierState.QUEUED: "waiting",
        FrontierState.DONE: "visited",
        FrontierState.REFUSED: "refused",
        FrontierState.FAILED: "given up",
        FrontierState.DROPPED: "dropped",
        FrontierState.QUARANTINED: "quarantined",
        FrontierState.RESTING: "resting",
    }[state]


def _bracketed(detail: str) -> str:
    return f" ({detail})" if detail else ""


def _next_visit(known: UrlRecord) -> str:
    standing = known.state
    if standing.due is not None:
        return f"next visit {standing.due:%Y-%m-%d %H:%M:%S} UTC"
    if standing.reason is Reason.UNLISTED:
        return "fetched again when a sitemap index lists it again"
    if standing.kind is PageKind.ARTICLE:
        return (
            "never fetched again on a timer; while it is young, it may be drawn for a second look"
        )
    if standing.role is UrlRole.PAGE and known.visited_at is not None:
        return "never fetched again"
    return "not due"
