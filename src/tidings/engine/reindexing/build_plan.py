"""The plan of an index build: which changes its parts stand for. It is stored before the first.

A build that was killed goes on by the same plan, unless it would mix old entries with new ones.
"""

import json
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Final

from tidings.engine.jobs.code_version import code_version
from tidings.engine.jobs.job import key_of
from tidings.search.entries.schema import VERSION
from tidings.search.forward_index.manifest import replace_file
from tidings.search.index.stored_parts import PARTS, StoredParts
from tidings.store.database.session import Reader
from tidings.store.tables.articles.articles import every_nth_seq
from tidings.store.tables.changes.article_changes import newest_change
from tidings.store.tables.jobs.job_rows import has_finished_since

_PLAN: Final = "plan"
_RENEWING: Final = "annotate"  # the job that changes articles without a change in the log


@dataclass(frozen=True, slots=True)
class BuildPlan:
    """Parts by the seqs of their articles; what changes later is added once they are there."""

    version: str  # of the code that makes entries
    began_at: float  # seconds
    until: int  # the last change that a part stands for
    bounds: tuple[int, ...]  # each part has the seqs after one and up to the next

    @property
    def key(self) -> str:
        """A key that no other build has."""
        return key_of(self.version, self.began_at, self.until, self.bounds)

    def ranges(self) -> Iterator[tuple[str, int, int]]:
        """Yield the name of each part, and its seqs: after the first, up to the second."""
        for after, last in pairwise((*self.bounds, self.until)):
            yield f"{after + 1:012}-{last:012}", after, last


def begun_plan(connection: Reader, index: Path, size: int, now: datetime) -> BuildPlan:
    """Return the plan of the build that was interrupted, or store a new one."""
    plan = _stored_plan(index)
    if plan is None or not _goes_on(plan, connection):
        shutil.rmtree(index / PARTS, ignore_errors=True)
        until = newest_change(connection)
        bounds = (0, *every_nth_seq(connection, 0, until, size))
        plan = BuildPlan(_version(), now.timestamp(), until, bounds)
        parts_of(plan, index).folder.mkdir(parents=True)
        replace_file(index / PARTS / _PLAN, json.dumps(asdict(plan)))
    return plan


def parts_of(plan: BuildPlan, index: Path) -> StoredParts:
    """Return the finished parts of a build."""
    return StoredParts(index / PARTS / plan.key)


def forget_plan(index: Path) -> None:
    """Delete the plan and all parts, once they are in an index or of no use."""
    shutil.rmtree(index / PARTS, ignore_errors=True)


def _goes_on(plan: BuildPlan, connection: Reader) -> bool:
    began = datetime.fromtimestamp(plan.began_at, UTC)
    return (
        plan.version == _version()
        and plan.until <= newest_change(connection)
        and not has_finished_since(connection, _RENEWING, began)
    )


def _version() -> str:
    return f"{VERSION} {code_version('text', 'search/entries')}"


def _stored_plan(index: Path) -> BuildPlan | None:
    try:
        known = json.loads((index / PARTS / _PLAN).read_text("utf-8"))
        return BuildPlan(**known | {"bounds": tuple(known["bounds"])})
    except (OSError, ValueError, TypeError, KeyError):
        return None
