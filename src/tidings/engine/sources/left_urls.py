"""What is left of each followed source: which URLs are known and were not fetched, and why."""

from collections import defaultdict
from datetime import datetime

from tidings.model.crawl.left_urls import LeftUrls
from tidings.model.web.reason import Reason
from tidings.store.database.session import Reader
from tidings.store.tables.frontier.left_urls import (
    closed_shapes,
    held_back_counts,
    waiting_urls,
)
from tidings.store.tables.sources.sources import followed_sources


def left_urls(connection: Reader) -> list[LeftUrls]:
    """Return the followed sources of which something is left, in the order they were added."""
    waiting: dict[int, dict[Reason, int]] = defaultdict(dict)
    due: dict[int, datetime] = {}
    for each in waiting_urls(connection):
        waiting[each.site][each.reason] = each.count
        # What has not been tried is due at once, but its host may be closed: the others know.
        if each.reason is not Reason.WAITING:
            due[each.site] = min(due.get(each.site, each.due), each.due)
    held_back = held_back_counts(connection)
    shapes = closed_shapes(connection, held_back)
    return [
        LeftUrls(
            source.url,
            waiting.get(source.id, {}),
            due.get(source.id),
            held_back.get(source.id, 0),
            tuple(shapes.get(source.id, ())),
        )
        for source in followed_sources(connection)
        if source.id in waiting or source.id in held_back
    ]
