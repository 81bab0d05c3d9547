"""Withdrawal: what a page now asks for, about its article and its copy.

A withdrawn article is hidden. Its rows stay, so that `tidings why` can explain it; the index and
the lists leave it out.
"""

from datetime import datetime

from tidings.crawl.visits.visit_outcome import refusal_to_keep
from tidings.model.articles.article import Extraction
from tidings.model.web.exchange import Response
from tidings.read.rights.page_rights import x_robots_tags
from tidings.read.rights.robots_tags import robots_rules


def hidden_from(page: Extraction, now: datetime) -> datetime | None:
    """Return from when on an article must be hidden, by what its page requests now."""
    return now if refusal_to_keep(page, now) else page.robots.unavailable_after


def may_be_copied(response: Response) -> bool:
    """Return whether the headers of an unreadable page allow keeping its bytes."""
    return not robots_rules(x_robots_tags(response)).noarchive
