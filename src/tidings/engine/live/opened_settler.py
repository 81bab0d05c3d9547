"""The settler of a home, with what belongs to the transactions in which it writes."""

from tidings.engine.followers.ready_entries import ReadyEntries
from tidings.engine.knowledge.lesson_log import LessonLog
from tidings.engine.live.crawl_stores import CrawlStores
from tidings.engine.settling.request_log_buffer import RequestLogBuffer
from tidings.engine.settling.settler import Settler
from tidings.settings.tree import Settings


def opened_settler(
    stores: CrawlStores,
    settings: Settings,
    ready_entries: ReadyEntries,
    request_log: RequestLogBuffer,
    knowledge: int,
) -> Settler:
    """Return the settler; what it caches is forgotten with each transaction that fails.

    `knowledge` is the newest version: its lessons are no longer rows.
    """
    settler = Settler(
        stores.archive,
        settings.crawl,
        settings.serve.public_url,
        request_log,
        LessonLog(knowledge),
    )

    def after_rollback() -> None:
        settler.state.forget()
        ready_entries.clear()

    def after_batch(is_committed: bool) -> None:
        if not is_committed:
            stores.archive.discard_unsynced()
        request_log.end_batch(is_committed)

    stores.database.after_rollback = after_rollback
    stores.database.after_batch = after_batch
    return settler
