"""Statistics: numbers about all articles, as bars and as tables."""

from datetime import UTC, datetime, timedelta

import httpx
import pytest
from tests.serve.conftest import Fill, MakeArticle
from tests.serve.overviews.conftest import Opened, client_of
from tests.serve.overviews.page_text import links, texts, tree_of
from tests.serve.small_home import NOW
from tests.serve.v1.reading.conftest import change

from tidings.model.articles.statistics import DayCount
from tidings.serve.overviews.statistics_page import grouped_days
from tidings.serve.rendering.time_format import duration
from tidings.store.tables.changes.index_commits import note_index_commit


async def test_the_page_counts_days_languages_sources_and_lengths(
    client: httpx.AsyncClient,
) -> None:
    tree = await tree_of(client, "/statistics")
    figures = dict(zip(texts(tree, ".figures dt"), texts(tree, ".figures dd"), strict=True))
    assert figures["Articles"] == "222"
    assert (figures["Sources"], figures["Languages"]) == ("9", "2")
    assert len(tree.css(".columns-chart g")) == 13
    assert texts(tree, ".columns-chart title")[-1] == "31 May 2024: 23"
    assert texts(tree, ".numbers tbody th")[0] == "31 May 2024"
    assert texts(tree, ".numbers tbody td")[:2] == ["23", "23"]
    assert texts(tree, "[aria-labelledby=languages] tbody th") == ["English", "German"]
    bars = [each.attributes["width"] for each in tree.css("[aria-labelledby=languages] rect")]
    assert bars == ["100.0%", "0.45%"]
    assert links(tree, "[aria-labelledby=sources] th a")[0].startswith("/search?sort=date&source=")
    assert "up to 50" in texts(tree, "[aria-labelledby=lengths] tbody th")
    assert tree.css_first('a[href="/jobs"]') is None


async def test_a_period_is_chosen_with_a_link(client: httpx.AsyncClient) -> None:
    tree = await tree_of(client, "/statistics?since=7d")
    assert texts(tree, ".spans [aria-current]") == ["7 days"]
    assert len(tree.css(".columns-chart g")) == 7
    other = await tree_of(client, "/statistics?since=%3Cscript%3E")
    assert texts(other, ".spans [aria-current]") == ["30 days"]
    assert links(other, ".spans a") == [
        f"/statistics?since={e}" for e in ("7d", "30d", "365d", "all")
    ]


async def test_an_empty_home_offers_to_count_everything(fill: Fill, opened: Opened) -> None:
    async with client_of(opened(fill([]))) as client:
        tree = await tree_of(client, "/statistics")
        assert links(tree, ".blank a") == ["/statistics?since=all"]
        assert texts(await tree_of(client, "/statistics?since=all"), ".blank a") == ["Front page"]


def test_many_days_become_few_columns() -> None:
    first = datetime(2024, 1, 1, tzinfo=UTC)
    days = [DayCount(first + timedelta(days=day), day, 1) for day in range(366)]
    groups = grouped_days(days)
    assert len(groups) <= 60
    assert sum(group.seen for group, _ in groups) == sum(range(366))
    assert (groups[0][0].day, groups[-1][1].day) == (first, days[-1].day)
    assert [group.seen for group, _ in grouped_days(days[:5])] == [0, 1, 2, 3, 4]
    assert grouped_days([]) == []


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.9, "0.9 s"), (45, "45 s"), (600, "10 min"), (7_200, "2 h"), (12_600, "3.5 h"),
     (172_800, "2 days"), (0, "0.0 s")],
)  # fmt: skip
def test_durations_are_written_in_their_largest_units(seconds: float, words: str) -> None:
    assert duration(seconds) == words


async def test_delays_are_bars_with_their_median(
    fill: Fill, opened: Opened, make_article: MakeArticle
) -> None:
    seen = NOW + timedelta(minutes=5)  # the source is followed since NOW
    settings = fill([make_article(published=NOW + timedelta(minutes=1), first_seen=seen)])
    change(settings, lambda db: note_index_commit(db, 1_000, seen + timedelta(seconds=3)))
    app = opened(settings, clock=lambda: NOW + timedelta(hours=1))
    async with client_of(app) as client:
        tree = await tree_of(client, "/statistics")
    figures = dict(zip(texts(tree, ".figures dt"), texts(tree, ".figures dd"), strict=True))
    assert figures["Delay, median"] == "4 min"
    assert texts(tree, "[aria-labelledby=delays] tbody tr th") == ["up to 5 min"]
    assert texts(tree, "[aria-labelledby=delays] .rest") == [
        "Half within 4 min, nine of ten within 4 min. "
        "Of this, reading and indexing took 3.0 s (median)."
    ]
