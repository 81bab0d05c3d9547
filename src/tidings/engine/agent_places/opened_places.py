"""Opens the places of a cluster for the runs of one process, which owns the home."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from uuid import uuid4

from tidings.engine.agent_places.agent_place import NO_JOB
from tidings.engine.agent_places.place_actors import PlaceActors
from tidings.engine.jobs.job_files import HomeJobFiles
from tidings.engine.places.leasing import begin_leasing, end_leasing
from tidings.engine.places.place_equipment import PlaceTerms
from tidings.engine.process.home import existing_home
from tidings.engine.runners.ray_connection import RayConnection
from tidings.engine.runners.sent_job import put_mark
from tidings.model.web.request_log import LoggedRequest
from tidings.settings.tree import Settings
from tidings.store.database.database import Database
from tidings.store.database.errors import StoreError


@dataclass(frozen=True, slots=True)
class HomeOfRuns:
    """What places need of the process that owns the home."""

    settings: Settings
    database: Database
    knowledge: int  # the version to annotate with, kept while the places are open
    on_request: Callable[[LoggedRequest], None]
    on_lost: Callable[[Exception], None]  # the whole cluster
    clock: Callable[[], float]


@asynccontextmanager
async def opened_places(cluster: RayConnection, owner: HomeOfRuns) -> AsyncIterator[PlaceActors]:
    """Let the places of a cluster ask hosts for this home while the block runs."""
    settings, database = owner.settings, owner.database
    run, mark, home = uuid4().hex, secrets.token_hex(), existing_home(settings)
    count = await asyncio.to_thread(_place_count, cluster, settings)
    at_once, patience = settings.fetch.concurrency, settings.agents.step_seconds
    terms = PlaceTerms(home, settings, run, count, owner.knowledge, at_once, patience)
    actors = PlaceActors(cluster, terms, mark, owner.on_request, owner.on_lost, owner.clock)
    files = HomeJobFiles(home, NO_JOB)
    await database.write_async(lambda db: begin_leasing(db, run, settings))
    watching = asyncio.create_task(actors.watch())
    try:
        await asyncio.to_thread(put_mark, files, mark)
        await actors.open()
        yield actors
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        await actors.close()
        with suppress(StoreError, OSError):
            await asyncio.to_thread(files.clear)
            await database.write_async(end_leasing)


def _place_count(cluster: RayConnection, settings: Settings) -> int:
    """Return how many actors there are: one for each core that the nodes lend, unless set."""
    return settings.agents.places or max(1, sum(node.cores for node in cluster.nodes()))
