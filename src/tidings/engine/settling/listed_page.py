"""Settling a visit that no frontier planned: its URL was listed by a user, or found by an agent.

A page of a followed source is settled as that source's. A page of a site that nobody follows is
kept all the same, but nothing of that site is ever due.
"""

from dataclasses import replace
from datetime import datetime

from tidings.engine.reading.visit_outcome import ReadPage, VisitOutcome
from tidings.engine.settling.settler import Settler, VisitResult
from tidings.engine.state.listed_visits import found_of, site_of
from tidings.model.crawl.visit import Visit
from tidings.model.web.exchange import FetchFailure
from tidings.read.url import canonical, host_of, url_id
from tidings.store.database.session import Writer
from tidings.store.tables.frontier.urls import add_urls, visit_to
from tidings.store.tables.sources.imported_sites import let_url_rest


def settle_listed(
    connection: Writer, settler: Settler, asked: Visit, outcome: VisitOutcome
) -> VisitResult:
    """Store what came of a visit; the domain of its URL has a site."""
    # As the row is now: another page may have led to its URL meanwhile.
    visit, followed = visit_to(connection, asked.host, asked.id), settler.state.followed
    if visit is None:
        visit = replace(asked, site=site_of(connection, followed, asked.url))
    is_followed = followed.get(visit.site) is not None
    if not is_followed:
        outcome = _without_site_links(outcome)
    add_urls(connection, [found_of(visit)], _sent_at(outcome))
    result = settler.settle(connection, visit, outcome)
    assert result is not None  # a page that is listed now is settled as it was read
    if not is_followed:
        _let_rest(connection, visit, outcome)
    return result


def _sent_at(outcome: VisitOutcome) -> datetime:
    return outcome.at if isinstance(outcome, FetchFailure) else outcome.response.at


def _without_site_links(outcome: VisitOutcome) -> VisitOutcome:
    """Leave out the links within a site that nobody follows; others may lead to a followed one."""
    if not isinstance(outcome, ReadPage):
        return outcome
    return replace(outcome, reading=replace(outcome.reading, found=(), drops={}))


def _let_rest(connection: Writer, visit: Visit, outcome: VisitOutcome) -> None:
    """Let neither the URL nor where it leads be due: nobody follows its site."""
    let_url_rest(connection, visit.host, visit.id)
    if isinstance(outcome, ReadPage):
        final = canonical(outcome.response.url) or outcome.response.url
        if final != visit.url:
            let_url_rest(connection, host_of(final), url_id(final))
