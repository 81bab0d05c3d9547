"""Rebuilds a home in a process of its own, and says when each step begins.

Usage: rebuild_process.py HOME ENGINE STEP…; each line of output is a step, the last one a result.
"""

import json
import sys
from dataclasses import replace
from pathlib import Path

from tidings.engine.process.gc_tuning import tune_gc
from tidings.engine.rebuilding import rebuild
from tidings.engine.rebuilding.rebuild import rebuild_home
from tidings.model.crawl.rebuild_step import RebuildStep
from tidings.settings.job_engine import JobEngine
from tidings.settings.tree import JobSettings, Settings


def announce_steps() -> None:
    """Print each step as it begins, and wait until that was noticed."""
    original = rebuild._Rebuild.do

    def do(self: rebuild._Rebuild, step: RebuildStep) -> None:
        print(step, flush=True)
        sys.stdin.readline()
        original(self, step)

    rebuild._Rebuild.do = do  # type: ignore[method-assign]


def main() -> None:
    """Run with the arguments of the command line."""
    home, engine, *steps = sys.argv[1:]
    jobs = replace(JobSettings(), engine=JobEngine(engine))
    settings = replace(Settings(home=Path(home)), jobs=jobs)
    announce_steps()
    tune_gc()  # as the command does
    wanted = frozenset(map(RebuildStep, steps))
    done = rebuild_home(settings, wanted, lambda *_: None, everything=False)
    result = {name: getattr(done, name) for name in ("added", "found", "stories", "ranked")}
    print(json.dumps(result | {"quarantined": len(done.quarantined)}), flush=True)
    sys.stdin.readline()


if __name__ == "__main__":
    main()
