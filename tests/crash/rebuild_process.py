"""Rebuilds a home, and kills itself with SIGKILL when it reaches a stage for the nth time.

Usage: rebuild_process.py HOME STAGE N. Works in small parts, and prints each that it has finished.
"""

import sys
from pathlib import Path
from typing import Any

from tests.crash.crawl_process import arm

from tidings.engine.jobs import job_log
from tidings.engine.jobs.job_run import JobRun
from tidings.engine.jobs.table_output import TableOutput
from tidings.engine.maintenance import reannotate, reindex
from tidings.engine.rebuilding import extract_job, rebuild
from tidings.engine.runners import local_runner
from tidings.model.crawl.rebuild_step import RebuildStep
from tidings.search.index import part_assembly, rebuilding
from tidings.search.index.stored_parts import StoredParts
from tidings.settings.tree import Settings
from tidings.store.database.grouped_writes import GroupedWrites

STAGES: dict[str, tuple[Any, str, str]] = {
    "before-mapping": (local_runner, "mapped_alone", "before"),
    "after-mapping": (local_runner, "mapped_alone", "after"),
    "before-output": (TableOutput, "commit", "before"),
    "between-output-and-record": (job_log, "add_part", "before"),
    "after-record": (job_log, "add_part", "after"),
    "after-commit": (GroupedWrites, "_commit", "after"),
    "between-parts": (TableOutput, "commit", "after"),
    "between-steps": (rebuild, "_note_step", "before"),
    "before-index-part": (StoredParts, "keep", "before"),
    "after-index-part": (StoredParts, "keep", "after"),
    "before-assembly": (reindex, "assemble", "before"),
    "in-assembly": (part_assembly, "_assemble_tantivy", "before"),
    "after-assembly": (reindex, "assemble", "after"),
    "before-switch": (rebuilding, "make_current", "before"),
    "after-switch": (rebuilding, "make_current", "after"),
}


def announce_finished() -> None:
    """Print job and key of each part once it is committed."""
    original = JobRun.commit

    def announce(self: Any, part: Any, outcome: Any) -> None:
        original(self, part, outcome)
        print(f"{self._log.number}:{part.key}".replace(" ", "_"), flush=True)

    JobRun.commit = announce  # type: ignore[method-assign]


def main() -> None:
    """Run with the arguments of the command line."""
    home, stage, calls = sys.argv[1:4]
    extract_job._CHUNK = 7
    reannotate._CHUNK = 7
    setattr(reindex, "PART_ARTICLES", 5)  # noqa: B010 - it is Final
    reannotate._GROUP_CHUNK = 10
    setattr(rebuild, "process_count", lambda settings: 0)  # noqa: B010 - in this process
    announce_finished()
    if stage != "none":
        arm(STAGES[stage], int(calls))
    steps = frozenset(RebuildStep) - {RebuildStep.LINKS}
    rebuild.rebuild_home(Settings(home=Path(home)), steps, lambda *_: None, everything=False)


if __name__ == "__main__":
    main()
