"""Who covers the stories of a list, and who was first; a story's page says more."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Final

from tidings.model.articles.story import CoveringSource
from tidings.store.database.session import Reader
from tidings.store.tables.articles.story_lists import StorySourceRow, sources_of_stories

_TIE_SECONDS: Final = 60.0  # as on a story's page: dates are often full minutes


def story_coverage(
    connection: Reader, stories: Sequence[int]
) -> dict[int, tuple[CoveringSource, ...]]:
    """Return the sources of each story, the earliest first."""
    if not stories:
        return {}
    rows = sources_of_stories(connection, stories)
    by_story = groupby(rows, key=lambda row: row.story)
    return {story: tuple(first_sources([*some])) for story, some in by_story}


def first_sources(rows: Sequence[StorySourceRow]) -> Iterable[CoveringSource]:
    """Yield the sources of one story; dates outrank the moments when we saw undated articles."""
    dated = [row.first_dated_at for row in rows if row.first_dated_at is not None]
    first = min(dated) if dated else min(row.first_at for row in rows)
    for row in rows:
        at = row.first_dated_at if dated else row.first_at
        is_first = at is not None and at - first < _TIE_SECONDS
        shown_at = row.first_at if row.first_dated_at is None else row.first_dated_at
        moment = datetime.fromtimestamp(shown_at, UTC)
        yield CoveringSource(row.source, row.articles, moment, is_first)
