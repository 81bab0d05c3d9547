"""Who was first in a list of stories."""

import pytest

from tidings.engine.listing.story_coverage import first_sources
from tidings.store.tables.articles.story_lists import StorySourceRow


@pytest.mark.parametrize(
    ("times", "first"),
    [
        ([("a", 0, 0), ("b", 61, 61)], ["a"]),
        ([("a", 0, 0), ("b", 59, 59), ("c", 60, 60)], ["a", "b"]),
        ([("undated", 0, None), ("b", 500, 500)], ["b"]),  # we saw it early: that says little
        ([("a", 0, None), ("b", 500, None)], ["a"]),
    ],
)
def test_the_first_are_those_of_the_first_minute(
    times: list[tuple[str, float, float | None]], first: list[str]
) -> None:
    rows = [StorySourceRow(1, source, 1, at, dated) for source, at, dated in times]
    sources = [*first_sources(rows)]
    assert [each.source for each in sources if each.is_first] == first
    assert [each.source for each in sources] == [source for source, _, _ in times]
