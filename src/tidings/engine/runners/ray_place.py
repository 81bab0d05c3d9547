"""A place of a cluster: an actor on a node, which maps parts in a process of its own.

Nothing but the facts about a part travels back: what it yielded is in the files of the job. Ray
itself is not imported here, so that anybody may read this module.
"""

import os
from dataclasses import dataclass
from typing import Any

from tidings.engine.jobs.job import Part, traits_of
from tidings.engine.jobs.job_files import MAPPED, HomeJobFiles
from tidings.engine.jobs.part_file import MappedRange, PartFacts, write_part
from tidings.engine.jobs.part_outcome import PartOutcome
from tidings.engine.jobs.scratch import Scratch
from tidings.engine.process.home import Home
from tidings.engine.process.message import HEADER, unpacked
from tidings.engine.runners.halving import mapped_alone
from tidings.engine.runners.sent_job import found_home, unpacked_job
from tidings.engine.runners.worker_process import WorkerProcess


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a place needs to know about a job, or a stage of one."""

    home: Home  # as the driver sees it
    number: int  # of the job
    mark: str
    job: bytes  # without its home
    seconds: float  # time limit for a part of one item
    kind: str  # of files for results; those that wait to be reduced are lists of pieces
    place: str = ""  # the name of the node, for `tidings jobs show`


class Place:
    """The actor. It has one part at a time, and lives as long as the driver."""

    def __init__(self) -> None:
        self._assignment: Assignment | None = None
        self._process: WorkerProcess | None = None

    def prepare(self, assignment: Assignment) -> int:
        """Take a job; the one before is forgotten. Returns the number of this process."""
        self.close()
        own_folder = os.environ.get("TIDINGS_HOME", "")
        home = found_home(assignment.home, own_folder, assignment.number, assignment.mark)
        self._job = unpacked_job(assignment.job, home)
        self._files = HomeJobFiles(home, assignment.number, assignment.kind)
        self._process = WorkerProcess(self._job)
        self._assignment = assignment
        return os.getpid()

    def map(self, part: Part[Any]) -> PartFacts:
        """Map a part, put its file, and return the facts of the file that stays."""
        assert self._assignment is not None
        assert self._process is not None
        process, limit = self._process, self._assignment.seconds
        per_item = traits_of(self._job).item_seconds
        outcome: PartOutcome[Any, bytes] = mapped_alone(
            self._job,
            part.items,
            lambda items: process.map_packed(items, limit + per_item * len(items)),
        )
        return self._put(part, outcome)

    def _put(self, part: Part[Any], outcome: PartOutcome[Any, bytes]) -> PartFacts:
        assert self._assignment is not None
        facts = _facts(outcome, self._assignment.place)
        results = [each.result for each in outcome.mapped]
        if self._assignment.kind == MAPPED:
            pieces = [unpacked(memoryview(each)[HEADER.size :]) for each in results]
            return Scratch(self._files).write(part.key, pieces, facts)
        return write_part(self._files, part.key, facts, [results])

    def close(self) -> None:
        """End the process that maps."""
        if self._process is not None:
            self._process.close()
            self._process = None


def _facts(outcome: PartOutcome[Any, bytes], place: str) -> PartFacts:
    ranges = tuple(
        MappedRange(first, len(each.items), each.seconds)
        for first, each in zip(outcome.firsts, outcome.mapped, strict=True)
    )
    return PartFacts(ranges, tuple(outcome.quarantined), outcome.seconds, place)
