"""Sources that bring nothing: what is wrong with the start page, and what to do about it."""

from tidings.model.crawl.source import Source
from tidings.model.web.page import FrontierState
from tidings.model.web.reason import Reason
from tidings.read.url import host_of, url_id
from tidings.store.database.database import Database
from tidings.store.tables.frontier.urls import url_record

_ADVICE = {
    Reason.NOT_HTML: "add the site's front page or its feed instead",
    Reason.ENCRYPTED: "add the site's front page or its feed instead",
    Reason.NO_TEXT: "add the site's front page or its feed instead",
    Reason.BROKEN: "add the site's front page or its feed instead",
    Reason.TOO_LARGE: "add the site's front page or its feed instead",
    Reason.EMPTY: "look at it in a browser, or add the site's feed instead",
    Reason.ROBOTS_DENIED: "ask its owner, or add its feed if that is allowed",
    Reason.NOT_FOUND: "check the address",
    Reason.DNS: "check the address",
    Reason.PRIVATE_ADDRESS: "allow its network with fetch.allow_private if it is your own",
}
_NO_PAGE = frozenset(
    {
        Reason.NOT_HTML,
        Reason.ENCRYPTED,
        Reason.NO_TEXT,
        Reason.BROKEN,
        Reason.TOO_LARGE,
        Reason.EMPTY,
    }
)


def start_page_problem(database: Database, site: Source) -> str | None:
    """Return one sentence about a source whose start page failed, or None if it did not."""
    start = url_record(database.read(), host_of(site.url), url_id(site.url))
    if start is None or start.visited_at is None:
        return None
    state = start.state
    if state.state is FrontierState.DONE and state.reason not in _NO_PAGE:
        return None
    if state.state is FrontierState.RESTING and state.reason is not Reason.DEAD:
        return None  # a duplicate feed, or nothing to fetch now
    detail = f" ({state.detail})" if state.detail else ""
    advice = _ADVICE.get(state.reason, f"see 'tidings why {site.url}'")
    retry = " it will be tried again later, or" if state.due else ""
    return f"{site.url} brings nothing: {state.reason}{detail};{retry} {advice}."
