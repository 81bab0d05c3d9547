"""What a crawl is made of, put together once by the newsroom."""

from collections.abc import Callable
from dataclasses import dataclass

from tidings.engine.exchange import Exchange
from tidings.engine.grouper import Grouper
from tidings.engine.indexer import Indexer
from tidings.engine.pool import Pool
from tidings.engine.settle import Settler
from tidings.engine.tally import Tally
from tidings.fetch.client import Fetcher
from tidings.settings.tree import Settings
from tidings.store.archive import ArchiveReader
from tidings.store.database import Database


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts, each ready to be used."""

    settings: Settings
    database: Database
    settler: Settler
    indexer: Indexer
    grouper: Grouper
    fetcher: Fetcher
    pool: Pool
    archive: ArchiveReader
    tally: Tally
    clock: Callable[[], float]
    exchange: Exchange | None = None  # with the other nodes, where there are any
