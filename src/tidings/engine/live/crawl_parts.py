"""The parts of a running crawl. `crawler.py` creates them once."""

from collections.abc import Callable
from dataclasses import dataclass

from tidings.crawl.traps.visit_gate import VisitGate
from tidings.engine.followers.ready_entries import ReadyEntries
from tidings.engine.knowledge.knowledge_keeper import KnowledgeKeeper
from tidings.engine.live.source_snapshots import SourceSnapshots
from tidings.engine.live.tally import CrawlTally
from tidings.engine.nodes.exchange import Exchange
from tidings.engine.reading.pool import Pool
from tidings.engine.settling.request_log_buffer import RequestLogBuffer
from tidings.engine.settling.settler import Settler
from tidings.engine.state.site_policies import SitePolicies
from tidings.fetch.fetcher import Fetcher
from tidings.settings.tree import Settings
from tidings.store.archive.warc_files import ArchiveReader
from tidings.store.database.database import Database


@dataclass(frozen=True, slots=True)
class CrawlParts:
    """The parts, each ready to use."""

    settings: Settings
    database: Database
    settler: Settler
    snapshots: SourceSnapshots
    gate: VisitGate
    ready_entries: ReadyEntries
    fetcher: Fetcher
    pool: Pool
    knowledge: KnowledgeKeeper
    archive: ArchiveReader
    tally: CrawlTally
    clock: Callable[[], float]
    policies: SitePolicies
    request_log: RequestLogBuffer
    exchange: Exchange | None = None  # with the other nodes, if there are any
