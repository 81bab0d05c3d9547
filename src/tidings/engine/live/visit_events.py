"""Emits what a visit means to an operator: a URL or a source that fails or recovers."""

from tidings.events.crawl_events import SourceFailing, SourceRecovered, VisitFailed, VisitMade
from tidings.events.logged_event import emit, is_logged
from tidings.model.crawl.visit import UrlState, Visit
from tidings.model.web.page import FrontierState

_GIVEN_UP = frozenset({FrontierState.FAILED, FrontierState.QUARANTINED})


def emit_visit(visit: Visit, state: UrlState) -> None:
    """Emit the events of a settled visit; a source's start page has the depth 0."""
    if not is_logged(VisitFailed):
        return  # this runs for every page
    if state.state not in _GIVEN_UP and state.attempts <= visit.attempts:
        emit(VisitMade(visit.url, state.reason, state.status))
        if visit.depth == 0 and visit.attempts:
            emit(SourceRecovered(visit.url))
        return
    detail = state.detail or None
    emit(VisitFailed(visit.url, state.reason, detail, visit.attempts + 1))
    if visit.depth == 0 and not visit.attempts:
        emit(SourceFailing(visit.url, state.reason, detail))
