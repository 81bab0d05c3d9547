"""Reading the links of archived pages as a job: each part becomes a segment of the link graph."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from tidings.engine.jobs.job import MapItems, Mapped, Part, Record, key_of
from tidings.engine.process.home import Home
from tidings.engine.process.home_archive import archive_of, whole_archive
from tidings.engine.process.home_database import opened_database
from tidings.model.crawl.visit import ArchivePlace
from tidings.search.links.edge_segments import EdgeSegments
from tidings.search.links.edges import Edges
from tidings.search.links.page_links import PageLinks, page_links
from tidings.settings.tree import LinkSettings
from tidings.store.archive.warc_files import ArchiveReader
from tidings.store.archive.warc_record import DamagedRecord
from tidings.store.database.database import Database
from tidings.store.database.session import Reader

_CHUNK = 500  # pages in a part: about a second, and 10 MB in memory


@dataclass(frozen=True, slots=True)
class LinkJob:
    """Reads the links of the pages that were archived after a place.

    The segments say how far they reach, so a job that was killed goes on as another one.
    """

    home: Home
    links: LinkSettings
    after: ArchivePlace | None
    began_at: datetime

    @property
    def name(self) -> str:
        """The name that people see."""
        return "links"

    @property
    def key(self) -> str:
        """Each beginning is another job."""
        return key_of(self.after, self.began_at)

    def count(self, connection: Reader) -> int:
        """Return the number of pages."""
        return sum(1 for _ in self._places())

    def split(self, connection: Reader) -> Iterator[Part[ArchivePlace]]:
        """Yield the pages in the order of the archive."""
        places = self._places()
        while some := tuple(islice(places, _CHUNK)):
            yield Part(f"{some[-1].file} {some[-1].offset}", some)

    def _places(self) -> Iterator[ArchivePlace]:
        with closing(opened_database(self.home)) as database:
            archive = archive_of(self.home, database)
            for capture in archive.captures_after(self.after):
                yield capture.place

    def start(self, opened: ExitStack) -> MapItems[ArchivePlace, Edges]:
        """Open the archive."""
        archive = whole_archive(self.home)
        return lambda places: Edges.of(
            links for place in places if (links := self._links_at(archive, place)) is not None
        )

    def _links_at(self, archive: ArchiveReader, place: ArchivePlace) -> PageLinks | None:
        try:
            return page_links(archive.read(place), self.links)
        except DamagedRecord:
            return None

    def name_of(self, item: ArchivePlace) -> str:
        """Return where a page is archived."""
        return f"{item.file} at {item.offset}"


class SegmentOutput:
    """Appends segments to the link graph, each renamed into place."""

    def __init__(self, segments: EdgeSegments, database: Database) -> None:
        self._segments = segments
        self._database = database

    def commit(
        self,
        part: Part[ArchivePlace],
        mapped: Sequence[Mapped[ArchivePlace, Edges]],
        record: Record,
    ) -> None:
        """Append the links of a part; its last page is done even if it was quarantined."""
        for some in mapped:
            self._segments.append(some.result, some.items[-1])
        if not mapped or mapped[-1].items[-1] != part.items[-1]:
            self._segments.append(Edges.of(()), part.items[-1])
        self._database.write(record)
