"""Ingests a folder, and kills itself with SIGKILL when it reaches a stage for the nth time.

Usage: ingest_process.py HOME STAGE N. Takes in HOME/../files in small parts, and prints each part
that it has finished.
"""

import sys
from pathlib import Path
from typing import Any

from tests.crash.crawl_process import arm
from tests.crash.rebuild_process import announce_finished

from tidings.engine.ingesting import catching_up, ingest, job_folder, survey
from tidings.engine.ingesting.ingest import IngestOutput, IngestProgress
from tidings.engine.ingesting.record_reading import RecordReader
from tidings.engine.ingesting.survey import Selection
from tidings.engine.jobs import job_log
from tidings.engine.runners import runner_choice
from tidings.settings.tree import Settings
from tidings.store.archive.warc_files import Archive
from tidings.store.database.grouped_writes import GroupedWrites

STAGES: dict[str, tuple[Any, str, str]] = {
    "while-looking": (survey, "_note_all", "after"),
    "after-looking": (job_folder, "survey_file", "after"),
    "while-reading": (RecordReader, "read", "before"),
    "before-output": (IngestOutput, "commit", "before"),
    "after-archiving": (Archive, "append", "after"),
    "between-output-and-record": (job_log, "add_part", "before"),
    "after-record": (job_log, "add_part", "after"),
    "after-commit": (GroupedWrites, "_commit", "after"),
    "between-parts": (IngestOutput, "commit", "after"),
    "before-stories": (catching_up, "regroup_stories", "before"),
    "before-index": (catching_up, "_index", "before"),
    "before-the-end": (ingest, "catch_up", "after"),
}


def main() -> None:
    """Run with the arguments of the command line."""
    home, stage, calls = sys.argv[1:4]
    setattr(ingest, "CHUNK", 2)  # noqa: B010 - records in a part
    setattr(runner_choice, "process_count", lambda settings: 0)  # noqa: B010 - in this process
    announce_finished()
    if stage != "none":
        arm(STAGES[stage], int(calls))
    files = Path(home).parent / "files"
    ingest.ingest(Settings(home=Path(home)), [str(files)], Selection(), IngestProgress())


if __name__ == "__main__":
    main()
