"""The links of archived pages to URLs that the frontier lacks, and the files they wait in.

They are found where a page is read, and become rows once all pages were read: `update_job.py`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import NamedTuple, Self

from tidings.crawl.links.path_rules import path_refusal
from tidings.engine.jobs.job import key_of
from tidings.engine.jobs.job_files import HomeJobFiles
from tidings.engine.process.home import Home
from tidings.engine.process.message import HEADER, packed, unpacked
from tidings.engine.reading.reading_task import Reading
from tidings.engine.rebuilding.page_copies import PageCopy, written_order
from tidings.engine.state.followed_sources import FollowedSources
from tidings.model.crawl.visit import FoundUrl
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.store.database.session import Reader
from tidings.store.tables.frontier.urls import unknown_urls


class OutLink(NamedTuple):
    """A link as a page had it, and when: the first page that has a URL decides its row."""

    order: tuple[int, int, int]  # the page's place in the archive, and the link's on the page
    at: datetime
    found: FoundUrl


def new_links(
    connection: Reader, page: PageCopy, reading: Reading, followed: FollowedSources
) -> list[OutLink]:
    """Return the links of a page to followed sources that the frontier lacks."""
    at = page.visit.visited_at
    if at is None:
        return []
    assigned, _ = followed.assigned(reading.foreign)
    numbered = list(enumerate(chain(_of_followed(reading.found, followed), assigned)))
    unknown = set(unknown_urls(connection, [each for _, each in numbered]))
    order = written_order(page.place)
    return [
        OutLink((*order, number), at, each)
        for number, each in numbered
        if (each.host, each.id) in unknown
    ]


def _of_followed(found: Iterable[FoundUrl], followed: FollowedSources) -> Iterator[FoundUrl]:
    """Yield the URLs of sources that are followed, as today's settings of these want them."""
    for each in found:
        source = followed.get(each.site)
        if source is None:
            continue
        is_judged = each.role is UrlRole.PAGE and each.dropped is None
        if is_judged and path_refusal(each.url, source.settings.scope()):
            yield each._replace(dropped=Reason.EXCLUDED)
        else:
            yield each


@dataclass(frozen=True, slots=True)
class LinkBatch:
    """The links of some pages, packed: whoever divides them unpacks them."""

    name: str
    data: bytes

    def links(self) -> list[OutLink]:
        """Return the links."""
        return unpacked(self.data[HEADER.size :])  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class LinkFiles:
    """The links of each part of the pages, in files of a rebuild until they are rows."""

    files: HomeJobFiles

    @classmethod
    def of(cls, home: Home, rebuild: int) -> Self:
        """Return the files of a rebuild by its number; whoever resumes it finds them."""
        return cls(HomeJobFiles(home, rebuild, "links"))

    def put(self, part: str, links: list[OutLink]) -> None:
        """Write the links of a part; one that is read again, because a page failed, has more."""
        name = key_of(part)
        self.files.delete(name)
        if links:
            self.files.put_new(name, [packed(links)])

    def batches(self) -> Iterator[LinkBatch]:
        """Yield the links of all parts, in a fixed order."""
        for name in sorted(self.files.names()):
            data = self.files.read(name)
            if data is not None:
                yield LinkBatch(name, data)

    def count(self) -> int:
        """Return the number of files."""
        return len(self.files.names())

    def remove(self) -> None:
        """Remove all files."""
        self.files.clear()
