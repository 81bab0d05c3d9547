"""Objects as JSON, the same over HTTP and from `--json`."""

from dataclasses import asdict
from datetime import UTC, datetime

from tidings.engine.maintenance.article_export import rights_shape
from tidings.model.articles.article import Article
from tidings.model.articles.revision import ArticleHistory, DiffRun, RevisionDiff, Tombstone
from tidings.model.crawl.freshness import UrlFreshness
from tidings.model.crawl.source_status import SourceStatus
from tidings.model.crawl.subscription import Subscription
from tidings.model.crawl.visit import PastVisit
from tidings.model.search.explanation import Explanation
from tidings.model.web.politeness import PolitenessReport, RequestGap
from tidings.model.web.request_log import LoggedRequest
from tidings.serve.rendering.time_format import iso, iso_or_none

Shape = dict[str, object]


def article_shape(article: Article) -> Shape:
    """Return the shape of `/api/articles/{id}`."""
    return {
        "id": article.id,
        "url": article.url,
        "source": article.source,
        "publisher": article.publisher,
        "title": article.title,
        "standfirst": article.standfirst,
        "text": article.text,
        "html": article.html,
        "authors": list(article.authors),
        "published": iso_or_none(article.published),
        "modified": iso_or_none(article.modified),
        "first_seen": iso(article.first_seen),
        "language": article.language,
        "section": article.section,
        "tags": list(article.tags),
        "image": article.image,
        "word_count": article.word_count,
        "revision": article.revision,
        "gone_at": iso_or_none(article.gone_at),
        "gone_status": article.gone_status,
        "rights": rights_shape(article),
    }


def history_shape(article: Article, history: ArticleHistory) -> Shape:
    """Return the shape of `tidings revisions --json` and `/api/articles/{id}/revisions`."""
    return {
        "id": article.id,
        "url": article.url,
        "title": article.title,
        "revision": article.revision,
        "first_seen": iso(article.first_seen),
        "gone_at": iso_or_none(article.gone_at),
        "revisions": [_revision_shape(revision) for revision in history.revisions],
        "tombstones": [_tombstone_shape(tombstone) for tombstone in history.tombstones],
    }


def _revision_shape(revision: RevisionDiff) -> Shape:
    return {
        "revision": revision.number,
        "seen_at": iso(revision.seen_at),
        "words_added": revision.words_added,
        "words_removed": revision.words_removed,
        "title": [_run_shape(run) for run in revision.title],
        "text": [_run_shape(run) for run in revision.text],
    }


def _run_shape(run: DiffRun) -> Shape:
    return {"change": str(run.change), "text": run.text}


def _tombstone_shape(tombstone: Tombstone) -> Shape:
    return {
        "gone_at": iso(tombstone.gone_at),
        "status": tombstone.status,
        "detail": tombstone.detail,
        "back_at": iso_or_none(tombstone.back_at),
    }


def ledger_shape(report: PolitenessReport) -> Shape:
    """Return the shape of `tidings ledger --json` and `/api/ledger`."""
    return {
        "requests": report.requests,
        "first": iso_or_none(report.first),
        "last": iso_or_none(report.last),
        "by_hour": [{"hour": iso(hour), "requests": count} for hour, count in report.by_hour],
        "by_purpose": report.by_purpose,
        "by_status": report.by_status,
        "not_modified": round(report.not_modified, 4),
        "bytes": report.bytes,
        "seconds": round(report.seconds, 3),
        "robots_refusals": report.robots_refusals,
        "smallest_gaps": [_gap_shape(gap) for gap in report.smallest],
        "delays_held": report.delays_held,
        "violations": report.violations,
        "worst": None if report.worst is None else _gap_shape(report.worst),
        "lines": [_line_shape(line) for line in report.lines],
    }


def _gap_shape(gap: RequestGap) -> Shape:
    return {
        "gate": gap.gate,
        "name": gap.name,
        "seconds": round(gap.seconds, 4),
        "due": gap.due,
        "at": _iso_milliseconds(gap.at),
        "held": gap.held,
    }


def _iso_milliseconds(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def _line_shape(line: LoggedRequest) -> Shape:
    return {
        "at": _iso_milliseconds(datetime.fromtimestamp(line.at, UTC)),
        "host": line.host,
        "path": line.path,
        "address": line.address,
        "purpose": str(line.purpose),
        "status": line.status,
        "reason": line.reason and str(line.reason),
        "bytes": line.bytes,
        "seconds": round(line.seconds, 4),
        "sent": line.sent,
    }


def source_shape(source: SourceStatus) -> Shape:
    """Return the shape of one source in `tidings sources --json` and `/api/sources`."""
    return {
        "url": source.site.url,
        "domain": source.site.domain,
        "name": source.site.name,
        "added": iso(source.site.added_at),
        "paused": iso_or_none(source.paused_at),
        "about": source.site.about.words or None,
        "about_query": source.site.about.query or None,
        "judged": source.judged,
        "wanted": source.wanted,
        "articles": source.articles,
        "feeds": source.feeds,
        "sitemaps": source.sitemaps,
        "index_pages": source.index_pages,
        "learned_from": source.learned_from,
        "repeated_blocks": source.repeated_blocks,
        "resting": source.resting,
        "synthetic": source.synthetic,
        "subscriptions": [_subscription_shape(each) for each in source.subscriptions],
        "articles_per_day": source.freshness.articles_per_day,
        "freshness": source.freshness.freshness,
        "expected_age": source.freshness.expected_age,
        "live": [_live_url_shape(live_url) for live_url in source.live_urls],
        "next_visit": iso_or_none(source.next_visit),
        "host_rank": source.host_rank,
        "domain_rank": source.domain_rank,
    }


def _live_url_shape(live_url: UrlFreshness) -> Shape:
    return {
        "url": live_url.url,
        "role": str(live_url.role),
        "articles_per_day": live_url.articles_per_day,
        "interval": live_url.interval,
        "freshness": live_url.freshness,
        "expected_age": live_url.expected_age,
        "decided_by": live_url.basis,
    }


def _subscription_shape(subscription: Subscription) -> Shape:
    """Leave out id and secret: with them anyone could deliver in the hub's name."""
    return {
        "feed": subscription.url,
        "hub": subscription.hub,
        "topic": subscription.topic,
        "state": str(subscription.state),
        "detail": subscription.detail,
        "lease_ends": iso_or_none(subscription.lease_ends),
        "last_delivery": iso_or_none(subscription.delivered_at),
        "deliveries": subscription.deliveries,
        "ignored": subscription.ignored,
        "missed": subscription.missed,
    }


def explanation_shape(explanation: Explanation) -> Shape:
    """Return the shape of `tidings why --json` and `/api/why`."""
    return {
        "url": explanation.url,
        "state": str(explanation.state),
        "kind": explanation.kind and str(explanation.kind),
        "reasons": list(explanation.reasons),
        "role": explanation.role and str(explanation.role),
        "article": explanation.article,
        "indexed": explanation.indexed,
        "status": explanation.status,
        "found_on": explanation.found_on,
        "target": explanation.target,
        "first_known": iso_or_none(explanation.first_known),
        "last_visit": iso_or_none(explanation.last_visit),
        "next_visit": iso_or_none(explanation.next_visit),
        "archived": explanation.archived,
        "visits": [_visit_shape(visit) for visit in explanation.visits],
        "links": explanation.links and asdict(explanation.links),
    }


def _visit_shape(visit: PastVisit) -> Shape:
    return {
        "at": iso(visit.at),
        "status": visit.status,
        "reason": str(visit.reason),
        "detail": visit.detail,
        "bytes": visit.bytes,
        "seconds": visit.seconds,
    }
