"""Updating the frontier: the links of archived pages become URL rows, as a crawl writes them.

All links to one URL are brought together. The page that was archived first decides the row: its
parent, its depth, and when it was first seen. Known URLs are left as they are, so that a second
update changes nothing; what robots.txt, spider traps or hosts forbid is judged before each visit.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from tidings.engine.jobs.job import Key, MapItems, Mapped, Part, Progress, Runner, key_of
from tidings.engine.jobs.table_output import TableOutput
from tidings.engine.process.home import Home, existing_home
from tidings.engine.rebuilding.out_links import LinkBatch, LinkFiles, OutLink
from tidings.engine.settling.frontier_intake import FrontierIntake
from tidings.engine.settling.list_histories import ListHistories
from tidings.engine.state.followed_sources import followed_from
from tidings.engine.state.source_state import SourceState
from tidings.model.crawl.visit import FoundUrl
from tidings.settings.tree import CrawlSettings, Settings
from tidings.store.database.database import Database
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.frontier.archived_copies import copy_count
from tidings.store.tables.sources.sources import followed_sources, sources_of_other_nodes

_PAGES_OF_PARTITION = 5_000  # a page has some fifty links: at most 100 MB, if all are new


@dataclass(frozen=True, slots=True)
class UrlLinks:
    """What all links to one URL amount to."""

    first: OutLink
    prospects: tuple[FoundUrl, ...] = ()  # of sources that are followed for a topic: every vote


@dataclass(frozen=True, slots=True)
class UpdateJob:
    """Brings the links to each URL together."""

    home: Home
    rebuild: int  # the number of the job whose links they are
    files: LinkFiles
    partitions: int

    @property
    def name(self) -> str:
        """The name that people see."""
        return "update"

    @property
    def key(self) -> str:
        """The links of each rebuild make another job."""
        return key_of(self.rebuild, self.partitions)

    @property
    def scratch(self) -> Path:
        """The folder of links that were brought together by partition."""
        return self.home.folder / "jobs" / "update"

    def count(self, connection: Reader) -> int:
        """Return the number of batches of links."""
        return self.files.count()

    def split(self, connection: Reader) -> Iterator[Part[LinkBatch]]:
        """Yield the links of each part of the pages."""
        for batch in self.files.batches():
            yield Part(batch.name, (batch,))

    def start(self, opened: ExitStack) -> MapItems[LinkBatch, list[OutLink]]:
        """Return the function that unpacks links and keeps what may decide about a URL."""
        return lambda batches: list(_deciding(link for each in batches for link in each.links()))

    def partition(self, result: list[OutLink]) -> Iterable[tuple[Key, OutLink]]:
        """Yield links by their URLs."""
        return ((link.found.url, link) for link in result)

    def reduce(self, key: Key, values: Sequence[OutLink]) -> UrlLinks:
        """Return the first link to a URL, and all that judge how promising it is."""
        links = sorted(values, key=lambda link: link.order)
        return UrlLinks(links[0], tuple(each.found for each in links if each.found.prospect))

    def name_of(self, item: LinkBatch) -> str:
        """Return how links are called that cannot be unpacked."""
        return f"links in {item.name}"


def _deciding(links: Iterable[OutLink]) -> Iterator[OutLink]:
    """Yield the first link to each URL, and those that judge how promising it is."""
    first: dict[str, OutLink] = {}
    for link in links:
        if link.found.prospect is not None:
            yield link
            continue
        known = first.get(link.found.url)
        if known is None or link.order < known.order:
            first[link.found.url] = link
    yield from first.values()


class FrontierOutput:
    """Adds URLs to the frontier, within the limits of their sites, and counts them."""

    def __init__(self, connection: Reader, settings: CrawlSettings) -> None:
        state = SourceState(settings)
        elsewhere = sources_of_other_nodes(connection)
        state.followed = followed_from(
            source for source in followed_sources(connection) if source.id not in elsewhere
        )
        self._state = state
        self._intake = FrontierIntake(settings, state, ListHistories(settings, state.urls))
        self.added = 0

    def write(self, connection: Writer, mapped: Sequence[Mapped[Key, list[UrlLinks]]]) -> None:
        """Add the URLs of a partition, in the order in which their pages were archived."""
        self._state.forget()  # an earlier transaction may have been undone
        found = [each for some in mapped for each in some.result]
        followed = [each for each in found if self._state.followed.get(each.first.found.site)]
        followed.sort(key=lambda each: each.first.order)
        seen = [(each.first.found, each.first.at) for each in followed]
        self.added += self._intake.add_again(connection, seen)
        for each in followed:
            self._intake.weigh_again(connection, each.prospects, each.first.at)


def update_frontier(
    runner: Runner,
    database: Database,
    settings: Settings,
    files: LinkFiles,
    rebuild: int,
    on_progress: Progress,
) -> int:
    """Add the URLs that archived pages lead to; return how many were new."""
    connection = database.read()
    partitions = 1 + copy_count(connection) // _PAGES_OF_PARTITION
    job = UpdateJob(existing_home(settings), rebuild, files, partitions)
    output = FrontierOutput(connection, settings.crawl)
    runner.run(job, TableOutput(database, output.write), on_progress)
    files.remove()
    return output.added
