"""The library: answers every read request, from the database and the index. It writes nothing."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, partial
from typing import Self

from tidings.engine.knowledge.knowledge_files import NewestCorpus
from tidings.engine.knowledge.stored_knowledge import StoredKnowledge
from tidings.engine.library.answer_cache import AnswerCache, AnswerInputs
from tidings.engine.library.article_briefs import ArticleBriefs
from tidings.engine.library.article_history import history_of
from tidings.engine.library.duplicates import duplicates_of
from tidings.engine.library.full_story import full_story
from tidings.engine.library.home_status import HomeStatus, ModelStatus, home_status, model_statuses
from tidings.engine.library.link_profile import ranked_source, with_link_profile
from tidings.engine.library.politeness_report import politeness_report
from tidings.engine.library.recommendations import Recommendations
from tidings.engine.library.search_answers import search_answer, search_overview
from tidings.engine.library.search_pages import first_page, further_page
from tidings.engine.library.shown_stories import shown_stories
from tidings.engine.library.story_lookup import StoryLookup
from tidings.engine.library.text_summary import TextSummary, text_summary_of
from tidings.engine.library.url_explanation import explain
from tidings.engine.listing.aged_cache import AgedCache
from tidings.engine.listing.listings import Listings
from tidings.engine.listing.source_list import SourceHealth
from tidings.engine.mirroring.index_watch import IndexWatch
from tidings.engine.process.home import Home, existing_home
from tidings.engine.process.home_archive import archive_of
from tidings.engine.process.home_database import opened_database
from tidings.engine.process.home_files import opened_files
from tidings.engine.process.home_key import home_key
from tidings.engine.process.malloc_tuning import keep_freed_memory
from tidings.engine.reading.annotator import labels_of
from tidings.engine.rights.display_limits import shown_annotations, shown_article
from tidings.engine.sources.completeness import completeness, silences
from tidings.engine.sources.left_urls import left_urls
from tidings.engine.sources.source_condition import alarming_sources
from tidings.engine.sources.source_list import source_at, source_named, source_statuses
from tidings.enrich.topics.article_topics import TopicGrounds, why_topics
from tidings.model.articles.annotations import NOT_ANNOTATED, Annotations
from tidings.model.articles.article import Article
from tidings.model.articles.brief import ArticleBrief, BriefFilter, BriefPosition
from tidings.model.articles.duplicate import Duplicates
from tidings.model.articles.revision import ArticleHistory, Tombstone
from tidings.model.articles.story import FullStory, Membership, Story
from tidings.model.articles.summary import SummaryLength, SummaryMethod
from tidings.model.crawl.completeness import Completeness
from tidings.model.crawl.left_urls import LeftUrls
from tidings.model.crawl.source import Source
from tidings.model.crawl.source_condition import SourceCondition
from tidings.model.crawl.source_status import SourceStatus
from tidings.model.search.explanation import Explanation
from tidings.model.search.recommendations import Completion, RelatedArticle, Trends
from tidings.model.search.results import Continuation, Overview, Query, SearchAnswer
from tidings.model.web.politeness import PolitenessReport
from tidings.read.url import article_id as id_of_url
from tidings.read.url import canonical, host_of, url_id
from tidings.search.index.adopted_commit import current_folder
from tidings.search.index.index_view import IndexView
from tidings.search.index.search_index import Index, IndexUnusable
from tidings.search.index.search_snapshot import SearchSnapshot
from tidings.search.links.link_ranks import LinkRanks, LiveRanks
from tidings.search.query_run import QueryRun, query_run_of
from tidings.settings.tree import Settings
from tidings.store.archive.warc_files import ArchivedPage
from tidings.store.archive.warc_record import DamagedRecord
from tidings.store.database.database import Database
from tidings.store.tables.articles.annotations import annotations_of
from tidings.store.tables.articles.articles import (
    arrived_after,
    articles_by_id,
    is_login_article,
    login_article_ids,
    newest_articles,
    newest_seq,
    revised_after,
    undated_ids,
)
from tidings.store.tables.articles.near_duplicates import near_duplicate_pairs
from tidings.store.tables.articles.other_spellings import kept_id
from tidings.store.tables.articles.revisions import tombstones_of
from tidings.store.tables.articles.stories import (
    memberships_of,
    newest_stories,
    stories_by_id,
    story_by_id,
)
from tidings.store.tables.frontier.urls import url_record
from tidings.store.tables.sources.folders import folder_counts
from tidings.store.tables.sources.pauses import paused_sources
from tidings.store.tables.sources.sources import followed_sources
from tidings.text.parsing.parsed_text import parse_text

_STATUS_SECONDS = 5.0  # that counts are kept while articles arrive
_REPORT_SECONDS = 60.0  # that reports of requests are kept
_MAX_REPORTS = 100
_LOOK_SECONDS = 3.0  # to wait for a store that hangs; an older index is better than none
_STORE_SECONDS = 1.0  # to try to reach a store that is away: readers have an index without it


class Library:
    """One home, opened for reading; safe to use from many threads."""

    def __init__(
        self,
        settings: Settings,
        home: Home,
        database: Database,
        index: Index,
        *,
        with_logins: bool = True,
        watch: IndexWatch | None = None,
    ) -> None:
        """Without `with_logins`, the database must hide these articles, too."""
        self._watch = watch
        self._with_logins = with_logins
        self._settings = settings
        self._home = home
        self._database = database
        self._index = index
        self._ranks = LiveRanks(home.links)
        self._corpus = NewestCorpus(home)
        self._recommendations = Recommendations(database, index, settings.search)
        self._answers = AnswerCache(settings.search.answers)
        self._briefs = ArticleBriefs(database)
        self._statuses = AgedCache[HomeStatus](_STATUS_SECONDS, 1)
        self._reports = AgedCache[PolitenessReport](_REPORT_SECONDS, _MAX_REPORTS)
        self.listings = Listings(database, self._shown_stories, self._planned)

    @classmethod
    def open(cls, settings: Settings, *, with_logins: bool = True) -> Self:
        """Open a home that another process may be writing to.

        Without `with_logins`, nothing of articles that were fetched with credentials is found.
        """
        keep_freed_memory()
        home = existing_home(settings)
        database = opened_database(home, with_logins=with_logins)
        files = opened_files(home, try_seconds=_STORE_SECONDS)
        watch = None
        if files is not None:
            knowledge = StoredKnowledge(files, home.knowledge)
            watch = IndexWatch(files, home.index, settings.search, knowledge.follow)
            has_index = current_folder(home.index) is not None
            watch.start(_LOOK_SECONDS if has_index else None)
        index = Index.open(home.index, settings.search, writable=False)
        return cls(settings, home, database, index, with_logins=with_logins, watch=watch)

    def close(self) -> None:
        """Close what `open` opened."""
        if self._watch is not None:
            self._watch.close()
        self._recommendations.close()
        self._index.close()
        self._database.close()

    @property
    def settings(self) -> Settings:
        """The settings of the home."""
        return self._settings

    def key(self) -> bytes:
        """Return the secret with which servers of this home sign what they hand out."""
        return home_key(self._home)

    @property
    def database(self) -> Database:
        """The database; its readers see what the readers of this library may see."""
        return self._database

    @property
    def index(self) -> Index:
        """The index; of articles that this library hides it knows, too."""
        return self._index

    @property
    def with_logins(self) -> bool:
        """Whether its readers may see articles that were fetched with credentials."""
        return self._with_logins

    @property
    def ranks(self) -> LinkRanks:
        """The current link ranks."""
        return self._ranks.now()

    def search(self, query: Query, now: datetime | None = None) -> SearchAnswer:
        """Return one page of results; `last 7 days` and the like count back from `now`."""
        snapshot = self._snapshot()
        now = now or datetime.now(UTC)
        plan = partial(query_run_of, snapshot, query, now)
        return self._answer(query, now, snapshot.view, plan)

    def search_with_overview(
        self, query: Query, now: datetime | None = None
    ) -> tuple[SearchAnswer, Overview]:
        """Return the same, and counts of all matches; the query is planned once for both."""
        snapshot = self._snapshot()
        now = now or datetime.now(UTC)
        plan = cache(partial(query_run_of, snapshot, query, now))
        return self._answer(query, now, snapshot.view, plan), search_overview(plan())

    def first_page(self, query: Query, now: datetime) -> SearchAnswer:
        """Return the first page of results; its `rest` is where they continue."""
        snapshot = self._snapshot()
        return self._first_page(
            query, now, snapshot.view, partial(query_run_of, snapshot, query, now)
        )

    def first_page_with_overview(
        self, query: Query, now: datetime
    ) -> tuple[SearchAnswer, Overview]:
        """Return the same, and counts of all matches."""
        snapshot = self._snapshot()
        plan = cache(partial(query_run_of, snapshot, query, now))
        return self._first_page(query, now, snapshot.view, plan), search_overview(plan())

    def further_page(self, query: Query, now: datetime, rest: Continuation) -> SearchAnswer:
        """Return the next page of results; `now` is that of the first page."""
        run = query_run_of(self._snapshot(), replace(query, as_of=None), now)
        return further_page(run, rest, self._database.read(), self.ranks)

    def _first_page(
        self, query: Query, now: datetime, view: IndexView, plan: Callable[[], QueryRun]
    ) -> SearchAnswer:
        ranks = self.ranks
        inputs = AnswerInputs(view, ranks, self._database.version())
        read, suggest = self._database.read(), self._recommendations.suggestion
        return self._answers.answer(
            ("first page", query), now, inputs, lambda: first_page(plan, read, ranks, suggest)
        )

    def _snapshot(self) -> SearchSnapshot:
        """Return what a search that begins now sees."""
        self._refresh_existing()
        return SearchSnapshot(
            self._index.view,
            self._settings.search,
            StoryLookup(self._database),
            lambda seq: revised_after(self._database.read(), seq),
            lambda ids: near_duplicate_pairs(self._database.read(), ids),
            lambda seq, ids: arrived_after(self._database.read(), seq, ids),
            lambda: undated_ids(self._database.read()),
            self._hidden_ids,
        )

    def _planned(self, query: Query, now: datetime) -> QueryRun:
        return query_run_of(self._snapshot(), query, now)

    def _hidden_ids(self) -> Sequence[str]:
        """Return the ids of indexed articles that the readers of this library must not see."""
        return () if self._with_logins else login_article_ids(self._database.read())

    def _shown_stories(self, stories: Sequence[Story]) -> list[Story]:
        return shown_stories(self._database.read(), stories, with_logins=self._with_logins)

    def _answer(
        self, query: Query, now: datetime, view: IndexView, plan: Callable[[], QueryRun]
    ) -> SearchAnswer:
        ranks = self.ranks
        # Taken before planning: a cached answer may be newer than its inputs, but never older.
        inputs = AnswerInputs(view, ranks, self._database.version())
        read, suggest = self._database.read(), self._recommendations.suggestion
        return self._answers.answer(
            query, now, inputs, lambda: search_answer(plan, read, ranks, suggest)
        )

    def related(
        self, article_id: str, now: datetime, limit: int = 6
    ) -> list[RelatedArticle] | None:
        """Return the articles most similar to one; None if there is no such article."""
        self._refresh()
        article = articles_by_id(self._database.read(), [article_id]).get(article_id)
        return None if article is None else self._recommendations.related(article, now, limit)

    def completions(self, text: str, limit: int = 8) -> list[Completion]:
        """Return completions of a text being typed, from the words of titles."""
        return self._recommendations.completions(text, limit)

    def trends(self, now: datetime, limit: int = 10) -> Trends:
        """Return the words and names that many sources suddenly mention."""
        self._refresh()
        return self._recommendations.trends(now, limit)

    def _refresh(self) -> None:
        """Load what another process has committed; takes microseconds without changes."""
        self._index.reload()

    def _refresh_existing(self) -> None:
        """Refresh; raise if the index is lost, rather than find nothing."""
        self._refresh()
        if self._index.is_missing and newest_seq(self._database.read()):
            folder = self._home.index
            raise IndexUnusable(f"there is no index of the stored articles in {folder}")

    def archived(self, url: str) -> ArchivedPage | None:
        """Return the newest archived copy of a page, unchanged."""
        address = canonical(url)
        if address is None:
            return None
        try:
            return self._archived(address)
        except DamagedRecord:  # compaction may have moved it meanwhile
            return self._archived(address)

    def _archived(self, url: str) -> ArchivedPage | None:
        record = url_record(self._database.read(), host_of(url), url_id(url))
        if record is None or record.place is None:
            return None
        page = archive_of(self._home, self._database).read(record.place)
        return page if self._with_logins or not page.with_login else None

    def article(self, article_id: str) -> Article | None:
        """Return an article by its id."""
        kept = kept_id(self._database.read(), article_id)
        return next(iter(self.articles([kept]).values()), None)

    def article_named(self, name: str) -> Article | None:
        """Return an article by its id, its URL, or a URL that led to it."""
        if (article := self.article(name)) is not None:
            return article
        url = canonical(name)
        if url is None:
            return None
        return self.article(id_of_url(url)) or self.article(self.why(url).article or "")

    def articles(self, ids: Sequence[str]) -> dict[str, Article]:
        """Return the articles that exist and may be shown, as far as they may be shown."""
        kept = articles_by_id(self._database.read(), ids)
        return {id_: shown_article(article) for id_, article in kept.items()}

    def briefs(self, ids: Sequence[str]) -> dict[str, ArticleBrief]:
        """Return the articles that exist and may be shown, for lists: in one read."""
        return self._briefs.by_id(ids)

    def newest_briefs(
        self, wanted: BriefFilter, after: BriefPosition | None, limit: int
    ) -> list[tuple[BriefPosition, ArticleBrief]]:
        """Return articles, the newest first, from after a position in that list."""
        return self._briefs.newest(wanted, after, limit)

    def annotations(self, article: Article) -> Annotations:
        """Return an article's annotations, without those of text that may not be shown."""
        annotations = annotations_of(self._database.read(), [article.id]).get(
            article.id, NOT_ANNOTATED
        )
        return shown_annotations(article, annotations)

    def topic_grounds(self, article: Article) -> dict[str, TopicGrounds]:
        """Return the words and labels that support each topic of an article, by topic slug.

        Leaves out what was learned from sections: only the learning process knows it.
        """
        title, body = (
            parse_text(article.title, article.language),
            parse_text(article.text, article.language),
        )
        grounds = why_topics(title, body, labels_of(article))
        return {each.topic.slug: each for each in grounds}

    def stories(
        self,
        limit: int,
        offset: int = 0,
        *,
        since: datetime | None = None,
        min_articles: int = 1,
        min_sources: int = 1,
    ) -> list[Story]:
        """Return stories, the one with the newest article first."""
        connection = self._database.read()
        found = newest_stories(
            connection,
            limit,
            offset,
            since=since,
            min_articles=min_articles,
            min_sources=min_sources,
        )
        return self._shown_stories(found)

    def story(self, story_id: int) -> FullStory | None:
        """Return a story in full; for a merged story, the one it became."""
        connection = self._database.read()
        story = story_by_id(connection, story_id)
        if story is None or not self._shown_stories([story]):
            return None
        return full_story(connection, story, self._corpus.now())

    def stories_with_ids(self, ids: Sequence[int]) -> dict[int, Story]:
        """Return those of the stories that may be shown, without their articles."""
        known = stories_by_id(self._database.read(), ids)
        return {story.id: story for story in self._shown_stories([*known.values()])}

    def memberships(self, ids: Sequence[str]) -> dict[str, tuple[Membership, Story]]:
        """Return the story and membership of those articles that are in one."""
        connection = self._database.read()
        members = memberships_of(connection, ids)
        known = stories_by_id(connection, {each.story for each in members.values()})
        by_id = {story.id: story for story in self._shown_stories([*known.values()])}
        return {
            id_: (member, by_id[member.story])
            for id_, member in members.items()
            if member.story in by_id
        }

    def stories_of(self, ids: Sequence[str]) -> dict[str, Story]:
        """Return the stories of those articles that share one with others."""
        memberships = self.memberships(ids)
        return {id_: story for id_, (_, story) in memberships.items() if story.articles > 1}

    def summary(
        self, article: Article, length: SummaryLength, method: SummaryMethod | None = None
    ) -> TextSummary | None:
        """Return a summary of any length; None if it may not be shown."""
        settings = self._settings.summary
        if length == SummaryLength():
            length = SummaryLength(sentences=settings.sentences)
        summary = text_summary_of(
            article.title, article.text, article.language, length, method or settings.method,
            settings, self._corpus.now(),
        )  # fmt: skip
        text = " ".join(each.text for each in summary.sentences)
        is_shown = not article.robots.noarchive and article.robots.excerpt(text) == text
        return summary if is_shown else None

    def duplicates(self, article: Article) -> Duplicates:
        """Return the near-duplicates of an article, with who copied whom."""
        return duplicates_of(self._database.read(), article)

    def history(
        self, article: Article, before: int | None = None, limit: int | None = None
    ) -> ArticleHistory:
        """Return an article's revisions and deletions; of the revisions, only some if limited."""
        history = history_of(self._database.read(), article, before, limit)
        # Old revisions are copies too.
        return replace(history, revisions=()) if article.robots.noarchive else history

    def tombstone(self, article: Article) -> Tombstone | None:
        """Return an article's tombstone if it is deleted now."""
        stones = tombstones_of(self._database.read(), article.id) if article.gone_at else []
        return next((stone for stone in stones if stone.back_at is None), None)

    def newest(self, limit: int, offset: int = 0, source: str | None = None) -> list[Article]:
        """Return articles, the newest first."""
        kept = newest_articles(self._database.read(), limit, offset, source)
        return [shown_article(article) for article in kept]

    def followed(self) -> list[Source]:
        """Return the followed sources, without what they brought."""
        return followed_sources(self._database.read())

    def source(self, text: str) -> Source:
        """Return a followed source by its address or domain; SourceInvalid if there is none."""
        return source_named(self._database.read(), text)

    def source_at(self, name: str) -> Source:
        """Return a followed source by its id, domain or address; SourceInvalid if none is meant."""
        return source_at(self._database.read(), name)

    def managed_source(self, name: str) -> tuple[Source, datetime | None]:
        """Return a followed source, and since when it is paused; raises SourceInvalid."""
        source = self.source_at(name)
        return source, paused_sources(self._database.read()).get(source.id)

    def sources(self, now: datetime | None = None) -> list[SourceStatus]:
        """Return the followed sources with what they brought, and why some bring nothing."""
        ranks = self.ranks
        statuses = source_statuses(self._database, now or datetime.now(UTC))
        return [ranked_source(source, ranks) for source in statuses]

    def folders(self) -> dict[str, int]:
        """Return the folders of followed sources in order, with how many are in each itself."""
        counts = folder_counts(self._database.read())
        return {folder: number for folder, number in counts.items() if folder}

    def source_health(self, source: Source, now: datetime) -> SourceHealth:
        """Return one source with everything that is known of it."""
        health = self.listings.source(source, now)
        return replace(health, status=ranked_source(health.status, self.ranks))

    def alarming_sources(self, now: datetime | None = None) -> list[tuple[Source, SourceCondition]]:
        """Return the sources that bring nothing although they should, and why."""
        return alarming_sources(self._database.read(), now or datetime.now(UTC))

    def left_urls(self) -> list[LeftUrls]:
        """Return the sources of which known URLs were not fetched, and why."""
        return left_urls(self._database.read())

    def completeness(
        self, now: datetime, hours: int, site: str | None = None
    ) -> list[Completeness]:
        """Compare the last hours of all sources, or of one, with what was expected."""
        connection = self._database.read()
        ids = None if site is None else _ids_named(followed_sources(connection), site)
        return completeness(connection, now, hours, ids)

    def silences(self, now: datetime) -> list[Completeness]:
        """Return the sources that stopped publishing unexpectedly."""
        return silences(self._database.read(), now)

    def politeness_report(
        self, site: str | None = None, since: datetime | None = None, limit: int = 20
    ) -> PolitenessReport:
        """Report the requests to a source or to all; SourceInvalid if it is not followed."""
        connection = self._database.read()
        return politeness_report(
            connection, source_named(connection, site) if site else None, since, limit
        )

    def politeness_since(self, source: Source | None, since: datetime) -> PolitenessReport:
        """Report the same without single requests; at most a minute old."""
        question = (None if source is None else source.id, since.replace(second=0, microsecond=0))
        return self._reports.answer(
            question,
            self._database.version(),
            lambda: politeness_report(self._database.read(), source, since, 0),
        )

    def status(self) -> HomeStatus:
        """Return the counts that describe the home."""
        self._refresh()
        return home_status(self._database, self._index)

    def recent_status(self) -> HomeStatus:
        """Return the same counts, at most some seconds old."""
        return self._statuses.answer("", self._database.version(), self.status)

    def models(self) -> list[ModelStatus]:
        """Return which models annotated how many articles."""
        return model_statuses(self._database, self._settings.enrich.spacy_model)

    def why(self, url: str) -> Explanation:
        """Return everything known and decided about a URL."""
        self._refresh()
        explanation = explain(self._database, self._index, self._settings.crawl, url)
        hidden = self._is_hidden(explanation.article)
        return with_link_profile(explanation, self.ranks, self._database.read(), is_hidden=hidden)

    def _is_hidden(self, article: str | None) -> bool:
        """Return whether an article is there, but not for the readers of this library."""
        if self._with_logins or article is None:
            return False
        return is_login_article(self._database.read(), article)


def _ids_named(followed: Sequence[Source], name: str) -> list[int]:
    """Return the ids of the followed sources with this URL or domain."""
    url = canonical(name if "://" in name else f"https://{name}")
    return [each.id for each in followed if each.domain == name.lower() or each.url == url]
