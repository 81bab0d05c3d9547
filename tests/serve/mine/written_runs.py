"""Query runs written by hand into a home, as its owner does while agents search."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta

from tests.serve.small_home import NOW

from tidings.model.agents.agent_event import AgentEvent, AgentEventKind
from tidings.model.agents.query_run import RunEnd, RunRequest
from tidings.model.agents.run_find import RunFind
from tidings.model.articles.article import Article
from tidings.settings.tree import Settings
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Writer
from tidings.store.tables.agents.query_events import add_events, last_event
from tidings.store.tables.agents.query_finds import keep_find
from tidings.store.tables.agents.query_runs import (
    RunBasis,
    RunCounts,
    add_run,
    begin_run,
    end_run,
    interrupt_run,
    note_counts,
)
from tidings.store.tables.articles.articles import keep_article

PAGE = "https://post.example/news"
BORN = AgentEvent(AgentEventKind.BORN, 1, url=PAGE, energy=1.0)
SEEN = AgentEvent(AgentEventKind.SAW, 1, url=PAGE, energy=1.2, relevance=0.4, words="News")
RATE = AgentEvent(AgentEventKind.RATE, relevance=0.26, words="43 pages, 5 finds, 8 agents")
DIED = AgentEvent(AgentEventKind.DIED, 1, url=PAGE, words="starved")
ENDED = AgentEvent(AgentEventKind.ENDED, words="pages")


class WrittenRuns:
    """Writes what a run does, each call in a transaction of its own."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def start(self, query: str = "ferry", *, begun: bool = True, at: datetime = NOW) -> int:
        """Ask for a run; unless it is to wait, it begins."""
        request = RunRequest(query)
        number: int = self.database.write(lambda db: add_run(db, request, at)).result()
        if begun:
            self.begin(number, at)
        return number

    def begin(self, run: int, at: datetime = NOW) -> None:
        """Let a run that waits begin."""
        basis = RunBasis((PAGE,), "en", "", b"")
        self.database.write(lambda db: begin_run(db, run, basis, at)).result()

    def tell(self, run: int, *events: AgentEvent, at: datetime = NOW) -> None:
        """Let a run tell some events."""
        self.database.write(
            lambda db: add_events(db, run, last_event(db, run) + 1, events, at)
        ).result()

    def keep(self, article: Article) -> None:
        """Keep an article, as the step that finds it does."""
        self.database.write(lambda db: keep_article(db, article, NOW)).result()

    def find(
        self, run: int, article: Article, relevance: float = 0.8, *, words: str = "Ferry back"
    ) -> None:
        """Let an agent follow a link to an article, and find it."""
        found = RunFind(
            article.url, article.id, article.title, "The Post", 1, article.published, relevance,
            NOW + timedelta(seconds=1),
        )  # fmt: skip
        self.database.write(lambda db: keep_find(db, run, found)).result()
        self.tell(run, *finding(article.url, relevance, words))

    def count(self, run: int, **counts: float) -> None:
        """Note what a run has used."""
        noted = replace(RunCounts(), **counts)  # type: ignore[arg-type]
        self.database.write(lambda db: note_counts(db, run, noted, 1.0)).result()

    def interrupt(self, run: int) -> None:
        """Note that the process of a run was killed."""
        self.database.write(lambda db: interrupt_run(db, run)).result()

    def end(self, run: int, why: RunEnd = RunEnd.PAGES) -> None:
        """End a run, and tell it."""

        def work(db: Writer) -> None:
            add_events(db, run, last_event(db, run) + 1, [ENDED], NOW)
            end_run(db, run, why, "", NOW)

        self.database.write(work).result()


def finding(url: str, relevance: float = 0.8, words: str = "Ferry back") -> Sequence[AgentEvent]:
    """Return the events of a step to a relevant page."""
    return (
        AgentEvent(AgentEventKind.MOVED, 1, url=url, energy=1.2, estimate=0.71, words=words),
        AgentEvent(AgentEventKind.SAW, 1, url=url, energy=1.9, relevance=relevance),
        AgentEvent(AgentEventKind.FOUND, 1, url=url, energy=1.9, relevance=relevance),
    )


@contextmanager
def written_runs(settings: Settings) -> Iterator[WrittenRuns]:
    """Open a home to write runs into it."""
    database = open_database(settings.home / "tidings.db", settings.store)
    try:
        yield WrittenRuns(database)
    finally:
        database.close()
