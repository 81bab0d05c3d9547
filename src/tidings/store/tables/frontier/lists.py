"""Reading all feeds and sitemaps anew; single lists are made due elsewhere."""

from datetime import datetime

from tidings.model.web.reason import Reason
from tidings.store.database.session import Writer
from tidings.store.database.timestamps import to_seconds


def read_lists_anew(connection: Writer, now: datetime) -> None:
    """Let the next visit read every feed and sitemap, even if it has not changed.

    Those that could not be read are due now: today's code may be able to.
    """
    connection.execute(
        "UPDATE urls SET etag = NULL, last_modified = NULL, body_hash = NULL "
        "WHERE role IN ('feed', 'sitemap')"
    )
    connection.execute(
        "UPDATE urls SET state = 'queued', reason = ?, detail = '', attempts = 0, due = ? "
        "WHERE role IN ('feed', 'sitemap') AND reason IN (?, ?)",
        (Reason.WAITING, to_seconds(now), Reason.BAD_FEED, Reason.BAD_SITEMAP),
    )
