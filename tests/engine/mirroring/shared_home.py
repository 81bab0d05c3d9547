"""One home on several machines: a folder for each, one database, one store."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from tests.factories import make_article

from tidings.engine.followers.follower import following
from tidings.engine.followers.index_act import index_follower
from tidings.engine.followers.ready_entries import ReadyEntries
from tidings.engine.library.library import Library
from tidings.engine.live.crawl_stores import CrawlStores, opened_stores
from tidings.engine.mirroring.index_mirror import mirrored
from tidings.model.articles.change import ChangeKind
from tidings.model.search.results import Query
from tidings.search.index.search_index import Index
from tidings.settings.tree import DatabaseSettings, SearchSettings, Settings, StoreSettings
from tidings.store.database.session import Writer
from tidings.store.tables.articles.articles import keep_article
from tidings.store.tables.changes.article_changes import note_change

NOW = datetime(2026, 1, 2, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class SharedHome:
    """Where it is."""

    folder: Path
    database_url: str
    store: StoreSettings

    def settings(self, machine: str, seconds: float = 0.0, endpoint: str = "") -> Settings:
        """Return the settings of a machine, which sends the index every so many seconds."""
        store = replace(self.store, index_seconds=seconds, commit_seconds=0.0)
        return Settings(
            home=self.folder / machine,
            database=DatabaseSettings(url=self.database_url),
            store=replace(store, endpoint=endpoint or store.endpoint),
            search=SearchSettings(commit_seconds=0.02),
        )

    def index(self, machine: str) -> Path:
        """Return the folder of a machine's index."""
        return self.folder / machine / "index"


@contextmanager
def owner(settings: Settings) -> Iterator[CrawlStores]:
    """Own a home whose index follows what is kept, and goes to the store, as in a crawl."""
    with ExitStack() as stack:
        stores = stack.enter_context(opened_stores(settings))
        on_rest = stack.enter_context(
            mirrored(stores.files, stores.database, stores.index, settings.store.index_seconds)
        )
        follower = index_follower(
            stores.database, stores.index, settings.search, ReadyEntries(), fail,
            on_rest=on_rest,
        )  # fmt: skip
        stack.enter_context(following(stores.database, follower))
        yield stores


def fail(error: Exception) -> None:
    raise error


def keep(stores: CrawlStores, *names: str) -> None:
    """Store articles, each in its own transaction."""
    for name in names:
        article = make_article(
            f"http://a.example/{name}", f"Title {name}", "The bridge over the river.",
            id=name, first_seen=NOW,
        )  # fmt: skip
        stores.database.write(lambda db, each=article: keep_article(db, each, NOW)).result()  # type: ignore[misc]


def delete(stores: CrawlStores, name: str) -> None:
    """Delete an article."""

    def work(connection: Writer) -> None:
        connection.execute("DELETE FROM articles WHERE id = ?", (name,))
        note_change(
            connection, ChangeKind.DELETED, name, NOW, url=f"http://a.example/{name}",
            source="a.example", revision=1, with_login=False,
        )  # fmt: skip

    stores.database.write(work).result()


def found(settings: Settings) -> set[str]:
    """Return what a search on a machine finds."""
    library = Library.open(settings)
    try:
        return ids_in(library)
    finally:
        library.close()


def ids_in(library: Library) -> set[str]:
    """Return what a search finds."""
    answer = library.search(Query("bridge", limit=1000), NOW)
    return {hit.id for hit in answer.hits}


def indexed(settings: Settings) -> dict[str, int | None]:
    """Return the articles in a machine's index, with the change of each."""
    index = Index.open(settings.home / "index", settings.search, writable=False)
    try:
        seqs = {id_: index.view.forward.seq_of(id_) for id_ in index.ids()}
        assert index.count() == len(seqs)  # none of them twice
        return seqs
    finally:
        index.close()


def wait_until(condition: Callable[[], bool]) -> None:
    """Return once it is true; fail after half a minute."""
    deadline = time.monotonic() + 30
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert condition()
