"""Tidings in the search benchmark: built as by its indexer, queried as by its library."""

from collections.abc import Iterator
from pathlib import Path

from benchmarks.inputs.search_questions import Question
from benchmarks.support.search_engine import bytes_in
from tidings.engine.library.library import Library
from tidings.engine.maintenance.reindex import REMEMBERED_WORDS
from tidings.engine.process.malloc_tuning import keep_freed_memory
from tidings.model.articles.article import Article
from tidings.model.search.results import Query, RankingModel, Sort
from tidings.search.entries.bulk_entries import entries_of
from tidings.search.facets import facets
from tidings.search.index.search_index import Index
from tidings.search.planning.query_plan import QueryPlan
from tidings.search.planning.term_lookup import TermLookup
from tidings.search.query.parse import parse
from tidings.search.search import search
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.articles import result_articles_by_id
from tidings.text.bulk.bulk_analyser import BulkAnalyser


class TidingsBuilder:
    """Builds into the home, where the library expects the index."""

    name = "Tidings"

    def build(self, folder: Path, chunks: Iterator[list[Article]]) -> None:
        """Add all, commit, and let it merge."""
        index = Index.open(folder, Settings().search, writable=True)
        analysts = BulkAnalyser(REMEMBERED_WORDS)
        for articles in chunks:
            index.add(entries_of(articles, analysts=analysts))
        index.commit()
        index.close()

    def sizes(self, folder: Path, home: Path) -> tuple[int, int]:
        """The texts are in the database, together with the HTML."""
        return bytes_in(folder), bytes_in(folder) + (home / "tidings.db").stat().st_size


class TidingsEngine:
    """One ranking model, with the articles fetched from the database."""

    def __init__(self, home: Path, model: RankingModel) -> None:
        self.name = f"Tidings {model}"
        self._model = model
        settings = Settings(home=home)
        keep_freed_memory()  # as the library does
        self._index = Index.open(home / "index", settings.search, writable=False)
        self._database = open_database(home / "tidings.db", settings.store)

    def can(self, question: Question) -> bool:
        """Everything."""
        return True

    def find(self, question: Question) -> int:
        """Find and fetch."""
        query = query_of(question, self._model)
        matches = search(self._index.snapshot(), query)
        result_articles_by_id(self._database.read(), [match.id for match in matches.matches])
        if question.facets:
            self._count_sources(query)
        return matches.total

    def _count_sources(self, query: Query) -> None:
        """Count one facet, as the peers do; the library counts them all."""
        view = self._index.view
        plan = QueryPlan(TermLookup(view, view.languages), self._index.settings)
        facets(view.searcher, plan.strict(parse(query.text)), ["source"])


class LibraryEngine:
    """What a user gets: the default model, snippets, and everything else on the page."""

    def __init__(self, settings: Settings, name: str = "Tidings, a page") -> None:
        self.name = name
        self._library = Library.open(settings)

    def can(self, question: Question) -> bool:
        """Everything."""
        return True

    def find(self, question: Question) -> int:
        """Search as the API does; facets include a timeline."""
        query = query_of(question, None)
        if question.facets:
            return self._library.search_with_overview(query)[0].total
        return self._library.search(query).total

    def close(self) -> None:
        """Close the home."""
        self._library.close()


def query_of(question: Question, model: RankingModel | None) -> Query:
    """Return a question in our query language."""
    text = " ".join(question.words)
    if question.phrase:
        text = f'"{text}"'
    elif question.loose:
        text = " OR ".join(question.words)
    return Query(
        text,
        source=question.source,
        since=question.since,
        until=question.until,
        sort=Sort.DATE if question.by_date else Sort.RELEVANCE,
        model=model,
    )
