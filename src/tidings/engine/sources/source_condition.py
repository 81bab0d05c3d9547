"""The condition of a source: one judgement over what the store knows, for every front end."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial

from tidings.engine.sources.condition_causes import cause_in_words, underlying
from tidings.engine.sources.source_evidence import SourceEvidence, evidence_of_sources
from tidings.model.crawl.source import Source
from tidings.model.crawl.source_condition import FINE, SourceCause, SourceCondition
from tidings.model.web.page import FrontierState, UrlRole
from tidings.model.web.reason import Reason
from tidings.store.database.session import Reader
from tidings.store.tables.articles.articles import articles_per_source
from tidings.store.tables.frontier.site_findings import UrlFinding, same_since
from tidings.store.tables.sources.sources import followed_sources

Since = Callable[[int, Reason], datetime | None]  # since when visits to a URL end for a reason

_QUIET = timedelta(weeks=3)
_SAME_GUESSES = 2  # one guess that is answered with the front page is no rule
_MOST = 0.5  # of the pages: their fate is the source's
_VISITED_BY = "'tidings crawl' or 'tidings run' visits it"
_LOOK = "look at 'tidings why' for one of its pages, or add its feed"
# The start page was read, and there is nothing on it.
_BARREN = frozenset(
    {
        Reason.NOT_HTML,
        Reason.ENCRYPTED,
        Reason.NO_TEXT,
        Reason.BROKEN,
        Reason.TOO_LARGE,
        Reason.EMPTY,
        Reason.SOFT_404,
        Reason.NEEDS_JAVASCRIPT,
        Reason.CATCH_ALL,
    }
)
_ARTICLES = frozenset(  # pages that brought one, perhaps to another source
    {
        Reason.ARTICLE,
        Reason.ARCHIVED,
        Reason.SAME_AS_CANONICAL,
        Reason.SAME_TEXT,
        Reason.REVISED,
        Reason.MISSING,
        Reason.WITHDRAWN,
        Reason.TAKEN_DOWN,
    }
)
_SAY_LITTLE = frozenset(  # of a page; others say more
    {Reason.WAITING, Reason.INDEX_PAGE, Reason.NOT_MODIFIED, Reason.REDIRECTED, Reason.DOUBTFUL}
)
_LEFT_OUT = frozenset({Reason.OTHER_LANGUAGE, Reason.EXCLUDED, Reason.UNPROMISING})
# Articles that we left out say why there are none, however many service pages the site has.
_UNWANTED_ARTICLES = frozenset({Reason.OTHER_LANGUAGE, Reason.OFF_TOPIC})
_OF_PAGES = frozenset(  # causes that are said of pages as they are said of a site
    {
        SourceCause.NOINDEX,
        SourceCause.SEARCH_RESERVED,
        SourceCause.OFF_TOPIC,
        SourceCause.LANGUAGE,
        SourceCause.EXCLUDED,
        SourceCause.NEEDS_JAVASCRIPT,
        SourceCause.SAME_PAGE,
    }
)
_NAMES = {UrlRole.FEED: "feed", UrlRole.SITEMAP: "sitemap", UrlRole.PAGE: "index page"}


def conditions_of_sources(
    connection: Reader, sources: Sequence[Source], articles: Mapping[str, int], now: datetime
) -> dict[int, SourceCondition]:
    """Return the conditions of sources by their ids; `articles` counts them by domain."""
    evidence = evidence_of_sources(connection, sources, articles, now)
    since = partial(same_since, connection)
    return {source: condition_of(known, now, since) for source, known in evidence.items()}


def alarming_sources(connection: Reader, now: datetime) -> list[tuple[Source, SourceCondition]]:
    """Return the followed sources that bring nothing although they should, and why."""
    sources = followed_sources(connection)
    conditions = conditions_of_sources(connection, sources, articles_per_source(connection), now)
    return [
        (source, conditions[source.id]) for source in sources if conditions[source.id].is_alarming
    ]


def condition_of(known: SourceEvidence, now: datetime, since: Since) -> SourceCondition:
    """Return whether a source brings articles, and if not, why."""
    if (held := _held(known)) is not None:
        return held
    places = ((known.start,) if known.start else ()) + known.ways
    failing = [place for place in places if _fails(place)]
    if not any(_works(place) for place in places):
        blocking = [*failing, *(place for place in places if _is_barren(place))]
        return _blocked(blocking, known, since) if blocking else _unvisited(known)
    if not known.articles:
        return _without_articles(known, failing, since)
    return _with_articles(known, failing, now, since)


def _held(known: SourceEvidence) -> SourceCondition | None:
    """Return that a source is not crawled here, because somebody said so."""
    if known.paused_at is not None:
        advice = "'tidings resume' fetches it again"
        return SourceCondition(SourceCause.PAUSED, "paused", advice, known.paused_at)
    if known.node is not None:
        sentence = f"left to node {known.node}"
        return SourceCondition(SourceCause.OTHER_NODE, sentence, "look at that node")
    return None


def _fails(place: UrlFinding) -> bool:
    if place.state is FrontierState.QUEUED:
        return place.reason is not Reason.WAITING
    if place.state is FrontierState.RESTING:
        return place.reason is Reason.DEAD
    return place.state is not FrontierState.DONE


def _works(place: UrlFinding) -> bool:
    is_read = place.state in (FrontierState.DONE, FrontierState.RESTING)
    return is_read and not _fails(place) and not _is_barren(place)


def _is_barren(place: UrlFinding) -> bool:
    return place.state is FrontierState.DONE and place.reason in _BARREN


def _unvisited(known: SourceEvidence) -> SourceCondition:
    start = known.start
    due = None if start is None else start.due
    if start is None or start.visited_at is None:
        return SourceCondition(
            SourceCause.NOT_VISITED, "not visited yet", _VISITED_BY, next_attempt=due
        )
    return SourceCondition(
        SourceCause.NOT_VISITED, "waits for its next visit", _VISITED_BY, next_attempt=due
    )


def _blocked(
    blocking: Sequence[UrlFinding], known: SourceEvidence, since: Since
) -> SourceCondition:
    """Return why none of the places where a source's news appears can be read."""
    is_start_blocked = known.start is not None and known.start in blocking
    worst = known.start if is_start_blocked else max(blocking, key=lambda place: place.number)
    assert worst is not None
    dues = [place.due for place in blocking if place.due is not None]
    if known.same_guesses >= _SAME_GUESSES and worst.reason is not Reason.NEEDS_JAVASCRIPT:
        return _as_condition(worst, min(dues, default=None), since, Reason.CATCH_ALL)
    return _as_condition(worst, min(dues, default=None), since)


def _as_condition(
    finding: UrlFinding, due: datetime | None, since: Since, instead: Reason | None = None
) -> SourceCondition:
    """Return what became of some URLs as the condition of their source."""
    reason, detail = underlying(finding.reason, finding.detail)
    words = cause_in_words(instead or reason, finding.status, "" if instead else detail)
    begun = since(finding.example, reason)
    return SourceCondition(words.cause, words.sentence, words.advice, begun, due)


def _without_articles(
    known: SourceEvidence, failing: Sequence[UrlFinding], since: Since
) -> SourceCondition:
    """Return why a source whose lists can be read has not brought an article."""
    if any(page.reason in _ARTICLES for page in known.pages):
        return _partly(failing, since) or FINE
    judged = [page for page in known.pages if _is_judged(page)]
    due = _next_visit(known)
    number = sum(page.number for page in judged)
    unwanted = [page for page in judged if page.reason in _UNWANTED_ARTICLES]
    main = max(unwanted or judged, key=lambda page: page.number, default=None)
    if known.same_guesses >= _SAME_GUESSES and (main is None or _looks_alike(main)):
        words = cause_in_words(Reason.CATCH_ALL, None, "")
        return SourceCondition(words.cause, words.sentence, words.advice, None, due)
    if main is not None and (unwanted or main.number >= number * _MOST):
        words = cause_in_words(*_outcome(main))
        if words.cause is not SourceCause.OTHER:
            about = "" if words.cause in _OF_PAGES else "its pages: "
            sentence = f"{about}{words.sentence}"
            begun = since(main.example, _outcome(main)[0])
            return SourceCondition(words.cause, sentence, words.advice, begun, main.due or due)
    waiting = sum(page.number for page in known.pages if page.state is FrontierState.QUEUED)
    if waiting:
        sentence = f"no articles yet: {_counted(waiting, 'page')} of it still to be visited"
        return SourceCondition(SourceCause.NO_ARTICLES_YET, sentence, _VISITED_BY, None, due)
    if failing:
        return _as_condition(failing[0], failing[0].due, since)
    sentence = (
        f"none of its {number} pages is an article"
        if number > 1
        else "nothing on it leads to an article"
    )
    return SourceCondition(SourceCause.NO_ARTICLES, sentence, _LOOK, None, due)


def _outcome(finding: UrlFinding) -> tuple[Reason, int | None, str]:
    reason, detail = underlying(finding.reason, finding.detail)
    return reason, finding.status, detail


def _is_judged(page: UrlFinding) -> bool:
    """Return whether a page was looked at or left out on purpose, and that says something."""
    if page.state is FrontierState.DROPPED:
        return page.reason in _LEFT_OUT
    return page.reason not in _SAY_LITTLE


def _looks_alike(page: UrlFinding) -> bool:
    return page.reason in (Reason.CATCH_ALL, Reason.VALUELESS)


def _next_visit(known: SourceEvidence) -> datetime | None:
    places = ((known.start,) if known.start else ()) + known.ways
    return min((place.due for place in places if place.due is not None), default=None)


def _with_articles(
    known: SourceEvidence, failing: Sequence[UrlFinding], now: datetime, since: Since
) -> SourceCondition:
    """Return whether a source that has brought articles still does."""
    due = _next_visit(known)
    if known.overdue is not None and known.silent_since is not None:
        sentence = (
            f"nothing new for {_span(now - known.silent_since)}, although about "
            f"{_counted(max(round(known.overdue), 1), 'article')} were expected"
        )
        more = _partly(failing, since)
        advice = f"{more.sentence}" if more else "look at the site: its feeds may have moved"
        return SourceCondition(SourceCause.SILENT, sentence, advice, known.silent_since, due)
    if (partly := _partly(failing, since)) is not None:
        return partly
    newest = known.newest_article
    if newest is not None and now - newest >= _QUIET:
        sentence = f"nothing new for {_span(now - newest)}"
        return SourceCondition(SourceCause.QUIET, sentence, "", newest, due)
    return FINE


def _partly(failing: Sequence[UrlFinding], since: Since) -> SourceCondition | None:
    """Return which of a source's lists fail while others work."""
    if not failing:
        return None
    worst = max(failing, key=lambda place: place.number)
    condition = _as_condition(worst, worst.due, since)
    what = _counted(sum(place.number for place in failing), _NAMES[worst.role])
    verb = "fails" if what.startswith("1 ") else "fail"
    return SourceCondition(
        SourceCause.PARTLY_FAILING,
        f"{what} {verb}: {condition.sentence}",
        "the others bring its articles",
        condition.since,
        condition.next_attempt,
    )


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _span(time: timedelta) -> str:
    """Return a time in its largest unit, such as "3 weeks"."""
    for noun, unit in (("week", 7 * 86400), ("day", 86400), ("hour", 3600)):
        if (number := int(time.total_seconds() // unit)) >= (2 if noun != "hour" else 1):
            return _counted(number, noun)
    return "less than an hour"
