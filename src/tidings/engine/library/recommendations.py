"""Related articles, completions, trends and spelling suggestions of one home."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Final

from tidings.engine.listing.plain_words import says_nothing
from tidings.engine.process.refreshed_value import RefreshedValue
from tidings.engine.rights.display_limits import shown_article
from tidings.model.articles.annotations import EntityKind
from tidings.model.articles.article import Article
from tidings.model.search.recommendations import Completion, RelatedArticle, Trend, Trends
from tidings.model.search.results import Query, SpellingSuggestion
from tidings.search.index.errors import translated_errors
from tidings.search.index.index_view import IndexView
from tidings.search.index.search_index import Index
from tidings.search.query.parse import parse
from tidings.search.rank.vectors import EVEN_ZONES
from tidings.search.suggestions.completion import Completions, DatedTitle
from tidings.search.suggestions.phrase_examples import newest_with_phrase
from tidings.search.suggestions.related import related
from tidings.search.suggestions.spelling import has_rare_term, suggestion
from tidings.search.suggestions.trends import TrendMatch, trends
from tidings.search.suggestions.written_forms import TextInLanguage, usual_form
from tidings.settings.tree import SearchSettings
from tidings.store.database.database import Database
from tidings.store.tables.articles.articles import articles_by_id
from tidings.store.tables.articles.near_duplicates import near_duplicate_pairs
from tidings.store.tables.articles.titles import newest_titles

MAX_TRENDS: Final = 30
_MAX_TITLES: Final = 30_000  # for completions: some months of a hundred papers' front pages
_FIRST_TITLES: Final = 3_000  # used until these are read: the first user waits .1 s
_TABLE_SECONDS: Final = 600.0  # a completion table is used this long; it takes a second to make
_MAX_SUGGESTED: Final = 1_000  # queries whose suggestion is cached while nothing changes
_EXAMPLE_ARTICLES: Final = 5  # articles that show how a term is written
_DAY: Final = 86_400.0


class Recommendations:
    """Recommendations from one home; safe to use from many threads."""

    def __init__(self, database: Database, index: Index, settings: SearchSettings) -> None:
        self._database = database
        self._index = index
        self._settings = settings
        self._background = ThreadPoolExecutor(1, thread_name_prefix="around")
        self._trends = RefreshedValue[Trends](settings.trends.cache_seconds, self._background)
        self._table = RefreshedValue[Completions](_TABLE_SECONDS, self._background)
        self._suggested: tuple[IndexView | None, dict[Query, SpellingSuggestion | None]] = (
            None,
            {},
        )

    def close(self) -> None:
        """Wait for work in the background thread."""
        self._background.shutdown(cancel_futures=True)

    def related(self, article: Article, now: datetime, limit: int) -> list[RelatedArticle]:
        """Return the articles most similar to one, each with the words they share."""
        view = self._index.view
        with translated_errors(view.folder):
            found = related(view, article.id, now, EVEN_ZONES, limit, self._copies_among)
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
        """Return completions of a text being typed."""
        table = self._table.value(
            lambda: self._completions(_MAX_TITLES), lambda: self._completions(_FIRST_TITLES)
        )
        return table.complete(text, limit)

    def trends(self, now: datetime, limit: int) -> Trends:
        """Return the trends; they may be some minutes old."""
        found = self._trends.value(lambda: self._current_trends(now))
        return replace(found, trends=found.trends[:limit])

    def suggestion(
        self, view: IndexView, query: Query, terms: frozenset[str], now: datetime
    ) -> SpellingSuggestion | None:
        """Return the query that the user may have meant; `terms` are the terms of `query`."""
        with translated_errors(view.folder):
            if not has_rare_term(view.searcher, terms):  # nearly always
                return None
            answered_view, answers = self._suggested
            if answered_view is not view or len(answers) >= _MAX_SUGGESTED:
                answers = {}
                self._suggested = view, answers
            if query not in answers:
                parsed, texts = parse(query.text, now), partial(self._texts, view)
                answers[query] = suggestion(view, query, parsed, self._settings, texts, now)
            return answers[query]

    def _current_trends(self, now: datetime) -> Trends:
        settings = self._settings.trends
        view = self._index.view
        with translated_errors(view.folder):
            found = trends(view, now, settings, MAX_TRENDS, self._copies_among)
        kept = articles_by_id(
            self._database.read(), sorted({id_ for match in found for id_ in match.ids})
        )
        in_words = (
            _trend(match, [kept[id_] for id_ in match.ids if id_ in kept]) for match in found
        )
        # Of any word, weekdays and months are left out: these are said of everything.
        return Trends(
            settings.hours,
            tuple(
                trend
                for trend in in_words
                if trend and not says_nothing(trend.words, EntityKind.PLACE)
            ),
        )

    def _copies_among(self, ids: Sequence[str]) -> list[tuple[str, str]]:
        return near_duplicate_pairs(self._database.read(), ids)

    def _completions(self, titles: int) -> Completions:
        now = datetime.now(UTC)
        rows = newest_titles(self._database.read(), titles)
        return Completions(
            DatedTitle(title, language, (now - moment).total_seconds() / _DAY)
            for title, language, moment in rows
        )

    def _texts(self, view: IndexView, terms: Sequence[str]) -> list[TextInLanguage]:
        """Return the texts of the few newest articles that contain the terms as a phrase."""
        ids = newest_with_phrase(view, terms, _EXAMPLE_ARTICLES)
        kept = articles_by_id(self._database.read(), ids)
        return [
            text
            for article in kept.values()
            for text in ((article.title, article.language), (article.text, article.language))
        ]


def _trend(match: TrendMatch, examples: Sequence[Article]) -> Trend | None:
    """Return a trend in words; None if its articles were removed meanwhile."""
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
