"""The commands that start jobs, by their kind: how each goes on."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from tidings.engine.backfill.bulk_crawl import resumed_crawl
from tidings.engine.ingesting.ingest import resumed_ingest
from tidings.engine.jobs.job import Progress
from tidings.engine.rebuilding.rebuild import resumed_rebuild
from tidings.settings.tree import Settings

# Gets the job's number and the arguments that were kept with it, and returns what was done.
ResumeJob = Callable[[Settings, int, Mapping[str, Any], Progress], object]

KINDS: Final[Mapping[str, ResumeJob]] = {
    "crawl": resumed_crawl,
    "ingest": resumed_ingest,
    "rebuild": resumed_rebuild,
}
