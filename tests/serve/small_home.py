"""A small home, filled through the store and the index as a crawl does it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from tidings.engine.followers.story_grouping import StoryGrouping
from tidings.engine.process.home import ensure_home
from tidings.engine.reading.annotator import Annotator
from tidings.engine.sources.source_list import add_source
from tidings.model.articles.article import Article
from tidings.read.url import article_id, domain_of
from tidings.search.entries.entry import entry_of
from tidings.search.index.search_index import Index
from tidings.settings.tree import SearchSettings, Settings, StoreSettings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.annotations import (
    annotations_of,
    grouping_rows_after,
    keep_annotations,
)
from tidings.store.tables.articles.articles import articles_after, keep_article
from tidings.store.tables.sources.sources import name_source, source_by_url

NOW = datetime(2024, 5, 31, 12, 0, tzinfo=UTC)


def article_at(url: str = "https://post.example/news/ferry", **fields: object) -> Article:
    """Return an article with a URL; other fields have a default value."""
    plain = Article(
        id=article_id(url),
        url=url,
        source=domain_of(url),
        title="Old ferry line reopens",
        text="The ferry sails again.\nPeople cheered on the quay.",
        html="<p>The ferry sails again.</p><p>People cheered on the quay.</p>",
        standfirst="After nine years the boats are back.",
        published=NOW - timedelta(hours=2),
        modified=None,
        first_seen=NOW - timedelta(hours=1),
        authors=("Ada Quill", "Ben Ink"),
        language="en",
        section="Harbour",
        tags=("ferries", "boats & quays"),
        image="https://post.example/ferry.jpg",
        publisher="The Post",
        word_count=9,
    )
    return replace(plain, **fields)  # type: ignore[arg-type]


def filled_home(folder: Path, articles: Sequence[Article]) -> Settings:
    """Make a home that follows post.example; store and index the articles."""
    settings = Settings(
        home=folder / "home",
        store=StoreSettings(commit_seconds=0.0),
        search=SearchSettings(commit_seconds=0.0),
    )
    home = ensure_home(settings)
    database = open_database(home.database, settings.store)
    add_source(database, "https://post.example/", NOW)
    site = source_by_url(database.read(), "https://post.example/")
    assert site is not None
    database.write(partial(name_source, site=site.id, name="The Post")).result()
    annotator = Annotator()
    for article in articles:
        database.write(partial(keep_article, article=article, now=NOW)).result()
        packed = annotator.of(article).packed
        keeping = partial(keep_annotations, article_id=article.id, revision=1, packed=packed)
        database.write(keeping).result()
    index = Index.open(home.index, settings.search, writable=True)
    kept = articles_after(database.read(), 0, 10_000)
    annotations = annotations_of(database.read(), [article.id for article in kept])
    index.add([entry_of(article, annotations=annotations[article.id]) for article in kept])
    index.commit()
    index.close()
    database.close()
    return settings


def group_articles(settings: Settings) -> None:
    """Group the articles of a home into stories, as a crawl does a second later."""
    database = open_database(settings.home / "tidings.db", settings.store)
    grouping = StoryGrouping(database.read(), settings.group, NOW)
    rows = grouping_rows_after(database.read(), 0, 10_000)
    batch = grouping.take(rows, rows[-1].seq)
    database.write(partial(grouping.write, batch=batch, now=NOW)).result()
    database.close()
