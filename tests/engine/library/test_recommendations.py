from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from tests.factories import make_article

from tidings.engine.library.library import Library
from tidings.engine.process.home import ensure_home
from tidings.model.articles.article import Article
from tidings.model.web.rights import RobotsMeta
from tidings.search.entries.entry import entry_of
from tidings.search.index.search_index import Index
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.articles import articles_after, keep_article

NOW = datetime(2024, 5, 20, 12, tzinfo=UTC)
Opened = Callable[..., Library]


def article(url: str, title: str, text: str, hours: float = 2.0, language: str = "en") -> Article:
    seen = NOW - timedelta(hours=hours)
    return make_article(url, title, text, first_seen=seen, language=language)


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    """Stores and indexes articles in a home, and opens its library."""
    libraries: list[Library] = []

    def open_(*articles: Article) -> Library:
        settings = Settings(home=tmp_path / "home")
        home = ensure_home(settings)
        database = open_database(home.database, settings.store)
        for kept in [
            database.write(partial(keep_article, article=each, now=NOW)) for each in articles
        ]:
            kept.result()
        index = Index.open(home.index, settings.search, writable=True)
        index.add([entry_of(each) for each in articles_after(database.read(), 0, 1_000)])
        index.commit()
        index.close()
        database.close()
        libraries.append(Library.open(settings))
        return libraries[-1]

    yield open_
    for library in libraries:
        library.close()


FERRY = article("https://a.example/ferry", "Ferry is back",
                "Captain Lindqvist brought the ferry back after the storms.")  # fmt: skip
STORM = article("https://b.example/storm", "After the storm",
                "The storm kept Lindqvist's ferry in the harbour for days.")  # fmt: skip
CHESS = article("https://c.example/chess", "Chess", "A champion resigned in round two.")


def test_related_articles_have_shared_words_in_their_written_form(opened: Opened) -> None:
    found = opened(FERRY, STORM, CHESS).related(FERRY.id, NOW)
    assert found is not None
    assert [each.article.title for each in found] == ["After the storm"]
    assert {"Lindqvist", "storms", "ferry"} == set(found[0].shared)


def test_an_unknown_article_has_no_related_articles(opened: Opened) -> None:
    assert opened(FERRY).related("0" * 16, NOW) is None


def test_a_noarchive_article_is_related_without_its_text(opened: Opened) -> None:
    noarchive = replace(STORM, robots=RobotsMeta(noarchive=True))
    found = opened(FERRY, noarchive, CHESS).related(FERRY.id, NOW)
    assert found is not None
    assert [each.article.text for each in found] == [""]


def test_completions_are_words_of_titles(opened: Opened) -> None:
    library = opened(FERRY, STORM, CHESS)
    assert [found.text for found in library.completions("fe")] == ["Ferry"]
    assert library.completions("linq") == []


@pytest.mark.parametrize(
    ("word", "found"), [("Volcano", ["Volcano"]), ("Thursday", []), ("October", [])]
)
def test_weekdays_and_months_do_not_trend(opened: Opened, word: str, found: list[str]) -> None:
    usual = [
        article(f"https://p{at % 6}.example/{day}-{at}", "Budget",
                f"The parliament debated the budget b{day}x{at}.", 24 * day + 3)
        for day in range(9) for at in range(18)
    ]  # fmt: skip
    new = [article(f"https://p{at}.example/new", word, f"{word} v{at}.", 1) for at in range(5)]
    trends = opened(*usual, *new).trends(NOW)
    assert [trend.words for trend in trends.trends] == found


def test_trends_have_words_and_articles(opened: Opened) -> None:
    usual = [
        article(f"https://p{at % 6}.example/{day}-{at}", "Budget",
                f"The parliament debated the budget b{day}x{at}.", 24 * day + 3)
        for day in range(9) for at in range(18)
    ]  # fmt: skip
    new = [
        article(f"https://p{at}.example/etna", "Mount Etna erupts", f"Mount Etna woke up v{at}.", 1)
        for at in range(5)
    ]
    trends = opened(*usual, *new).trends(NOW)
    assert [trend.words for trend in trends.trends] == ["Mount Etna"]
    assert (trends.trends[0].articles, trends.trends[0].sources, trends.hours) == (5, 5, 24.0)
    assert {each.title for each in trends.trends[0].examples} == {"Mount Etna erupts"}


def test_a_home_without_articles_has_no_recommendations(opened: Opened) -> None:
    library = opened()
    assert library.trends(NOW).trends == ()
    assert library.completions("a") == []
