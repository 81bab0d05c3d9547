"""Runs a reducing job, and kills itself with SIGKILL when it reaches a stage for the nth time.

Usage: reducing_process.py FOLDER STAGE N. Prints nothing.
"""

import sys
from pathlib import Path
from typing import Any

from tests.crash.crawl_process import arm
from tests.engine.jobs.pair_job import Pair, PairJob, write_lists

from tidings.engine.jobs import job_log
from tidings.engine.jobs.job_log import JobLog
from tidings.engine.jobs.scratch import Scratch
from tidings.engine.jobs.stages import ScratchOutput
from tidings.engine.jobs.table_output import TableOutput
from tidings.engine.runners.local_runner import LocalRunner
from tidings.settings.tree import StoreSettings
from tidings.store.database.database import open_database

PAIRS: tuple[Pair, ...] = tuple((f"key {n % 9}", n) for n in range(18))
# In the order in which kills may follow each other. Nobody waits for the record of a mapped part:
# a kill at one while mapping may come after all was mapped.
STAGES: dict[str, tuple[Any, str, str]] = {
    "while-mapping": (PairJob, "partition", "before"),
    "before-a-file-is-renamed": (Path, "hardlink_to", "before"),
    "between-file-and-record": (Scratch, "write", "after"),
    "between-map-parts": (ScratchOutput, "commit", "after"),
    "before-all-is-mapped": (Scratch, "note_mapped", "before"),
    "between-map-and-reduce": (Scratch, "note_mapped", "after"),
    "while-reducing": (PairJob, "reduce", "after"),
    "before-a-record-is-committed": (job_log, "add_part", "after"),
    "between-reduce-and-record": (TableOutput, "commit", "before"),
    "between-partitions": (TableOutput, "commit", "after"),
    "before-all-is-reduced": (JobLog, "note", "before"),
    "before-clean-up": (Scratch, "remove", "before"),
    "after-clean-up": (Scratch, "remove", "after"),
    "after-the-end": (JobLog, "end", "after"),
}


def job_in(folder: Path) -> PairJob:
    """Return the job, with five parts to map and three partitions."""
    return PairJob(folder, PAIRS)


def main() -> None:
    """Run with the arguments of the command line."""
    folder, stage, calls = sys.argv[1:4]
    if stage != "none":
        arm(STAGES[stage], int(calls))
    database = open_database(Path(folder) / "tidings.db", StoreSettings(commit_seconds=0.01))
    LocalRunner(database, 0).run(job_in(Path(folder)), TableOutput(database, write_lists))
    database.close()


if __name__ == "__main__":
    main()
