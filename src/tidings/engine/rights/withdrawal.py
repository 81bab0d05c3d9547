"""Withdrawal: hides an article whose page now asks not to be shown, and deletes its copy.

Its rows stay, so that `tidings why` can explain it; the index and the lists leave it out.
"""

from datetime import datetime

from tidings.crawl.visits.visit_outcome import refusal_to_keep
from tidings.engine.reading.reading_task import Reading
from tidings.model.articles.article import Extraction
from tidings.model.crawl.visit import Visit
from tidings.model.web.exchange import Response
from tidings.read.rights.page_rights import x_robots_tags
from tidings.read.rights.robots_tags import robots_rules
from tidings.store.database.session import Writer
from tidings.store.tables.articles.articles import set_rights
from tidings.store.tables.frontier.urls import forget_archived_copy, url_record


def withdraw(
    connection: Writer,
    visit: Visit,
    reading: Reading,
    now: datetime,
) -> bool:
    """Apply what a page now requests; return whether an article was hidden."""
    if reading.noarchive:
        forget_archived_copy(connection, visit.host, visit.id)
    page = reading.page
    if not isinstance(page, Extraction) or refusal_to_keep(page, now) is None:
        return False
    known = url_record(connection, visit.host, visit.id)
    if known is None or known.state.article is None:
        return False
    return set_rights(connection, known.state.article, page.robots, page.rights, now, now)


def withdraw_after_recheck(
    connection: Writer, visit: Visit, reading: Reading | None, now: datetime
) -> bool:
    """Apply what a kept article's page requests at a recheck; return whether it is hidden."""
    if reading is None or visit.article is None or not isinstance(reading.page, Extraction):
        return False
    if reading.noarchive:
        forget_archived_copy(connection, visit.host, visit.id)
    page = reading.page
    hidden = now if refusal_to_keep(page, now) else page.robots.unavailable_after
    return set_rights(connection, visit.article, page.robots, page.rights, hidden, now)


def may_be_copied(response: Response) -> bool:
    """Return whether the headers of an unreadable page allow keeping its bytes."""
    return not robots_rules(x_robots_tags(response)).noarchive
