"""Crawls a home until idle, and kills itself with SIGKILL when it reaches a stage for the nth time.

Usage: crawl_process.py HOME STAGE N. Prints the id of every article once it is acknowledged.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.homes import shared_homes_are_wanted

from tidings.engine.followers import story_grouping
from tidings.engine.followers.story_act import StoryAct
from tidings.engine.followers.story_grouping import StoryGrouping
from tidings.engine.live.crawler import opened_crawler
from tidings.engine.live.pipeline import Pipeline
from tidings.engine.reading.pool import Pool
from tidings.engine.reading.reading_task import Reading
from tidings.engine.settling.settler import VisitResult
from tidings.engine.state import focus_learning, site_memory
from tidings.fetch.client import WebFetcher
from tidings.search.forward_index.forward_store import ForwardStore
from tidings.search.index.search_index import Index
from tidings.settings.tree import Settings
from tidings.store.archive.warc_files import Archive
from tidings.store.database.grouped_writes import GroupedWrites
from tidings.store.tables.changes import article_changes

# stage -> (owner of the method, its name, whether to die before or after it)
STAGES: dict[str, tuple[Any, str, str]] = {
    "before-fetch": (WebFetcher, "fetch", "before"),
    "after-fetch": (WebFetcher, "fetch", "after"),
    "before-read": (Pool, "read", "before"),
    "after-read": (Pool, "read", "after"),
    "before-archive": (Archive, "append", "before"),
    "after-archive": (Archive, "append", "after"),
    "before-sync": (Archive, "sync", "before"),
    "between-sync-and-commit": (Archive, "sync", "after"),
    "after-commit": (GroupedWrites, "_commit", "after"),
    "before-numbering": (article_changes, "take_numbers", "before"),
    "after-numbering": (article_changes, "take_numbers", "after"),
    "before-site-memory": (site_memory, "keep_site_memory", "before"),
    "after-site-memory": (site_memory, "keep_site_memory", "after"),
    "before-learned-focus": (focus_learning, "keep_learned_focus", "before"),
    "after-learned-focus": (focus_learning, "keep_learned_focus", "after"),
    "before-story": (StoryGrouping, "write", "before"),
    "after-story": (StoryGrouping, "write", "after"),
    "before-story-cursor": (story_grouping, "set_grouped_seq", "before"),
    "after-story-cursor": (story_grouping, "set_grouped_seq", "after"),
    "after-story-commit": (StoryAct, "take", "after"),
    "before-correction": (StoryGrouping, "reconsider", "before"),
    "after-correction": (StoryGrouping, "reconsider", "after"),
    "before-index": (Index, "add", "before"),
    "after-index": (Index, "add", "after"),
    "between-index-halves": (ForwardStore, "commit", "after"),
    "before-index-commit": (Index, "commit", "before"),
    "after-index-commit": (Index, "commit", "after"),
}

# Those that only PostgreSQL has: see postgres_stages.py, which needs psycopg.
SERVER_STAGES: tuple[str, ...] = (
    ("before-commit-is-sent", "between-commit-and-answer") if shared_homes_are_wanted() else ()
)


def arm_at(stages: dict[str, tuple[Any, str, str]], stage: str, calls: int) -> None:
    """Do so at a stage that is one of these, or that only PostgreSQL has."""
    if stage in SERVER_STAGES:
        from tests.crash import postgres_stages

        postgres_stages.split_commits()
        stages = postgres_stages.STAGES
    arm(stages[stage], calls)


def arm(stage: tuple[Any, str, str], calls: int) -> None:
    """Make this process kill itself at the nth call of a stage."""
    owner, name, when = stage
    original: Callable[..., Any] = getattr(owner, name)
    left = calls

    def die_if_due() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def plain(*args: Any, **kwargs: Any) -> Any:
        if when == "before":
            die_if_due()
        result = original(*args, **kwargs)
        if when == "after":
            die_if_due()
        return result

    async def awaited(*args: Any, **kwargs: Any) -> Any:
        if when == "before":
            die_if_due()
        result = await original(*args, **kwargs)
        if when == "after":
            die_if_due()
        return result

    setattr(owner, name, awaited if asyncio.iscoroutinefunction(original) else plain)


def announce_acknowledged() -> None:
    """Print the id of each article whose commit the pipeline has seen."""
    original = Pipeline._on_settled

    def announce(self: Pipeline, settled: VisitResult, reading: Reading | None = None) -> None:
        if settled.article is not None:
            print(settled.article.id, flush=True)
        original(self, settled, reading)

    Pipeline._on_settled = announce  # type: ignore[method-assign]


def quick_settings(home: Path) -> Settings:
    """Settings for many small transactions, without delays."""
    settings = Settings(home=home)
    return replace(
        settings,
        fetch=replace(settings.fetch, delay=0.0, allow_private=("127.0.0.0/8",)),
        store=replace(settings.store, batch=5, commit_seconds=0.01, warc_max_bytes=300_000),
        search=replace(settings.search, commit_seconds=0.05),
        engine=replace(settings.engine, workers=1),
    )


async def crawl(home: Path) -> None:
    """Crawl until idle."""
    async with opened_crawler(quick_settings(home)) as crawler:
        await crawler.crawl()


def main() -> None:
    """Run with the arguments of the command line."""
    home, stage, calls = sys.argv[1:4]
    announce_acknowledged()
    if stage != "none":
        arm_at(STAGES, stage, int(calls))
    asyncio.run(crawl(Path(home)))


if __name__ == "__main__":
    main()
