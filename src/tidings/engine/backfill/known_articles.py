"""The URLs of the articles that a home has of a source, to be fetched again."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from tidings.engine.process.home import existing_home
from tidings.engine.process.home_database import opened_database
from tidings.engine.sources.source_list import source_named
from tidings.settings.tree import Settings
from tidings.store.tables.frontier.urls import article_urls


@contextmanager
def known_article_urls(settings: Settings, name: str) -> Iterator[Iterator[str]]:
    """Read the URLs of all articles of a source; raises SourceInvalid."""
    with closing(opened_database(existing_home(settings))) as database:
        connection = database.read()
        yield article_urls(connection, source_named(connection, name).id)
