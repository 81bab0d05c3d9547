from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from tests.factories import make_failure, make_response, make_visit

from tidings.crawl.visits import visit_outcome
from tidings.model.articles.article import Extraction, UnreadablePage
from tidings.model.crawl.refresh_policy import RefreshPolicy
from tidings.model.crawl.visit import UrlState, Visit
from tidings.model.web.exchange import FetchFailure
from tidings.model.web.page import FrontierState, PageKind, PageVerdict, UrlRole
from tidings.model.web.reason import TRANSIENT, Reason
from tidings.model.web.rights import RobotsMeta
from tidings.settings.tree import CrawlSettings

NOW = datetime(2026, 1, 2, tzinfo=UTC)
SETTINGS = CrawlSettings()
URL = "http://a.example/x"
PAGE = make_visit(URL, id=1, depth=1, parent="http://a.example/")
INDEX = replace(PAGE, kind=PageKind.INDEX, visited_at=NOW, interval=600.0)
FEED = replace(PAGE, role=UrlRole.FEED, visited_at=NOW, interval=600.0)
RESPONSE = make_response(URL, headers=(("etag", '"x"'),), at=NOW)


def failure(reason: Reason, retry_after: timedelta | None = None) -> FetchFailure:
    return make_failure(reason, URL, at=NOW, retry_after=retry_after)


def page(kind: PageKind, *, doubtful: bool = False, noindex: bool = False) -> Extraction:
    return Extraction(PageVerdict(kind, 0.9, ("because",), doubtful), robots=RobotsMeta(noindex))


@pytest.mark.parametrize("kind", [PageKind.ARTICLE, PageKind.VALUELESS])
def test_an_article_or_valueless_page_is_never_refreshed(kind: PageKind) -> None:
    assert not visit_outcome.is_revisited(PAGE, kind, SETTINGS)
    url_state = visit_outcome.after_reading(RESPONSE, page(kind), None)
    assert url_state.due is None
    assert url_state.state is FrontierState.DONE


@pytest.mark.parametrize("kind", list(PageKind))
def test_the_traditional_policy_revisits_everything(kind: PageKind) -> None:
    assert visit_outcome.is_revisited(PAGE, kind, CrawlSettings(policy=RefreshPolicy.TRADITIONAL))


def test_an_index_page_is_due_again() -> None:
    assert visit_outcome.is_revisited(PAGE, PageKind.INDEX, SETTINGS)
    url_state = visit_outcome.after_reading(RESPONSE, page(PageKind.INDEX), 900.0)
    assert url_state.due == NOW + timedelta(seconds=900)
    assert url_state.interval == 900.0
    assert url_state.etag == '"x"'


def test_a_start_page_is_revisited_even_if_it_looks_valueless() -> None:
    assert visit_outcome.is_revisited(replace(PAGE, depth=0), PageKind.VALUELESS, SETTINGS)


def test_an_article_with_noindex_is_refused() -> None:
    article = page(PageKind.ARTICLE, noindex=True)
    url_state = visit_outcome.after_reading(RESPONSE, article, None)
    assert (url_state.state, url_state.reason) == (FrontierState.REFUSED, Reason.META_NOINDEX)


def test_a_doubtful_page_says_so() -> None:
    doubtful = page(PageKind.ARTICLE, doubtful=True)
    url_state = visit_outcome.after_reading(RESPONSE, doubtful, None)
    assert url_state.reason is Reason.DOUBTFUL


@pytest.mark.parametrize("reason", sorted(TRANSIENT))
def test_a_temporary_failure_is_retried_later(reason: Reason) -> None:
    url_state = visit_outcome.after_failure(PAGE, failure(reason), SETTINGS)
    assert url_state.state is FrontierState.QUEUED
    assert url_state.due is not None
    assert url_state.due > NOW


def test_retry_after_overrides_our_own_delay() -> None:
    wait = timedelta(hours=3)
    url_state = visit_outcome.after_failure(PAGE, failure(Reason.SERVER_ERROR, wait), SETTINGS)
    assert url_state.due == NOW + wait


def test_a_page_that_was_not_requested_is_not_charged_with_an_attempt() -> None:
    held_back = failure(Reason.TOO_MANY_REQUESTS, timedelta(hours=1))
    assert visit_outcome.after_failure(PAGE, held_back, SETTINGS).attempts == 0
    assert visit_outcome.after_failure(PAGE, failure(Reason.PROXY), SETTINGS).attempts == 0
    requested = replace(held_back, status=429)
    assert visit_outcome.after_failure(PAGE, requested, SETTINGS).attempts == 1


def test_a_page_is_given_up_after_its_last_attempt() -> None:
    failing = replace(PAGE, attempts=SETTINGS.max_attempts - 1)
    url_state = visit_outcome.after_failure(failing, failure(Reason.CONNECT), SETTINGS)
    assert (url_state.state, url_state.due) == (FrontierState.FAILED, None)


@pytest.mark.parametrize("visit", [INDEX, FEED])
def test_a_live_page_is_never_given_up_after_temporary_failures(visit: Visit) -> None:
    failing = replace(visit, attempts=50)
    assert visit_outcome.after_failure(failing, failure(Reason.CONNECT), SETTINGS).due is not None


@pytest.mark.parametrize("reason", [Reason.NOT_FOUND, Reason.GONE, Reason.CLIENT_ERROR])
def test_a_final_failure_is_final(reason: Reason) -> None:
    url_state = visit_outcome.after_failure(PAGE, failure(reason), SETTINGS)
    assert (url_state.state, url_state.due) == (FrontierState.FAILED, None)


def test_a_page_denied_by_robots_txt_is_refused() -> None:
    url_state = visit_outcome.after_failure(PAGE, failure(Reason.ROBOTS_DENIED), SETTINGS)
    assert (url_state.state, url_state.due) == (FrontierState.REFUSED, None)


@pytest.mark.parametrize("reason", [Reason.ROBOTS_UNREACHABLE, Reason.DNS, Reason.TLS])
def test_an_unreachable_robots_txt_is_retried_without_limit(reason: Reason) -> None:
    failing = replace(PAGE, attempts=1000)
    waits = replace(failure(reason), waits_for_robots=True)
    url_state = visit_outcome.after_failure(failing, waits, SETTINGS)
    assert url_state.state is FrontierState.QUEUED
    assert url_state.due is not None


def test_an_unchanged_index_page_keeps_its_state() -> None:
    known = UrlState(
        FrontierState.DONE, Reason.INDEX_PAGE, UrlRole.PAGE, kind=PageKind.INDEX, notes=("n",)
    )
    url_state = visit_outcome.after_no_change(PAGE, RESPONSE, known, 900.0)
    assert url_state.kind is PageKind.INDEX
    assert url_state.notes == ("n",)
    assert url_state.due == NOW + timedelta(seconds=900)


def test_a_feed_that_is_not_a_feed_fails() -> None:
    url_state = visit_outcome.after_unreadable(
        FEED, RESPONSE, UnreadablePage(Reason.BAD_FEED, "html")
    )
    assert (url_state.state, url_state.reason) == (FrontierState.FAILED, Reason.BAD_FEED)


def test_a_truncated_page_or_list_has_a_note() -> None:
    truncated_response = replace(RESPONSE, body=b"x" * 2_000, truncated=True)
    note = "truncated after 2,000 bytes (our limit); the rest was not read"
    assert (
        note in visit_outcome.after_reading(truncated_response, page(PageKind.INDEX), 900.0).notes
    )
    assert note in visit_outcome.after_list(truncated_response, UrlRole.SITEMAP, 900.0, {}).notes
    assert note not in visit_outcome.after_reading(RESPONSE, page(PageKind.INDEX), 900.0).notes


def test_a_feed_with_too_many_items_notes_how_many_were_skipped() -> None:
    url_state = visit_outcome.after_list(
        RESPONSE, UrlRole.FEED, 900.0, {Reason.TOO_MANY_ITEMS: 1_234}
    )
    assert url_state.notes[0].startswith("1,234 items were skipped")


def test_a_pdf_is_valueless() -> None:
    url_state = visit_outcome.after_unreadable(
        PAGE, RESPONSE, UnreadablePage(Reason.NOT_HTML, "pdf")
    )
    assert (url_state.state, url_state.kind) == (FrontierState.DONE, PageKind.VALUELESS)
