"""Names and stories that rise: trends with their past, and stories that many articles joined."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from tidings.engine.listing.entity_directory import Plan
from tidings.engine.listing.entity_identity import EntityIdentities
from tidings.engine.listing.plain_words import says_nothing
from tidings.engine.listing.story_list import list_stories
from tidings.model.articles.annotations import EntityKind
from tidings.model.articles.listing import StoryFilter
from tidings.model.articles.story import Story
from tidings.model.search.recommendations import RisingStory, RisingTrend, Trend
from tidings.model.search.results import Query
from tidings.search.index.errors import translated_errors
from tidings.search.label_counts import counts_until
from tidings.store.database.session import Reader

_DAY: Final = timedelta(days=1)
_DAYS: Final = 14  # as many as define what is usual
_STEP: Final = timedelta(hours=2)
_STEPS: Final = 36  # three days: most stories are over by then
_LOOKED_AT: Final = 200  # newest stories among which the largest are chosen
_COMPARED: Final = 24  # largest ones whose articles are counted
_STORIES: Final = 10
_FEW: Final = 3  # articles of a day that make a story rise


def rising_trends(
    connection: Reader,
    plan: Plan,
    trends: Sequence[Trend],
    identities: EntityIdentities,
    now: datetime,
) -> Iterator[RisingTrend]:
    """Yield trends with their past, without weekdays, months and lone first names."""
    everything = plan(Query("", since=now - _DAYS * _DAY), now)
    known = identities.of(connection, everything, [trend.words for trend in trends])
    for trend in trends:
        identity = known.get(trend.words)
        # Of a word that is nobody's name, only weekdays and months are left out.
        if says_nothing(trend.words, identity.kind if identity else EntityKind.PLACE):
            continue
        words = trend.words.replace('"', " ")
        query = Query(f'"{words}"' if " " in words else words, since=now - _DAYS * _DAY)
        counts = _counts(plan, query, now, _DAY, _DAYS)
        yield RisingTrend(trend, identity.key if identity else None, counts)


def rising_stories(
    connection: Reader,
    plan: Plan,
    shown: Callable[[Sequence[Story]], list[Story]],
    now: datetime,
) -> list[RisingStory]:
    """Return the stories of several sources that most articles joined in a day."""
    wanted = StoryFilter(since=now - _DAY, min_articles=_FEW, min_sources=2)
    newest = list_stories(connection, wanted, None, _LOOKED_AT, shown).stories
    largest = sorted(newest, key=lambda story: -story.articles)[:_COMPARED]
    recent = int(_DAY / _STEP)
    found: list[RisingStory] = []
    for story in largest:
        query = Query(f"story:{story.id}", since=now - _STEPS * _STEP)
        counts = _counts(plan, query, now, _STEP, _STEPS)
        if sum(counts[-recent:]) >= _FEW:
            found.append(RisingStory(story, sum(counts[-recent:]), counts))
    return sorted(found, key=lambda each: (-each.recent, each.story.id))[:_STORIES]


def _counts(
    plan: Plan, query: Query, now: datetime, step: timedelta, number: int
) -> tuple[int, ...]:
    run = plan(query, now)
    with translated_errors(run.view.folder):
        return counts_until(run.view, run.matching, now, step, number)
