"""All lists of a home, and its statistics, for whoever shows them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from tidings.engine.jobs.job_history import JobDetails, details_of, jobs_before
from tidings.engine.listing.aged_cache import AgedCache
from tidings.engine.listing.entity_directory import EntityDirectory
from tidings.engine.listing.entity_identity import EntityIdentities
from tidings.engine.listing.entity_profile import entity_profile
from tidings.engine.listing.home_statistics import home_statistics
from tidings.engine.listing.recent_edits import EditPage, RecentEdits
from tidings.engine.listing.rising import rising_stories, rising_trends
from tidings.engine.listing.source_list import (
    SourceHealth,
    SourceListPlace,
    health_of,
    sources_after,
)
from tidings.engine.listing.story_coverage import story_coverage
from tidings.engine.listing.story_list import StoryPage, StoryPlace, list_stories
from tidings.engine.sources.completeness import completeness
from tidings.model.articles.entity_list import (
    EntityFilter,
    EntityPage,
    EntityPlace,
    EntityProfile,
)
from tidings.model.articles.listing import EditFilter, EditPlace, StoryFilter
from tidings.model.articles.statistics import HomeStatistics
from tidings.model.articles.story import CoveringSource, Story
from tidings.model.crawl.completeness import Completeness
from tidings.model.crawl.job_status import JobStatus
from tidings.model.crawl.source import Source
from tidings.model.search.recommendations import Rising, Trends
from tidings.model.search.results import Query
from tidings.model.web.request_log import RequestFilter, RequestPage
from tidings.search.query_run import QueryRun
from tidings.store.database.database import Database
from tidings.store.tables.articles.statistics import ArticleSelection
from tidings.store.tables.articles.story_lists import successor_of
from tidings.store.tables.commands.command_rows import last_execution
from tidings.store.tables.frontier.request_log import request_page

_STATISTICS_SECONDS: Final = 60.0  # that statistics are kept while articles arrive
_MAX_STATISTICS: Final = 50  # different questions
_PROFILE_SECONDS: Final = 10.0  # the same for what is known of an entity
_MAX_PROFILES: Final = 200
_RISING_SECONDS: Final = 60.0  # for the past of trends and stories
_MAX_RISING: Final = 4  # lists of trends; one is current
_HEALTH_SECONDS: Final = 5.0  # and for the health of sources, unless somebody changed something
_MAX_HEALTH: Final = 50


class Listings:
    """The lists of one home, opened for reading; safe to use from many threads."""

    def __init__(
        self,
        database: Database,
        shown_stories: Callable[[Sequence[Story]], list[Story]],
        plan: Callable[[Query, datetime], QueryRun],
    ) -> None:
        """`plan` plans a query on what the index has committed by now."""
        self._database = database
        self._plan = plan
        self._shown_stories = shown_stories
        self._edits = RecentEdits()
        self._identities = EntityIdentities()
        self._entities = EntityDirectory(plan, self._identities)
        self._profiles = AgedCache[EntityProfile | None](_PROFILE_SECONDS, _MAX_PROFILES)
        self._statistics = AgedCache[HomeStatistics](_STATISTICS_SECONDS, _MAX_STATISTICS)
        self._rising = AgedCache[Rising](_RISING_SECONDS, _MAX_RISING)
        self._health = AgedCache[list[SourceHealth]](_HEALTH_SECONDS, _MAX_HEALTH)

    def stories(self, wanted: StoryFilter, after: StoryPlace | None, limit: int) -> StoryPage:
        """Return the next stories, the one with the newest article first."""
        return list_stories(self._database.read(), wanted, after, limit, self._shown_stories)

    def coverage(self, stories: Sequence[int]) -> dict[int, tuple[CoveringSource, ...]]:
        """Return who covers each of the stories, the earliest source first."""
        return story_coverage(self._database.read(), stories)

    def story_successor(self, story: int) -> int | None:
        """Return the story that a story was merged into; None if it was not."""
        return successor_of(self._database.read(), story)

    def edits(self, wanted: EditFilter, after: EditPlace | None, limit: int) -> EditPage:
        """Return the next edits, deletions and restorations of all outlets, newest first."""
        return self._edits.page(self._database.read(), wanted, after, limit)

    def entities(
        self, wanted: EntityFilter, after: EntityPlace | None, limit: int, now: datetime
    ) -> EntityPage:
        """Return the next names that articles mention, the most frequent first."""
        # Times that count back from now differ with each request; so they can share their counts.
        since, until = _minute(wanted.since), _minute(wanted.until)
        rounded = replace(wanted, since=since, until=until)
        return self._entities.page(self._database.read(), rounded, after, limit, now)

    def entity(self, key: str, limits: Query, now: datetime) -> EntityProfile | None:
        """Return what articles within some limits say of an entity; None if nothing.

        It is at most some seconds old.
        """
        limits = replace(limits, since=_minute(limits.since), until=_minute(limits.until))

        def profile() -> EntityProfile | None:
            run = self._plan(limits, now)
            connection = self._database.read()
            return entity_profile(connection, run, key, self._identities, self._shown_stories)

        return self._profiles.answer((key, limits), self._database.version(), profile)

    def rising(self, trends: Trends, now: datetime) -> Rising:
        """Return trends with their past, and the stories that grow; at most a minute old."""

        def rising() -> Rising:
            connection = self._database.read()
            recent = rising_trends(connection, self._plan, trends.trends, self._identities, now)
            stories = rising_stories(connection, self._plan, self._shown_stories, now)
            return Rising(trends.hours, tuple(recent), tuple(stories))

        question = tuple((each.words, each.articles) for each in trends.trends)
        return self._rising.answer(question, self._database.version(), rising)

    def sources(
        self, now: datetime, after: SourceListPlace | None, limit: int, folder: str | None = None
    ) -> list[SourceHealth]:
        """Return the next followed sources with their health, in the order of their domains.

        What a visit changed is seen some seconds later, what people asked for at once.
        """
        connection = self._database.read()
        some = sources_after(connection, after, limit, folder)
        question = (tuple(some), last_execution(connection))
        version = self._database.version()
        return self._health.answer(question, version, lambda: health_of(self._database, some, now))

    def jobs(self, before: int | None, limit: int) -> list[JobStatus]:
        """Return the newest jobs, or those before a number, newest first."""
        return jobs_before(self._database.read(), before, limit)

    def job(self, number: int) -> JobDetails:
        """Return a job with its finished parts and what these say; raises NoSuchJob."""
        return details_of(self._database.read(), number)

    def source(self, source: Source, now: datetime) -> SourceHealth:
        """Return the health of one source."""
        return health_of(self._database, [source], now)[0]

    def completeness(
        self, now: datetime, hours: int, after: SourceListPlace | None, limit: int
    ) -> list[Completeness]:
        """Compare what the next sources brought with what they were expected to bring."""
        connection = self._database.read()
        some = sources_after(connection, after, limit)
        found = {
            each.site.id: each
            for each in completeness(connection, now, hours, [source.id for source in some])
        }
        return [found[source.id] for source in some]

    def completeness_of(self, source: Source, now: datetime, hours: int) -> Completeness:
        """Compare what one source brought with what it was expected to bring."""
        return completeness(self._database.read(), now, hours, [source.id])[0]

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
            lambda: home_statistics(
                self._database.read(), self._plan(_query_of(wanted), now), wanted, now
            ),
        )


def _query_of(wanted: ArticleSelection) -> Query:
    return Query(
        "",
        since=wanted.since,
        until=wanted.until,
        language=wanted.language,
        source=wanted.source,
    )


def _minute(moment: datetime | None) -> datetime | None:
    return None if moment is None else moment.replace(second=0, microsecond=0)
