"""All lists of a home, and its statistics, for whoever shows them."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from tidings.engine.listing.aged_cache import AgedCache
from tidings.engine.listing.home_statistics import home_statistics
from tidings.engine.listing.recent_edits import EditPage, RecentEdits
from tidings.engine.listing.story_list import StoryPage, StoryPlace, list_stories
from tidings.model.articles.listing import EditFilter, EditPlace, StoryFilter
from tidings.model.articles.statistics import HomeStatistics
from tidings.model.articles.story import Story
from tidings.model.web.request_log import RequestFilter, RequestPage
from tidings.store.database.database import Database
from tidings.store.tables.articles.statistics import ArticleSelection
from tidings.store.tables.articles.story_lists import successor_of
from tidings.store.tables.frontier.request_log import request_page

_STATISTICS_SECONDS: Final = 60.0  # that statistics are kept while articles arrive
_MAX_STATISTICS: Final = 50  # different questions


class Listings:
    """The lists of one home, opened for reading; safe to use from many threads."""

    def __init__(
        self, database: Database, shown_stories: Callable[[Sequence[Story]], list[Story]]
    ) -> None:
        self._database = database
        self._shown_stories = shown_stories
        self._edits = RecentEdits()
        self._statistics = AgedCache[HomeStatistics](_STATISTICS_SECONDS, _MAX_STATISTICS)

    def stories(self, wanted: StoryFilter, after: StoryPlace | None, limit: int) -> StoryPage:
        """Return the next stories, the one with the newest article first."""
        return list_stories(self._database.read(), wanted, after, limit, self._shown_stories)

    def story_successor(self, story: int) -> int | None:
        """Return the story that a story was merged into; None if it was not."""
        return successor_of(self._database.read(), story)

    def edits(self, wanted: EditFilter, after: EditPlace | None, limit: int) -> EditPage:
        """Return the next edits, deletions and restorations of all outlets, newest first."""
        return self._edits.page(self._database.read(), wanted, after, limit)

    def requests(
        self, wanted: RequestFilter, after: tuple[float, int] | None, limit: int
    ) -> RequestPage:
        """Return the next requests of the log, newest first."""
        return request_page(self._database.read(), wanted, after, limit)

    def statistics(
        self,
        now: datetime,
        since: datetime | None = None,
        until: datetime | None = None,
        language: str | None = None,
        source: str | None = None,
    ) -> HomeStatistics:
        """Return the statistics of articles first seen within a span; at most a minute old."""
        # Relative times differ with each request, but not by more than the cache's age.
        question = (_minute(since), _minute(until), language, source)
        wanted = ArticleSelection(since, until, language, source)
        return self._statistics.answer(
            question,
            self._database.version(),
            lambda: home_statistics(self._database.read(), wanted, now),
        )


def _minute(moment: datetime | None) -> datetime | None:
    return None if moment is None else moment.replace(second=0, microsecond=0)
