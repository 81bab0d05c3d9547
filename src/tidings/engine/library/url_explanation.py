"""`tidings why`: everything known and decided about a URL, as sentences with their reasons."""

from collections.abc import Iterator
from datetime import UTC, datetime

from tidings.crawl.links.admission import refusal
from tidings.crawl.links.path_rules import path_refusal
from tidings.crawl.traps.trap_accounts import shape_refusal
from tidings.engine.rights.publisher_requests import publisher_requests
from tidings.engine.sources.freshness import url_freshness
from tidings.engine.state.shape_accounts import stored_accounts
from tidings.model.articles.article import Article
from tidings.model.crawl.asking import AskBy
from tidings.model.crawl.visit import UrlRecord
from tidings.model.search.explanation import Explanation
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import article_id, canonical, domain_of, host_of, scheme_of, url_id
from tidings.search.index.search_index import Index
from tidings.settings.tree import CrawlSettings
from tidings.store.database.database import Database
from tidings.store.database.session import Reader
from tidings.store.tables.articles.articles import article_by_id
from tidings.store.tables.articles.other_spellings import kept_id
from tidings.store.tables.articles.revisions import tombstones_of
from tidings.store.tables.frontier.announcements import announcement_of, announcer_of
from tidings.store.tables.frontier.counts import site_size
from tidings.store.tables.frontier.link_prospects import prospect_of
from tidings.store.tables.frontier.rechecks import recheck_counts_by_site
from tidings.store.tables.frontier.urls import url_record
from tidings.store.tables.frontier.visits import past_visits
from tidings.store.tables.sources.pauses import is_paused
from tidings.store.tables.sources.rhythms import rhythm_row_of
from tidings.store.tables.sources.site_memory import site_memory_of
from tidings.store.tables.sources.source_settings import settings_of_source
from tidings.store.tables.sources.sources import (
    followed_sources,
    source_focus_of,
    sources_of_other_nodes,
)
from tidings.store.tables.sources.subscriptions import subscription_of
from tidings.store.tables.takedowns.takedowns import taken_down_at

UNKNOWN = "unknown"
_LOOKS = {
    True: "its words had changed",
    False: "its words had not changed",
    None: "that could not be judged",
}
_WAYS = {
    AskBy.DATE: "its server does not know its ETags, so it is asked by date",
    AskBy.PROVEN_DATE: "its server does not know its ETags, so it is asked by date",
    AskBy.PLAIN_TAG: "its server knows neither its ETags nor its dates, so it is asked by the ETag"
    " as it was before compression",
    AskBy.NOTHING: "its server sends everything whatever is asked, so it is asked by nothing",
}


def explain(database: Database, index: Index, settings: CrawlSettings, text: str) -> Explanation:
    """Explain a URL, known or not."""
    url = canonical(text)
    if url is None:
        scheme = scheme_of(text)
        is_web = scheme in (None, "http", "https")
        reason = Reason.NOT_A_URL if is_web else Reason.BAD_SCHEME
        return Explanation(text, UNKNOWN, None, (f"refused: {reason}",))
    record = url_record(database.read(), host_of(url), url_id(url))
    if record is None:
        return _explain_unknown(database, settings, url)
    return _explain_known(database, index, record)


def _explain_unknown(database: Database, settings: CrawlSettings, url: str) -> Explanation:
    """Explain a URL that was never added: what would happen to a link to it now."""
    connection = database.read()
    article = article_by_id(connection, kept_id(connection, article_id(url)))
    if article is not None:
        reasons = ("never fetched: a fetched page names it as its canonical URL",)
        return Explanation(url, UNKNOWN, "article", reasons, article=article.id)
    if taken_down_at(connection, article_id(url)) is not None:
        return Explanation(url, UNKNOWN, None, (f"would be dropped: {Reason.TAKEN_DOWN}",))
    followed = {source.domain: source for source in followed_sources(connection)}
    source = followed.get(domain_of(url))
    if source is None:
        reasons = (f"would be dropped: {Reason.OFF_SITE} ({domain_of(url)})",)
        return Explanation(url, UNKNOWN, None, reasons)
    reason = refusal(url, source.domain, settings)
    if reason is None and (pattern := path_refusal(url, source.settings.scope())):
        reasons = (f"would be dropped: {Reason.EXCLUDED} ({pattern})",)
        return Explanation(url, UNKNOWN, None, reasons)
    if reason is None and site_size(connection, source.id) >= settings.max_urls_per_site:
        reason = Reason.SITE_FULL
    if reason is not None:
        return Explanation(url, UNKNOWN, None, (f"would be dropped: {reason}",))
    node = sources_of_other_nodes(connection).get(source.id)
    if node is not None:
        reasons = (f"not crawled here: {Reason.OTHER_NODE} (node {node})",)
        return Explanation(url, UNKNOWN, None, reasons)
    trap = shape_refusal(stored_accounts(connection, source.id), url)
    if trap is not None:
        return Explanation(
            url, UNKNOWN, None, (f"would be visited last: {trap.reason} ({trap.detail})",)
        )
    reasons = (f"never seen: no page fetched from {source.url} links to it yet",)
    return Explanation(url, UNKNOWN, None, reasons)


def _explain_known(database: Database, index: Index, record: UrlRecord) -> Explanation:
    connection = database.read()
    state = record.state
    article = article_by_id(connection, state.article) if state.article else None
    indexed = article is not None and index.holds(article.id)
    return Explanation(
        url=record.url,
        state=state.state,
        kind=state.kind,
        reasons=(
            *_reasons(record, article, indexed),
            *_rechecks(connection, record, article),
            *_topic_and_prospect(connection, record),
            *_path_rule(connection, record),
            *_site_memory(connection, record.site),
            *_pause(connection, record),
            *_visit_plan(connection, record),
            *_asking(record),
            *_subscription(connection, record),
        ),
        role=state.role,
        article=state.article,
        indexed=indexed,
        status=state.status,
        found_on=record.parent,
        target=state.target,
        first_known=record.added_at,
        last_visit=record.visited_at,
        next_visit=state.due,
        archived=f"{record.place.file}:{record.place.offset}" if record.place else None,
        visits=past_visits(connection, record.id),
    )


def _reasons(record: UrlRecord, article: Article | None, indexed: bool) -> Iterator[str]:
    state = record.state
    yield f"found on {record.parent}" if record.parent else "added as a source"
    yield f"{_verb(state.state)}: {state.reason}" + _bracketed(state.detail)
    yield from state.notes
    if state.target:
        yield f"an alias of {state.target}"
    if article is not None:
        yield f"kept as article {article.id}, revision {article.revision}"
        yield _search_state(article, indexed)
        yield from publisher_requests(article)
    yield _next_visit(record)


def _search_state(article: Article, indexed: bool) -> str:
    if article.hidden_from is not None and article.hidden_from <= datetime.now(UTC):
        return f"hidden since {article.hidden_from:%Y-%m-%d %H:%M} UTC, at its publisher's request"
    return "searchable" if indexed else "not in the index yet"


def _rechecks(connection: Reader, record: UrlRecord, article: Article | None) -> Iterator[str]:
    """Yield what rechecks found, for this article and for its source."""
    if article is None:
        return
    for tombstone in tombstones_of(connection, article.id):
        back = f", back {tombstone.back_at:%Y-%m-%d %H:%M} UTC" if tombstone.back_at else ""
        detail = _bracketed(tombstone.detail)
        gone = f"{tombstone.gone_at:%Y-%m-%d %H:%M} UTC"
        yield f"deleted by the publisher, found {gone}{detail}{back}"
    yield from announcement_reasons(connection, record)
    counts = recheck_counts_by_site(connection).get(record.site)
    if counts is not None and counts.rechecks:
        changes, rechecks = counts.changes, counts.rechecks
        yield f"{changes} of {rechecks} rechecks of its source's articles found a change"


def announcement_reasons(connection: Reader, record: UrlRecord) -> Iterator[str]:
    """Yield what a list announced about the article, and what a look at it found."""
    announced = announcement_of(connection, record.id)
    if announced is None:
        return
    said = f"announced as changed at {announced.said:%Y-%m-%d %H:%M} UTC"
    if announced.looked_at is None:
        yield f"{said}, to be looked at within the recheck budget"
    else:
        result = _LOOKS[announced.was_true]
        yield f"{said}, looked at {announced.looked_at:%Y-%m-%d %H:%M} UTC: {result}"
    announcer = announcer_of(connection, announced.announcer)
    if announcer.looks:
        yield f"{announcer.changes} of {announcer.looks} announcements of that list were true"


def _topic_and_prospect(connection: Reader, record: UrlRecord) -> Iterator[str]:
    """Yield the topic its source is followed for, and how likely the page is about it."""
    focus = source_focus_of(connection, record.site)
    if not focus.words:
        return
    saved = f", the saved query {focus.query}" if focus.query else ""
    yield f"its source is followed for the topic “{focus.words}”{saved}"
    held = prospect_of(connection, record.host, record.id)
    if held is not None and record.visited_at is None:
        words = held.prospect.words
        text = f"the link to it says “{words}”" if words else "its link"
        yield f"{text}: on topic with a probability of {held.prospect.odds:.2f}"
        if held.prospect.explored:
            yield "followed despite the low probability, to learn"


def _path_rule(connection: Reader, record: UrlRecord) -> Iterator[str]:
    """Yield which pattern excludes a page that was dropped before it was due."""
    state = record.state
    if state.reason is Reason.EXCLUDED and not state.detail:
        scope = settings_of_source(connection, record.site).scope()
        yield f"its source's settings say {path_refusal(record.url, scope)}"


def _site_memory(connection: Reader, source_id: int) -> Iterator[str]:
    """Yield what was learned about the source, which is used to read the page."""
    memory = site_memory_of(connection, source_id)
    if memory is not None and memory.pages:
        yield (
            f"learned from {memory.pages} articles of its source; "
            f"{memory.repeated} blocks repeat on its pages and are not text"
        )


def _pause(connection: Reader, record: UrlRecord) -> Iterator[str]:
    """Yield that its source is paused."""
    if is_paused(connection, record.site):
        yield "its source is paused: nothing of it is fetched until 'tidings resume'"


def _visit_plan(connection: Reader, record: UrlRecord) -> Iterator[str]:
    """Yield the reason for the next visit to a live URL, and how fresh that keeps our copy."""
    rhythm = rhythm_row_of(connection, record.id)
    if rhythm is None or record.state.due is None:
        return
    freshness = url_freshness(record, rhythm)
    held = f"; its list holds {rhythm.listed}" if rhythm.listed else ""
    yield f"about {freshness.articles_per_day:.2g} new articles a day are expected here{held}"
    yield f"visited again after {freshness.interval / 60:.0f} minutes: {rhythm.basis}"
    yield (
        f"our copy of it is fresh {freshness.freshness:.0%} of the time, and will be "
        f"{freshness.expected_age / 60:.0f} minutes out of date by the next visit"
    )


def _asking(record: UrlRecord) -> Iterator[str]:
    """Yield how the server is asked for changes, if it does not know its own ETags."""
    asking = record.state.asking
    if asking.since is None:
        return
    yield f"{_WAYS[asking.by]} since {asking.since:%Y-%m-%d %H:%M} UTC"
    if asking.again:
        yield "the next visit sends its ETag and its date once more, to test the server"


def _subscription(connection: Reader, record: UrlRecord) -> Iterator[str]:
    """Yield the state of a feed's subscription."""
    subscription = subscription_of(connection, record.host, record.id)
    if subscription is None:
        return
    yield f"subscription at {subscription.hub}: {subscription.state}" + _bracketed(
        subscription.detail
    )
    if subscription.lease_ends is not None:
        yield f"the hub delivers until {subscription.lease_ends:%Y-%m-%d %H:%M:%S} UTC"
    if subscription.deliveries or subscription.ignored:
        yield (
            f"{subscription.deliveries} deliveries read, {subscription.ignored} ignored (unsigned, "
            "wrongly signed or repeated); "
            f"polls found undelivered articles {subscription.missed} times"
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


def _failures(count: int) -> str:
    times = "1 failure" if count == 1 else f"{count} failures in a row"
    return f"{times}; 'tidings retry' tries at once"


def _next_visit(record: UrlRecord) -> str:
    state = record.state
    if state.due is not None:
        again = f", after {_failures(state.attempts)}" if state.attempts else ""
        return f"next visit {state.due:%Y-%m-%d %H:%M:%S} UTC{again}"
    if state.reason is Reason.UNLISTED:
        return "fetched again when a sitemap index lists it again"
    if state.kind is PageKind.ARTICLE:
        return "never fetched again on a timer; while it is young, it may be chosen for a recheck"
    if state.role is UrlRole.PAGE and record.visited_at is not None:
        return "never fetched again"
    return "not due"
