"""Lets the index and the stories follow what commands changed in a home that nobody crawls."""

import time
from contextlib import suppress

from tidings.engine.followers.follower import following
from tidings.engine.followers.index_act import index_follower
from tidings.engine.followers.ready_entries import ReadyEntries
from tidings.engine.followers.story_act import story_follower
from tidings.engine.mirroring.index_fetching import restore_index
from tidings.engine.process.home import Home
from tidings.engine.process.home_files import opened_files
from tidings.search.index.errors import IndexBusy, IndexUnusable
from tidings.search.index.search_index import Index
from tidings.settings.tree import Settings
from tidings.store.database.database import Database
from tidings.store.tables.articles.stories import grouped_seq
from tidings.store.tables.takedowns.takedowns import is_takedown_logged_after


def catch_up(home: Home, settings: Settings, database: Database) -> None:
    """Take what was deleted out of the index and the stories, if anything was.

    If the index is unusable or being rebuilt, the next crawl or rebuild does it. Searches leave
    deleted articles out in any case.
    """

    def on_lost(error: Exception) -> None:
        """Leave it to the next owner, who will say so."""

    connection = database.read()
    if not is_takedown_logged_after(connection, grouped_seq(connection)):
        return
    files = opened_files(home)
    if files is not None:
        restore_index(files, home.index, settings.search)
    with suppress(IndexUnusable, IndexBusy):
        index = Index.open(home.index, settings.search, writable=True)
        try:
            # Leaving each block waits until everything is taken in. The stories come last: their
            # cursor is what tells the next issuer, after kill -9, that the index has it all.
            ready = ReadyEntries()
            with following(
                database, index_follower(database, index, settings.search, ready, on_lost)
            ):
                pass
            with following(database, story_follower(database, settings.group, on_lost, time.time)):
                pass
        finally:
            index.close()
