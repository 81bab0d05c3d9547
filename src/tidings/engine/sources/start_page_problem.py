"""Sites that bring nothing: what went wrong with the start page, and what to do about it."""

from tidings.model.crawl.source import Source
from tidings.model.web.page import FrontierState
from tidings.model.web.reason import Reason
from tidings.read.url import host_of, url_id
from tidings.store.database.sqlite import Database
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
    """Return one sentence about a site whose start page failed, or None if it did not."""
    start = url_record(database.read(), host_of(site.url), url_id(site.url))
    if start is None or start.visited_at is None:
        return None
    standing = start.state
    if standing.state is FrontierState.DONE and standing.reason not in _NO_PAGE:
        return None
    if standing.state is FrontierState.RESTING and standing.reason is not Reason.DEAD:
        return None  # another feed brings the same, or nothing is to be had now
    detail = f" ({standing.detail})" if standing.detail else ""
    advice = _ADVICE.get(standing.reason, f"'tidings why {site.url}' tells more")
    again = " it is tried again later, or" if standing.due else ""
    return f"{site.url} brings nothing: {standing.reason}{detail};{again} {advice}."
