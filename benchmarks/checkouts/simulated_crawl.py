"""Crawls at simulated times with the code of one checkout; a program that `edits` starts.

Unlike all other parts of `checkouts` it imports the tree's modules: the command line has no clock
of its own. Every line on standard input is a moment; what is due then is crawled, with rechecks.
"""

import asyncio
import json
import sys
import time
from dataclasses import replace
from pathlib import Path
from random import Random

from tidings.engine.live.crawler import opened_crawler
from tidings.settings.tree import Settings


def _settings(home: Path, share: float) -> Settings:
    settings = Settings(home=home)
    return replace(
        settings,
        fetch=replace(settings.fetch, delay=0.0, per_host=8, allow_private=("127.0.0.0/8",)),
        crawl=replace(settings.crawl, recheck_share=share),
        engine=replace(settings.engine, workers=1),
    )


async def _crawl(home: Path, share: float) -> None:
    began, base = time.monotonic(), float(sys.stdin.readline())

    def clock() -> float:
        return base + time.monotonic() - began

    async with opened_crawler(_settings(home, share), clock, Random(1)) as crawler:
        while True:
            await crawler.crawl(recheck=True)
            print(json.dumps({"looks": crawler.tally.looks}), flush=True)
            line = sys.stdin.readline()
            if not line:
                return
            began, base = time.monotonic(), float(line)


if __name__ == "__main__":
    asyncio.run(_crawl(Path(sys.argv[1]), float(sys.argv[2])))
