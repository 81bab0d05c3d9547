"""The job `index`: articles become parts of a generation that no search sees before all are there.

Parts are made where they are mapped, as files. The process that owns the home only writes them.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from tidings.engine.followers.index_feeding import entries_with_anchors
from tidings.engine.jobs.job import MapItems, Mapped, Part, Record, Traits
from tidings.engine.process.home import Home
from tidings.engine.process.home_database import opened_database
from tidings.engine.reindexing.build_plan import BuildPlan
from tidings.search.entries.entry import IndexEntry
from tidings.search.index.index_part import PartFiles, made_part
from tidings.search.index.stored_parts import StoredParts
from tidings.search.links.link_ranks import LiveRanks
from tidings.search.links.page_keys import article_key
from tidings.store.database.database import Database
from tidings.store.database.session import Reader
from tidings.store.tables.articles.articles import article_count, articles_by_id, changes_by_scan
from tidings.text.bulk.bulk_analyser import BulkAnalyser

# Articles in a part: some seconds of work, and 10 MB of files. Tantivy merges parts of this size.
PART_ARTICLES: Final = 4_000
_BATCH: Final = 500  # articles whose texts are in memory at once
_TRAITS: Final = Traits(in_order=False)


@dataclass(frozen=True, slots=True)
class IndexItem:
    """An article as of a change, and what only the owner of the home knows of it."""

    seq: int
    article: str
    url: str
    anchor: str  # the texts of links to it


@dataclass(frozen=True, slots=True)
class IndexJob:
    """Makes the parts of a plan. What a part has depends on its articles alone."""

    home: Home
    plan: BuildPlan
    heap_bytes: int
    traits: Traits = _TRAITS

    @property
    def name(self) -> str:
        """The name that people see."""
        return "index"

    @property
    def key(self) -> str:
        """Each plan is another job."""
        return self.plan.key

    def count(self, connection: Reader) -> int:
        """Return the number of articles."""
        return article_count(connection)

    def split(self, connection: Reader) -> Iterator[Part[IndexItem]]:
        """Yield the articles that have not changed since the plan was made."""
        ranks = LiveRanks(self.home.links).now()
        for name, after, last in self.plan.ranges():
            changes = changes_by_scan(connection, after, last, last - after)
            items = (
                IndexItem(each.seq, each.article, each.url,
                          ranks.anchors_of(article_key(each.article, each.url)))
                for each in changes
            )  # fmt: skip
            yield Part(name, tuple(items))

    def start(self, opened: ExitStack) -> MapItems[IndexItem, PartFiles]:
        """Open the database."""
        connection = opened.enter_context(closing(opened_database(self.home))).read()
        entries = partial(_entries, connection, BulkAnalyser())
        return lambda items: made_part(map(entries, _batches(items)), self.heap_bytes)

    def name_of(self, item: IndexItem) -> str:
        """Return the URL of an article."""
        return item.url


@dataclass(frozen=True, slots=True)
class PartsOutput:
    """Writes parts into the folder of a build, each renamed into place."""

    parts: StoredParts
    database: Database

    def commit(
        self, part: Part[IndexItem], mapped: Sequence[Mapped[IndexItem, PartFiles]], record: Record
    ) -> None:
        """Store a part. Nobody waits for its record: at worst it is made again."""
        self.parts.keep(part.key, [each.result for each in mapped])
        self.database.write(record)


def _batches(items: Sequence[IndexItem]) -> Iterator[Sequence[IndexItem]]:
    return (items[at : at + _BATCH] for at in range(0, len(items), _BATCH))


def _entries(
    connection: Reader, analyser: BulkAnalyser, items: Sequence[IndexItem]
) -> list[IndexEntry]:
    """Return the entries of the articles that still exist, as they are now."""
    found = articles_by_id(connection, [each.article for each in items])
    kept = [each for each in items if each.article in found]
    articles = [replace(found[each.article], seq=each.seq) for each in kept]
    return entries_with_anchors(connection, articles, [each.anchor for each in kept], analyser)
