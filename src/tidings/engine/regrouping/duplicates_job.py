"""The job `duplicates`: finds the near-duplicates of all articles that are to be grouped.

An article is compared with those of a lower seq that are in the window: from `window_days` before
the newest article among those that came before. Articles that were grouped before and have changed
count as if they came before, too. So the parts need nothing from each other: each begins with the
window before its first article, and goes on as the follower of the stories does.
The result depends on rows alone. It is that of the follower, except for keys that more than a
dozen articles share: which of these are looked at depends on the size of an index's tables.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import pairwise, starmap
from pathlib import Path
from typing import Final

from tidings.engine.jobs.job import MapItems, Mapped, Part, Record, Traits, key_of
from tidings.engine.process.home import Home
from tidings.engine.process.home_database import opened_database
from tidings.engine.regrouping.found_duplicates import Found, FoundDuplicates
from tidings.group.duplicates.duplicate_index import DuplicateIndex
from tidings.group.duplicates.sketch import MODEL, unpacked_sketch
from tidings.group.duplicates.sketch_comparison import DuplicateMatch
from tidings.group.stories.clipping import unpacked_clipping
from tidings.store.database.database import Database
from tidings.store.database.session import Reader
from tidings.store.tables.articles.annotations import (
    GroupingRow,
    grouping_rows_after,
    grouping_window,
    newest_time,
)
from tidings.store.tables.articles.articles import every_nth_seq
from tidings.store.tables.articles.stories import ChangedMember, members_to_regroup

_LONG_AGO: Final = datetime(1970, 1, 2, tzinfo=UTC)
# Articles in a part: the window before it is read again, 30 days of them at most.
PART_ARTICLES: Final = 4_000
_TRAITS: Final = Traits(in_order=False, item_seconds=600.0)


@dataclass(frozen=True, slots=True)
class ArticleBlock:
    """Articles by their seq, and how far the time had come before the first of them."""

    after: int
    last: int
    newest: float | None = None  # seconds; None if there are no articles before

    @property
    def name(self) -> str:
        """The key of its part."""
        return f"{self.after + 1}-{self.last}"


@dataclass(frozen=True, slots=True)
class DuplicatesJob:
    """Finds the near-duplicates of all articles between two seqs."""

    home: Home
    window_days: float
    after: int  # up to here, articles were grouped when this began
    until: int
    articles: int
    renewed: str  # when annotations were last renewed: with them, sketches
    forget_every: int  # articles between two moves of the window, as when they are grouped
    size: int = PART_ARTICLES  # a multiple of that
    traits: Traits = _TRAITS

    @property
    def name(self) -> str:
        """The name that people see."""
        return "duplicates"

    @property
    def key(self) -> str:
        """Other articles, sketches or settings make another job."""
        steps = self.window_days, self.forget_every, self.size
        return key_of(MODEL, self.after, self.until, self.articles, self.renewed, *steps)

    @property
    def files(self) -> FoundDuplicates:
        """Where the owner of the home keeps what was found."""
        return FoundDuplicates(duplicates_folder(self.home) / f"{self.after}-{self.key}")

    def count(self, connection: Reader) -> int:
        """Return the number of blocks."""
        return sum(1 for _ in self.blocks(connection))

    def blocks(self, connection: Reader) -> Iterator[ArticleBlock]:
        """Yield all articles in blocks, without the time before them."""
        bounds = every_nth_seq(connection, self.after, self.until, self.size)
        return starmap(ArticleBlock, pairwise((self.after, *bounds, self.until)))

    def split(self, connection: Reader) -> Iterator[Part[ArticleBlock]]:
        """Yield each block as a part; those that have a file need nothing."""
        newest = newest_time(connection, 0, self.after)
        for each in self.blocks(connection):
            is_found = self.files.has(each.name)
            items = () if is_found else (replace(each, newest=newest),)
            yield Part(each.name, items, int(is_found))
            found = newest_time(connection, each.after, each.last)
            newest = max(filter(None, (newest, found)), default=None)

    def start(self, opened: ExitStack) -> MapItems[ArticleBlock, Found]:
        """Open the database."""
        connection = opened.enter_context(closing(opened_database(self.home))).read()
        window = timedelta(days=self.window_days)
        find = partial(_found_in, connection, window, self.forget_every)
        return lambda blocks: {id_: each for block in blocks for id_, each in find(block).items()}

    def name_of(self, item: ArticleBlock) -> str:
        """Return the seqs of a block."""
        return f"articles {item.name}"


@dataclass(frozen=True, slots=True)
class FoundOutput:
    """Writes the file of a part, and then its record."""

    files: FoundDuplicates
    database: Database

    def commit(
        self,
        part: Part[ArticleBlock],
        mapped: Sequence[Mapped[ArticleBlock, Found]],
        record: Record,
    ) -> None:
        """Rename the file into place. Nobody waits for the record: at worst it is found again."""
        whole: dict[str, Sequence[DuplicateMatch]] = {}
        for some in mapped:
            whole |= some.result
        self.files.keep(part.key, whole)
        self.database.write(record)


def duplicates_folder(home: Home) -> Path:
    """Return where what was found is kept until stories are grouped; then it is removed."""
    return home.folder / "jobs" / "duplicates"


def begun_after(home: Home) -> int | None:
    """Return after which seq a job begins that was interrupted, or whose stories were."""
    for each in duplicates_folder(home).glob("*-*"):
        return int(each.name.partition("-")[0])
    return None


def _found_in(
    connection: Reader, window: timedelta, forget_every: int, block: ArticleBlock
) -> Found:
    """Return the near-duplicates of the articles of a block, as they are found one by one."""
    changed = list(members_to_regroup(connection, block.after))
    newest = max((each.at for each in changed), default=_LONG_AGO)
    if block.newest is not None:
        newest = max(newest, datetime.fromtimestamp(block.newest, UTC))
    index = DuplicateIndex(_window(connection, newest - window, block.after, changed))
    found: dict[str, Sequence[DuplicateMatch]] = {}
    seq = block.after
    while rows := grouping_rows_after(connection, seq, forget_every):
        seq = rows[-1].seq
        for row in (each for each in rows if each.seq <= block.last):
            newest = max(newest, _find(index, row, found) or newest)
        if seq >= block.last:
            break
        index.forget(newest - window)
    return found


def _find(
    index: DuplicateIndex, row: GroupingRow, found: dict[str, Sequence[DuplicateMatch]]
) -> datetime | None:
    """Find the near-duplicates of an article, and add it for later ones; return its time."""
    if row.is_hidden:
        index.drop(row.article)
        return None
    clipping, sketch = unpacked_clipping(row.clipping), unpacked_sketch(row.sketch)
    if clipping is None:
        return None
    if sketch is None:
        index.drop(row.article)
    else:
        found[row.article] = index.near_duplicates(sketch, row.article)
        index.add(row.article, sketch, clipping.at)
    return clipping.at


def _window(
    connection: Reader, since: datetime, until: int, changed: Sequence[ChangedMember]
) -> Iterator[tuple[str, bytes, datetime]]:
    """Yield the articles of the window in the order of their seq; then those that changed since."""
    for row in grouping_window(connection, since, until):
        clipping = unpacked_clipping(row.clipping)
        if clipping is not None and clipping.at >= since and not row.is_hidden:
            yield row.article, row.sketch, clipping.at
    yield from (each for each in changed if each.at >= since)
