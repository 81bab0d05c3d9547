"""Ingests one file in a process of its own, and prints as JSON what each step cost.

Usage: ingest_process.py HOME FILE ENGINE
"""

import json
import resource
import sys
import time
from dataclasses import replace
from pathlib import Path

from tidings.engine.ingesting.ingest import IngestProgress, ingest
from tidings.engine.ingesting.survey import Selection
from tidings.engine.process.gc_tuning import tune_gc
from tidings.settings.job_engine import JobEngine
from tidings.settings.tree import JobSettings, Settings


class _Steps:
    """Wall seconds, and CPU seconds of this process and of all that it waited for, by step."""

    def __init__(self) -> None:
        self.costs: dict[str, tuple[float, float, float]] = {}
        self._step = ""
        self._before = self._now()

    def begin(self, step: str) -> None:
        """End the step before this one; the same one goes on."""
        if step == self._step:
            return
        now = self._now()
        if self._step:
            spent = zip(now, self._before, strict=True)
            self.costs[self._step] = tuple(round(one - other, 3) for one, other in spent)  # type: ignore[assignment]
        self._step, self._before = step, now

    def _now(self) -> tuple[float, float, float]:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.perf_counter(), time.process_time(), children.ru_utime + children.ru_stime


def main() -> None:
    """Run with the arguments of the command line."""
    home, file, engine = sys.argv[1:4]
    settings = Settings(home=Path(home), jobs=replace(JobSettings(), engine=JobEngine(engine)))
    tune_gc()  # as the command does
    steps = _Steps()
    steps.begin("looking")
    progress = IngestProgress(
        reading=lambda done, of: steps.begin("reading"),
        following=lambda step, done, of: steps.begin(step.value),
    )
    done = ingest(settings, [file], Selection(), progress)
    steps.begin("the end")
    print(json.dumps({"outcomes": done.outcomes, "steps": steps.costs}))


if __name__ == "__main__":
    main()
