"""The state of a home in numbers."""

from dataclasses import dataclass

from tidings.engine.library.follower_status import FollowerStatus, follower_statuses
from tidings.engine.reading.annotator import models_today
from tidings.search.index.search_index import Index
from tidings.store.database.database import Database
from tidings.store.tables.articles.annotations import annotated_count, annotated_with
from tidings.store.tables.articles.articles import article_count, articles_per_source
from tidings.store.tables.articles.revisions import revision_count, tombstone_count
from tidings.store.tables.articles.stories import story_count
from tidings.store.tables.frontier.counts import counts_by, drop_counts
from tidings.store.tables.frontier.rechecks import recheck_count
from tidings.store.tables.sources.pauses import paused_sources
from tidings.store.tables.sources.sources import followed_sources
from tidings.store.tables.sources.subscriptions import subscription_counts


@dataclass(frozen=True, slots=True)
class HomeStatus:
    """Counts of what is followed, known and kept."""

    sites: int
    paused: int  # of these, not fetched for now
    articles: int
    indexed: int
    by_source: dict[str, int]
    by_state: dict[str, int]
    by_kind: dict[str, int]
    by_reason: dict[str, int]
    dropped_links: dict[str, int]
    subscriptions: dict[str, int]  # at hubs, by state
    rechecks: int  # of kept articles, since the home was made
    revisions: int  # earlier versions of articles that are kept
    deleted: int  # articles whose publishers have deleted them
    annotated: int  # articles
    stories: int
    followers: tuple[FollowerStatus, ...]


@dataclass(frozen=True, slots=True)
class ModelStatus:
    """One version of a model that annotated articles."""

    step: str
    model: str
    articles: int
    is_current: bool  # if not, `tidings rebuild` annotates with today's model


def home_status(database: Database, index: Index) -> HomeStatus:
    """Count everything that describes the home."""
    connection = database.read()
    return HomeStatus(
        sites=len(followed_sources(connection)),
        paused=len(paused_sources(connection)),
        articles=article_count(connection),
        indexed=index.count(),
        by_source=articles_per_source(connection),
        by_state=counts_by(connection, "state"),
        by_kind=_kinds(counts_by(connection, "kind")),
        by_reason=counts_by(connection, "reason"),
        dropped_links=drop_counts(connection),
        subscriptions=subscription_counts(connection),
        rechecks=recheck_count(connection),
        revisions=revision_count(connection),
        deleted=tombstone_count(connection),
        annotated=annotated_count(connection),
        stories=story_count(connection),
        followers=follower_statuses(connection, index.last_seq()),
    )


def model_statuses(database: Database, spacy_model: str = "") -> list[ModelStatus]:
    """Return which models annotated how many articles; reads every article."""
    today = models_today(spacy_model)
    return [
        ModelStatus(step, model, count, today.get(step) == model)
        for step, model, count in annotated_with(database.read())
    ]


def _kinds(counts: dict[str, int]) -> dict[str, int]:
    return {kind or "unknown": count for kind, count in counts.items()}
