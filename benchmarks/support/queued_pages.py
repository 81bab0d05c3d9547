"""Pages of the news world on their way through a home, outside of a crawl."""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import chain

from tidings.crawl.links.admission import LINKED
from tidings.engine.reading.reading_task import ReadingTask
from tidings.engine.settling.settler import Settler
from tidings.engine.sources import source_list
from tidings.model.crawl.visit import FoundUrl, Visit
from tidings.model.web.exchange import FetchFailure, Response
from tidings.model.web.page import UrlRole
from tidings.read.url import domain_of, host_of, url_id
from tidings.store.database.database import Database
from tidings.store.database.session import Reader
from tidings.store.tables.frontier.due import due_visits
from tidings.store.tables.frontier.urls import add_urls
from tidings.store.tables.sources.sources import followed_sources


def queued_visits(database: Database, urls: Sequence[str]) -> list[Visit]:
    """Add the URLs to the frontier as if links had led to them, and return their visits."""
    now = datetime.now(UTC)
    for host in sorted(set(map(host_of, urls))):
        source_list.add_source(database, f"http://{host}/", now)
    ids = {host_of(site.url): site.id for site in followed_sources(database.read())}
    found = [_found(url, ids[host_of(url)]) for url in urls]
    database.write(lambda db: add_urls(db, found, now)).result()
    due = (due_visits(database.read(), host, now, len(urls) + 1) for host in ids)
    visits = {visit.url: visit for visit in chain.from_iterable(due)}
    return [visits[url] for url in urls]


def reading_tasks(
    visits: Sequence[Visit],
    outcomes: Sequence[Response | FetchFailure],
    settler: Settler,
    connection: Reader,
) -> list[ReadingTask]:
    """Return what a worker would be given to read."""
    memories = settler.state.memories
    return [
        ReadingTask(
            visit,
            outcome,
            domain_of(visit.url),
            memory=memories.packed_for(connection, visit.site),
        )
        for visit, outcome in zip(visits, outcomes, strict=True)
        if isinstance(outcome, Response)
    ]


def _found(url: str, site: int) -> FoundUrl:
    return FoundUrl(
        url, host_of(url), url_id(url), site, UrlRole.PAGE, LINKED, depth=1, parent=None
    )
