"""What is shown around the hits of one home: the index's answers with the database's words."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

import tantivy
from tantivy import Occur

from tidings.engine.process.refreshed_value import RefreshedValue
from tidings.engine.rights.display_limits import shown_article
from tidings.model.articles.article import Article
from tidings.model.search.recommendations import Completion, RelatedArticle, Trend, Trends
from tidings.model.search.results import Query, SpellingSuggestion
from tidings.search.entries.schema import schema
from tidings.search.index.errors import translated_errors
from tidings.search.index.index_view import IndexView
from tidings.search.index.search_index import Index
from tidings.search.query.parse import parse
from tidings.search.rank.vectors import EVEN_ZONES
from tidings.search.suggestions.completion import Completions, DatedTitle
from tidings.search.suggestions.related import related
from tidings.search.suggestions.spelling import has_rare_term, suggestion
from tidings.search.suggestions.trends import TrendMatch, trends
from tidings.search.suggestions.written_forms import TextInLanguage, usual_form
from tidings.settings.tree import SearchSettings
from tidings.store.database.sqlite import Database
from tidings.store.tables.articles.articles import articles_by_id
from tidings.store.tables.articles.titles import newest_titles

MAX_TRENDS: Final = 30  # more are no trends
_TITLES: Final = (
    30_000  # that completions are made of: some months of a hundred papers' front pages
)
_FIRST_TITLES: Final = 3_000  # will do until these are read: who types first waits .1 s
_TABLE_SECONDS: Final = 600.0  # a table of completions is good for so long, and takes a second
_MAX_SUGGESTED: Final = 1_000  # queries whose suggestion is remembered while nothing changes
_WITNESSES: Final = 5  # articles that say how a term is written
_DAY: Final = 86_400.0


class Recommendations:
    """One home's; safe to use from many threads."""

    def __init__(self, database: Database, index: Index, settings: SearchSettings) -> None:
        self._database = database
        self._index = index
        self._settings = settings
        self._aside = ThreadPoolExecutor(1, thread_name_prefix="around")
        self._trends = RefreshedValue[Trends](settings.trends.cache_seconds, self._aside)
        self._table = RefreshedValue[Completions](_TABLE_SECONDS, self._aside)
        self._suggested: tuple[IndexView | None, dict[Query, SpellingSuggestion | None]] = (
            None,
            {},
        )

    def close(self) -> None:
        """Wait for what is being made aside."""
        self._aside.shutdown(cancel_futures=True)

    def related(self, article: Article, now: datetime, limit: int) -> list[RelatedArticle]:
        """Return the articles most like one, each with the words that both have."""
        with translated_errors(self._index.folder):
            found = related(self._index.view, article.id, now, EVEN_ZONES, limit)
        kept = articles_by_id(self._database.read(), [match.id for match in found])
        texts = [(article.text, article.language), (article.title, article.language)]
        terms = {term for match in found for term in match.shared}
        words = {term: usual_form((term,), texts) or term for term in terms}
        return [
            RelatedArticle(
                shown_article(kept[match.id]),
                round(match.score, 4),
                tuple(dict.fromkeys(words[term] for term in match.shared)),
            )
            for match in found
            if match.id in kept
        ]

    def completions(self, text: str, limit: int) -> list[Completion]:
        """Return what a text that is being typed may go on to."""
        table = self._table.value(
            lambda: self._completions(_TITLES), lambda: self._completions(_FIRST_TITLES)
        )
        return table.complete(text, limit)

    def trends(self, now: datetime, limit: int) -> Trends:
        """Return what is trending; the answer may be some minutes old."""
        made = self._trends.value(lambda: self._trending(now))
        return replace(made, trends=made.trends[:limit])

    def suggestion(
        self, query: Query, terms: frozenset[str], now: datetime
    ) -> SpellingSuggestion | None:
        """Return the query that the user may have meant; `terms` are those of this one."""
        view = self._index.view
        with translated_errors(self._index.folder):
            if not has_rare_term(view.searcher, terms):  # nearly always
                return None
            asked_of, made = self._suggested
            if asked_of is not view or len(made) >= _MAX_SUGGESTED:
                made = {}
                self._suggested = view, made
            if query not in made:
                parsed = parse(query.text, now)
                made[query] = suggestion(view, query, parsed, self._settings, self._texts, now)
            return made[query]

    def _trending(self, now: datetime) -> Trends:
        settings = self._settings.trends
        with translated_errors(self._index.folder):
            found = trends(self._index.view, now, settings, MAX_TRENDS)
        kept = articles_by_id(
            self._database.read(), sorted({id_ for match in found for id_ in match.ids})
        )
        told = (_trend(match, [kept[id_] for id_ in match.ids if id_ in kept]) for match in found)
        return Trends(settings.hours, tuple(trend for trend in told if trend))

    def _completions(self, titles: int) -> Completions:
        now = datetime.now(UTC)
        rows = newest_titles(self._database.read(), titles)
        return Completions(
            DatedTitle(title, language, (now - moment).total_seconds() / _DAY)
            for title, language, moment in rows
        )

    def _texts(self, terms: Sequence[str]) -> list[TextInLanguage]:
        """The texts of a few articles with terms in a row, the newest ones."""
        phrases = [
            tantivy.Query.phrase_query(schema(), name, list(terms))
            if len(terms) > 1
            else tantivy.Query.term_query(schema(), name, terms[0])
            for name in ("title", "body")
        ]
        found = tantivy.Query.boolean_query([(Occur.Should, phrase) for phrase in phrases])
        view = self._index.view
        hits = view.searcher.search(found, limit=_WITNESSES, order_by_field="newest").hits
        ids = [view.searcher.doc(address)["id"][0] for _, address in hits]
        kept = articles_by_id(self._database.read(), ids)
        return [
            text
            for article in kept.values()
            for text in ((article.title, article.language), (article.text, article.language))
        ]


def _trend(match: TrendMatch, examples: Sequence[Article]) -> Trend | None:
    """A trend in words; None when its articles are gone meanwhile."""
    if not examples:
        return None
    texts = [(article.text, article.language) for article in examples]
    titles = [(article.title, article.language) for article in examples]
    words = (
        usual_form(match.terms, texts) or usual_form(match.terms, titles) or " ".join(match.terms)
    )
    return Trend(
        words=words,
        score=match.score,
        articles=match.articles,
        expected=match.expected,
        sources=match.sources,
        examples=tuple(shown_article(article) for article in examples),
    )
