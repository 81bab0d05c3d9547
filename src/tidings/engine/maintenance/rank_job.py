"""Ranking pages, hosts and domains as a job of three parts: each brings the votes it ranks by."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime

from tidings.engine.jobs.job import EachItem, Mapped, Part, Record, Runner, Traits, key_of
from tidings.search.links.aliases import KeyAliases
from tidings.search.links.anchors import anchors_of
from tidings.search.links.edges import Edges
from tidings.search.links.graph import Graph, Votes, graph_of
from tidings.search.links.link_ranks import LinkRanks, RankColumn
from tidings.search.links.page_keys import Keys
from tidings.search.links.rank_computation import column_of, with_columns
from tidings.settings.tree import LinkSettings
from tidings.store.database.database import Database
from tidings.store.database.session import Reader

_ITEM_SECONDS = 1_200.0  # thirty million links take minutes; a hung process is not worth a guess


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """The votes between pages, between hosts or between domains."""

    name: str
    votes: Votes


@dataclass(frozen=True, slots=True, eq=False)
class RankJob:
    """Ranks the levels of a graph. It is not continued: another graph makes another job."""

    graph: Graph | None = field(repr=False)  # None where levels are ranked: they come with parts
    links: LinkSettings
    began_at: datetime
    traits: Traits = field(default_factory=lambda: Traits(item_seconds=_ITEM_SECONDS))

    @property
    def name(self) -> str:
        """The name that people see."""
        return "linkrank"

    @property
    def key(self) -> str:
        """Each graph makes another job."""
        return key_of(self.began_at)

    def __reduce__(self) -> tuple[type["RankJob"], tuple[None, LinkSettings, datetime]]:
        """Leave the graph at home when the job is sent to where its parts are mapped."""
        return RankJob, (None, self.links, self.began_at)

    def count(self, connection: Reader) -> int:
        """Return the number of levels."""
        return 3

    def split(self, connection: Reader) -> Iterator[Part[Level]]:
        """Yield the levels, the largest first."""
        assert self.graph is not None
        yield Part("page", (Level("page", self.graph.pages),))
        yield Part("host", (Level("host", self.graph.hosts),))
        yield Part("domain", (Level("domain", self.graph.domains),))

    def start(self, opened: ExitStack) -> EachItem[Level, RankColumn]:
        """Return the function that ranks a level."""
        return EachItem(lambda level: column_of(level.votes, self.links))

    def name_of(self, item: Level) -> str:
        """Return the name of a level."""
        return f"ranks by {item.name}"


class ColumnsOutput:
    """Keeps the ranks of the levels until all are there."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.columns: dict[str, RankColumn] = {}

    def commit(
        self, part: Part[Level], mapped: Sequence[Mapped[Level, list[RankColumn]]], record: Record
    ) -> None:
        """Keep the ranks of a level."""
        for some in mapped:
            for level, column in zip(some.items, some.result, strict=True):
                self.columns[level.name] = column
        self._database.write(record)


def ranks_by_job(
    runner: Runner,
    database: Database,
    links: tuple[Edges, KeyAliases, Keys],
    settings: LinkSettings,
    now: datetime,
) -> LinkRanks:
    """Return the ranks computed from links between archived pages and articles."""
    graph = graph_of(*links)
    output = ColumnsOutput(database)
    job = RankJob(graph, settings, now)
    runner.run(job, output)
    columns = [
        # A level that was too large for the memory of a place is ranked here.
        output.columns.get(level.name) or column_of(level.votes, settings)
        for part in job.split(database.read())
        for level in part.items
    ]
    return with_columns(graph, columns, anchors_of(*links, settings))
