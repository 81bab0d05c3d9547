"""Follows the sources of a home until the file HOME.stop exists, as `tidings run` does.

Usage: running_process.py HOME STAGE N. Kills itself with SIGKILL at a stage's nth call.
"""

import asyncio
import sys
from pathlib import Path
from typing import Any

from tests.crash.command_process import small_settings
from tests.crash.crawl_process import arm, quick_settings

from tidings.engine.live.command_execution import CommandExecution
from tidings.engine.live.crawler import Crawler, opened_crawler

STAGES: dict[str, tuple[Any, str, str]] = {
    "before-a-command": (CommandExecution, "_execute_one", "before"),
    "after-a-command": (CommandExecution, "_execute_one", "after"),
    "during-a-command": (CommandExecution, "_touch", "after"),
}


async def _stop_when_told(crawler: Crawler, stop: Path) -> None:
    while not stop.exists():  # noqa: ASYNC240 - a look at a file takes microseconds
        await asyncio.sleep(0.05)
    crawler.stop()


async def follow(home: Path) -> None:
    """Follow until told to stop."""
    small_settings(home)
    async with opened_crawler(quick_settings(home)) as crawler:
        stopping = asyncio.create_task(_stop_when_told(crawler, home.with_name("stop")))
        await crawler.follow()
        await stopping


def main() -> None:
    """Run with the arguments of the command line."""
    home, stage, calls = sys.argv[1:4]
    if stage != "none":
        arm(STAGES[stage], int(calls))
    asyncio.run(follow(Path(home)))


if __name__ == "__main__":
    main()
