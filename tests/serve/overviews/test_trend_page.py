"""Trends: names and stories that rise, with their past."""

import pytest
from tests.serve.busy_home import HOSTILE
from tests.serve.conftest import Fill, MakeArticle
from tests.serve.overviews.conftest import Opened, client_of
from tests.serve.overviews.page_text import links, texts, tree_of
from tests.serve.small_home import NOW, article_at

from tidings.engine.library.library import Library
from tidings.model.search.recommendations import Trend, Trends
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.tables.takedowns.removal import remove_articles


async def test_a_rising_name_has_its_past_its_usual_level_and_examples(
    busy: Settings, opened: Opened
) -> None:
    async with client_of(opened(busy)) as client:
        tree = await tree_of(client, "/trends")
        assert texts(tree, "#names ~ .risers h3") == ["Catania"]
        (level,) = texts(tree, "#names ~ .risers .level")
        assert level == "8 articles from 8 sources in 24 hours; usual: none"
        (spark,) = tree.css(".riser .spark")
        assert len(spark.css("rect")) == 14
        assert (spark.attributes["aria-label"] or "").endswith(": " + "0, " * 13 + "8")
        assert any(title.startswith("Mount Etna erupts") for title in texts(tree, ".examples a"))
        (entity,) = links(tree, "#names ~ .risers h3 a")
        page = await tree_of(client, entity)
        assert texts(page, "h1") == ["Catania"]


async def test_growing_stories_come_with_their_last_three_days(
    busy: Settings, opened: Opened
) -> None:
    async with client_of(opened(busy)) as client:
        tree = await tree_of(client, "/trends")
    titles = texts(tree, "#growing ~ .risers h3")
    assert titles[0].startswith("Budget debate")
    assert titles[1].startswith("Mount Etna")
    level = texts(tree, "#growing ~ .risers .level")[1]
    assert level == "8 articles in 24 hours, 8 in total, from 8 sources; began 7 hours ago"
    assert len(tree.css("#growing ~ .risers .spark")[1].css("rect")) == 36
    assert HOSTILE in " ".join(texts(tree, "main"))  # as text


async def test_what_is_removed_is_no_example_any_more(busy: Settings, opened: Opened) -> None:
    async with client_of(opened(busy)) as client:
        before = await tree_of(client, "/trends")
        gone = links(before, ".examples a")[0]
        database = open_database(busy.home / "tidings.db", busy.store)
        removed = gone.removeprefix("/article/")
        database.write(lambda db: remove_articles(db, [removed], NOW)).result()
        database.close()
        after = await tree_of(client, "/trends")
    assert gone not in links(after, ".examples a")
    assert texts(after, "#names ~ .risers h3") == ["Catania"]


def test_weekdays_months_and_lone_first_names_do_not_rise(busy: Settings) -> None:
    library = Library.open(busy)
    article = article_at()

    def trend(words: str) -> Trend:
        return Trend(words, 9.0, 8, 0.5, 4, (article,))

    words = ("Monday", "October", "Mount Etna", "Lindqvist", "volcano")
    rising = library.listings.rising(Trends(24.0, tuple(map(trend, words))), NOW)
    assert [each.trend.words for each in rising.trends] == ["Mount Etna", "Lindqvist", "volcano"]
    keys = {each.trend.words: each.key for each in rising.trends}
    assert keys["volcano"] is None
    assert rising.trends[0].counts == (0,) * 13 + (8,)
    library.close()


@pytest.mark.parametrize("some", [0, 1])
async def test_without_trends_the_page_says_what_they_need(
    fill: Fill, opened: Opened, make_article: MakeArticle, some: int
) -> None:
    async with client_of(opened(fill([make_article()] * some))) as client:
        tree = await tree_of(client, "/trends")
    assert texts(tree, "main h2") == ["Nothing rises yet"]
