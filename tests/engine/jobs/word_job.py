"""A reducing job over a real archive: counts the words of all pages."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from tidings.engine.jobs.job import Key, MapItems, Part, key_of
from tidings.engine.process.home import Home
from tidings.model.crawl.visit import ArchivePlace
from tidings.store.archive.warc_files import ArchiveReader
from tidings.store.database.session import Reader

CHUNK = 20


@dataclass(frozen=True, slots=True)
class WordJob:
    """Counts how often each word occurs in the pages of an archive."""

    home: Home
    partitions: int

    @property
    def name(self) -> str:
        return "words"

    @property
    def key(self) -> str:
        return key_of(self.partitions)

    @property
    def scratch(self) -> Path:
        return self.home.folder / "scratch" / self.name

    def count(self, connection: Reader) -> int:
        return sum(1 for _ in places_in(self.home))

    def split(self, connection: Reader) -> Iterator[Part[ArchivePlace]]:
        places = places_in(self.home)
        while some := tuple(islice(places, CHUNK)):
            yield Part(f"{some[0].file} {some[0].offset}", some)

    def start(self, opened: ExitStack) -> MapItems[ArchivePlace, Counter[str]]:
        archive = ArchiveReader(self.home.archive)
        return lambda places: words_at(archive, places)

    def partition(self, result: Counter[str]) -> Iterable[tuple[Key, int]]:
        return result.items()

    def reduce(self, key: Key, values: Sequence[int]) -> int:
        return sum(values)

    def name_of(self, item: ArchivePlace) -> str:
        return f"{item.file} at {item.offset}"


def places_in(home: Home) -> Iterator[ArchivePlace]:
    """Yield where the pages of a home are."""
    return (capture.place for capture in ArchiveReader(home.archive).captures_after(None))


def words_at(archive: ArchiveReader, places: Iterable[ArchivePlace]) -> Counter[str]:
    """Count the words of some pages."""
    counts: Counter[str] = Counter()
    for place in places:
        counts.update(re.findall(r"\w+", archive.read(place).body.decode(errors="replace")))
    return counts
