from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from tests.engine.library.test_recommendations import NOW, article

from tidings.engine.library.library import Library
from tidings.engine.process.home import ensure_home
from tidings.model.search.results import Query, SearchAnswer, Sort
from tidings.search.entries.entry import entry_of
from tidings.search.index.search_index import Index
from tidings.settings.tree import SearchSettings, Settings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.articles import articles_after, keep_article

pytest.importorskip("wordllama")

OTHERS = "The committee met on Tuesday and spoke about many things at some length. "
# By words alone, the second matches as well as the first, and the third much less.
ARTICLES = (
    article("https://a.example/1", "Sedans", f"The automobile and its motor. A jaguar. {OTHERS}"),
    article("https://b.example/2", "Cubs", f"The forest and its animals. A jaguar. {OTHERS}"),
    article("https://c.example/3", "Talk", f"{OTHERS * 20} Somebody said jaguar.", 900.0),
    article("https://d.example/4", "Gatos", f"El bosque y sus animales. Jaguar. {OTHERS}", 1, "es"),
)


@pytest.fixture
def home(tmp_path: Path) -> Settings:
    settings = Settings(home=tmp_path / "home")
    folders = ensure_home(settings)
    database = open_database(folders.database, settings.store)
    for each in ARTICLES:
        database.write(partial(keep_article, article=each, now=NOW)).result()
    index = Index.open(folders.index, settings.search, writable=True)
    index.add([entry_of(each) for each in articles_after(database.read(), 0, 10)])
    index.commit()
    index.close()
    database.close()
    return settings


def answer_to(settings: Settings, query: Query, *, semantic: bool) -> SearchAnswer:
    library = Library.open(replace(settings, search=SearchSettings(semantic=semantic)))
    try:
        return library.search(query, datetime(2024, 5, 21, tzinfo=UTC))
    finally:
        library.close()


def titles(answer: SearchAnswer) -> list[str]:
    return [hit.title for hit in answer.hits if hit.language == "en"]


def test_meaning_separates_two_articles_with_the_same_word(home: Settings) -> None:
    animal = Query("jaguar OR wildlife OR jungle", explain=True)
    machine = Query("jaguar OR vehicle OR sports car", explain=True)
    assert titles(answer_to(home, animal, semantic=True))[0] == "Cubs"
    assert titles(answer_to(home, machine, semantic=True))[0] == "Sedans"
    by_words = titles(answer_to(home, animal, semantic=False))
    assert titles(answer_to(home, machine, semantic=False)) == by_words


def test_the_factor_of_meaning_is_explained_and_other_languages_are_unchanged(
    home: Settings,
) -> None:
    answer = answer_to(home, Query("jaguar", explain=True), semantic=True)
    assert len(answer.hits) == 4
    for hit in answer.hits:
        assert hit.breakdown is not None
        names = [factor.name for factor in hit.breakdown.factors]
        assert ("meaning" in names) == (hit.language == "en")


def test_each_page_continues_after_the_last_one(home: Settings) -> None:
    query = Query("jaguar")
    whole = [hit.id for hit in answer_to(home, query, semantic=True).hits]
    pages = [answer_to(home, replace(query, limit=1, offset=at), semantic=True) for at in range(4)]
    assert [hit.id for page in pages for hit in page.hits] == whole


def test_meaning_does_not_affect_the_order_by_date(home: Settings) -> None:
    dated = Query("jaguar", sort=Sort.DATE)
    plain, with_meaning = (answer_to(home, dated, semantic=on) for on in (False, True))
    assert plain.hits == with_meaning.hits
