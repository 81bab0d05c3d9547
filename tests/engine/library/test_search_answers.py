"""Copies among hits: the library folds what the grouping has stored."""

from datetime import timedelta
from pathlib import Path

from tests.engine.sample_home import NOW, database_with, group_stories, sample_articles

from tidings.engine.library.library import Library
from tidings.model.search.results import Query
from tidings.search.entries.entry import entry_of
from tidings.search.index.search_index import Index
from tidings.settings.tree import Settings
from tidings.store.tables.articles.articles import articles_after

_HOUR = timedelta(hours=1)


def test_a_copy_is_folded_once_it_is_grouped(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home")
    original = sample_articles()[0]
    copied = [
        article for article in sample_articles() if original.text.split("\n")[0] in article.text
    ]
    database = database_with(settings, copied)
    index = Index.open(settings.home / "index", settings.search, writable=True)
    index.add([entry_of(each) for each in articles_after(database.read(), 0, 100)])
    index.commit()
    library, query = Library.open(settings), Query(original.title)
    before = library.search(query, NOW + _HOUR).hits
    assert len(before) == len(copied) > 2
    assert not any(hit.copies for hit in before)
    assert group_stories(database, settings) == []
    after = library.search(query, NOW + _HOUR).hits
    assert len(after) + sum(len(hit.copies) for hit in after) == len(copied)
    assert after[0].id == before[0].id
    assert {copy.id for hit in after for copy in hit.copies} < {hit.id for hit in before}
    every = library.search(Query(original.title, copies=True), NOW + _HOUR).hits
    assert {hit.id for hit in every} == {hit.id for hit in before}
    related = library.related(after[0].id, NOW + _HOUR)
    assert related is not None
    assert {each.article.id for each in related}.isdisjoint(copy.id for copy in after[0].copies)
    library.close()
    index.close()
    database.close()
