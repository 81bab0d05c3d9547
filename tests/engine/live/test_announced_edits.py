"""Edits that papers announce are found within the budget, and papers that lie do not spend it."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from tests.engine.live.test_crawler import follow
from tests.engine.paper_server import PaperServer, paper_server

from tidings.engine.live.crawler import opened_crawler
from tidings.settings.tree import Settings

STEP = timedelta(hours=1)
NUMBERS = range(8)


class Paper:
    """A paper with an Atom feed that says when each article was changed."""

    def __init__(self, server: PaperServer) -> None:
        self.server = server
        self.changed: dict[int, datetime] = {}
        head = '<link rel="alternate" type="application/atom+xml" href="/feed.atom">'
        server.front(*(server.article(number) for number in NUMBERS), head=head)

    def edit(self, number: int, now: datetime) -> None:
        path = self.server.article(number, foot="")
        status, kind, body = self.server.pages[path]
        self.server.pages[path] = (status, kind, body.replace("on Tuesday", "last night"))
        self.changed[number] = now

    def publish(self, start: datetime, stamps: dict[int, datetime]) -> None:
        entries = "".join(
            f"<entry><title>{n}</title><link href='{self.server.url(f'/2026/11/story-{n}')}'/>"
            f"<published>{start.isoformat()}</published>"
            f"<updated>{stamps.get(n, start).isoformat()}</updated></entry>"
            for n in NUMBERS
        )
        feed = f"<feed xmlns='http://www.w3.org/2005/Atom'><title>P</title>{entries}</feed>"
        self.server.pages["/feed.atom"] = (200, "application/atom+xml", feed)

    @property
    def looks(self) -> int:
        """Return how often articles were fetched again."""
        paths = (f"/2026/11/story-{number}" for number in NUMBERS)
        return sum(self.server.requests[path] - 1 for path in paths)


@pytest.fixture
async def papers() -> AsyncIterator[tuple[Paper, Paper]]:
    async with paper_server() as honest, paper_server() as liar:
        yield Paper(honest), Paper(liar)


async def test_announced_edits_are_found_and_lies_cost_four_looks(
    settings: Settings, papers: tuple[Paper, Paper]
) -> None:
    # With this half-life the sample is empty: every look is an announced one.
    crawl = replace(settings.crawl, recheck_share=0.5, recheck_half_life=1.0)
    settings = replace(settings, crawl=crawl)
    honest, liar = papers
    start = now = datetime.now(UTC).replace(microsecond=0)
    follow(settings, *(paper.server.url("/") for paper in papers))
    for step in range(7):
        now = start + step * STEP
        if step in (2, 3, 5):
            honest.edit(step, now)
        honest.publish(start, honest.changed)
        liar.publish(start, dict.fromkeys(NUMBERS, now))
        # Opened anew at each step: what was announced is in the rows.
        clock = (now + timedelta(minutes=1)).timestamp
        async with opened_crawler(settings, clock, Random(1)) as crawler:
            await crawler.crawl(rounds=1 if step else None, recheck=True)
            revised = [
                number
                for number in NUMBERS
                if crawler.library.why(honest.server.url(f"/2026/11/story-{number}"))
                .visits[0]
                .reason
                == "its words have changed"
            ]
    assert revised == [2, 3, 5]
    assert honest.looks == 3
    assert liar.looks == 4
