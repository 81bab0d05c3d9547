"""One of three processes around an index rebuild: `index_swap_process.py write|read|rebuild HOME`.

The writer stores and indexes articles until its standard input ends, and prints a line once it has
started. The reader searches until its input ends, and fails if an article it has seen disappears.
The rebuilder prints its progress.
"""

import sys
import threading
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import tantivy

from tidings.engine.followers.follower import following
from tidings.engine.followers.index_act import index_follower
from tidings.engine.followers.ready_entries import ReadyEntries
from tidings.engine.maintenance.reindex import rebuild
from tidings.engine.process.home import ensure_home
from tidings.engine.process.home_database import opened_database
from tidings.model.articles.article import Article
from tidings.read.url import article_id
from tidings.search.index.search_index import Index
from tidings.settings.tree import SearchSettings, Settings
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.articles.articles import keep_article

SEARCH = SearchSettings(commit_seconds=0.1)
NOW = datetime(2026, 1, 2, tzinfo=UTC)
BATCH = 5


def settings_of(home: Path) -> Settings:
    return Settings(home=home, search=SEARCH)


def article(number: int) -> Article:
    url = f"http://a.example/{number}"
    text = f"Common words of number {number}.\n" + " ".join(
        f"w{number * k % 997}" for k in range(60)
    )
    return Article(
        article_id(url), url, "a.example", f"Title {number}", text, "", "", NOW,
        None, NOW, (), "en", "", (), None, "", 62,
    )  # fmt: skip


def keep(database: Database, numbers: range, suffix: str = "") -> None:
    def write(connection: Writer) -> None:
        for number in numbers:
            titled = replace(article(number), title=f"Title {number}{suffix}")
            keep_article(connection, titled, NOW)

    database.write(write).result()


def write(home: Path) -> None:
    """Store and index new articles and new revisions of old ones."""
    folder = ensure_home(Settings(home=home))
    database = opened_database(folder)
    index = Index.open(folder.index, SEARCH, writable=True)
    ended = at_end_of_input()
    first = database.read().execute("SELECT count(*) FROM articles").fetchone()[0]
    started_at = first
    with following(database, index_follower(database, index, SEARCH, ReadyEntries(), fail)):
        while not ended.wait(0.05):
            keep(database, range(first, first + BATCH))
            first += BATCH
            keep(database, range(first // 2, first // 2 + 1), f" changed at {first}")
            if first == started_at + BATCH:
                print("kept", first, flush=True)  # once: nothing reads more, and pipes fill up
    print("ended", first, flush=True)
    index.close()
    database.close()


def read(home: Path) -> None:
    """Search, and check that no article is lost and that every hit has its row."""
    index = Index.open(home / "index", SEARCH, writable=False)
    ended = at_end_of_input()
    found_before, shown = 0, ""
    while not ended.wait(0.01):
        index.reload()
        view = index.view
        found: Any = view.searcher.search(tantivy.Query.all_query(), limit=100_000)
        seqs = view.searcher.fast_field_values("seq", [address for _, address in found.hits])
        known = view.forward.columns(np.array(seqs, np.int64)).known
        assert found.count >= found_before, f"{found_before} articles were there, now {found.count}"
        assert known.all(), f"{(~known).sum()} of {len(known)} hits have no row"
        found_before = found.count
        if view.folder.name != shown:
            shown = view.folder.name
            print("reads", shown, flush=True)
    print("ended", found_before, flush=True)


def fail(error: Exception) -> None:
    print("failed", error, flush=True)


def at_end_of_input() -> threading.Event:
    ended = threading.Event()

    def wait() -> None:
        sys.stdin.read()
        ended.set()

    threading.Thread(target=wait, daemon=True).start()
    return ended


def main() -> None:
    role, home = sys.argv[1], Path(sys.argv[2])
    if role == "rebuild":
        done = rebuild(settings_of(home), lambda done, total: print("at", done, flush=True))
        print("rebuilt", done.generation, flush=True)
    else:
        {"write": write, "read": read}[role](home)


if __name__ == "__main__":
    main()
