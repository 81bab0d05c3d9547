"""Executes the query runs of a home, and kills itself with SIGKILL at the nth call of a stage.

Usage: mining_process.py HOME STAGE N. Runs that were interrupted go on.
"""

import asyncio
import sys
from pathlib import Path
from typing import Any

from tests.crash.crawl_process import arm, quick_settings
from tests.engine.in_process_pool import InProcessPool

from tidings.engine.agents import beginning, run_clerk, run_settling
from tidings.engine.commands.command_values import ResumeRun
from tidings.engine.commands.issuing import Commands
from tidings.engine.listing.query_runs import run_list
from tidings.engine.live import crawler
from tidings.engine.reading.pool import Pool
from tidings.fetch.client import WebFetcher
from tidings.model.agents.query_run import RunState
from tidings.store.archive.warc_files import Archive
from tidings.store.database.grouped_writes import GroupedWrites

STAGES: dict[str, tuple[Any, str, str]] = {
    "before-run-begins": (beginning, "begin_run", "before"),
    "after-run-begins": (beginning, "begin_run", "after"),
    "before-step-row": (run_clerk, "begin_step", "before"),
    "after-step-row": (run_clerk, "begin_step", "after"),
    "before-request": (WebFetcher, "fetch", "before"),
    "after-request": (WebFetcher, "fetch", "after"),
    "before-read": (Pool, "read", "before"),
    "after-read": (Pool, "read", "after"),
    "before-archive": (Archive, "append", "before"),
    "between-sync-and-commit": (Archive, "sync", "after"),
    "after-commit": (GroupedWrites, "_commit", "after"),
    "before-settling": (run_settling.RunSettler, "_settle", "before"),
    "after-settling": (run_settling.RunSettler, "_settle", "after"),
    "before-find": (run_settling, "keep_find", "before"),
    "after-events": (run_settling, "add_events", "after"),
    "before-replacement": (run_clerk, "replace_step", "before"),
    "after-replacement": (run_clerk, "replace_step", "after"),
    "before-run-ends": (run_clerk, "end_run", "before"),
    "after-run-ends": (run_clerk, "end_run", "after"),
}


async def mine(home: Path) -> None:
    """Go on with the runs of a home."""
    async with crawler.opened_crawler(quick_settings(home)) as opened:
        database = opened.library.database
        running = [each for each in run_list(database.read(), 9) if each.end is None]
        await opened.execute_runs()  # those that wait; others turn out to be interrupted
        left = [each.id for each in run_list(database.read(), 9)
                if each.state is RunState.INTERRUPTED]  # fmt: skip
        assert {*left} <= {each.id for each in running}
        Commands(quick_settings(home), database).store(*map(ResumeRun, left))
        await opened.execute_runs()


def main() -> None:
    """Run with the arguments of the command line."""
    home, stage, calls = sys.argv[1:4]
    setattr(crawler, "Pool", InProcessPool)  # noqa: B010 - it is not exported
    if stage != "none":
        arm(STAGES[stage], int(calls))
    asyncio.run(mine(Path(home)))


if __name__ == "__main__":
    main()
