"""The actors that make the visits of agents, as the driver sees them.

The hash of a host's domain names its actor, for as long as the runs last: so no two actors ask one
host, nor two hosts of one domain. An actor that is lost is replaced by another one, on a node that
is alive, which asks the hosts once their leases have expired.
"""

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NoReturn

from tidings.engine.agent_places.agent_place import AgentPlace
from tidings.engine.agent_places.sent_visit import (
    HostElsewhere,
    PageMoved,
    PageSeen,
    SentVisit,
    VisitReport,
)
from tidings.engine.cluster.errors import ClusterUnusable
from tidings.engine.places.place_equipment import PlaceTerms
from tidings.engine.runners.ray_connection import Node, RayConnection
from tidings.engine.runners.sent_job import WrongHome, packed_job
from tidings.events.logged_event import emit
from tidings.events.work_events import PlaceLost, PlaceRefused
from tidings.model.web.request_log import LoggedRequest
from tidings.read.url import domain_of, host_of

_OPEN_SECONDS = 60.0  # for a process to start, import and open the home, on a busy node
_MAX_STARTS = 4  # of an actor in a row, on different nodes if there are some
_CLOSE_SECONDS = 10.0  # to let hosts go; without that their leases expire
AGAIN = "tidings mine --resume --engine ray"


class VisitLost(Exception):
    """A visit brought nothing, not even a failure: its place is gone. Another agent goes there."""


@dataclass(slots=True)
class _Slot:
    """The share of an actor: all domains with the same hash."""

    hosts: set[str] = field(default_factory=set)  # that its actor may hold
    node: Node | None = None
    handle: Any = None
    opening: "asyncio.Task[Any] | None" = None


class PlaceActors:
    """All actors of a driver; used in its event loop."""

    def __init__(
        self,
        cluster: RayConnection,
        terms: PlaceTerms,
        mark: str,
        on_request: Callable[[LoggedRequest], None],
        on_lost: Callable[[Exception], None],
        clock: Callable[[], float],
    ) -> None:
        """`on_lost` is called when the whole cluster is lost; `mark` is that of the home."""
        self._cluster = cluster
        self._errors = cluster.ray.exceptions
        self._terms = terms
        self._mark = mark
        self._on_request = on_request
        self._on_lost = on_lost
        self._clock = clock
        self._slots = [_Slot() for _ in range(terms.places)]
        self._ready: dict[str, float] = {}  # when hosts may be asked
        self._refused: set[str] = set()  # nodes that cannot open the home
        self._tasks: set[asyncio.Task[Any]] = set()
        self._looking = asyncio.Lock()
        self._nodes: list[Node] = []  # that were alive when the head was asked last
        self._lost: asyncio.Future[ClusterUnusable] = asyncio.get_running_loop().create_future()
        self._is_over = False

    async def open(self) -> None:
        """Start all actors; raises ClusterUnusable if there can be none."""
        opening = asyncio.gather(*map(self._handle, self._slots), return_exceptions=True)
        either: set[asyncio.Future[Any]] = {opening, self._lost}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if self._lost.done():
            opening.cancel()
            await asyncio.gather(opening, return_exceptions=True)
            raise self._lost.result()
        errors = [each for each in opening.result() if isinstance(each, BaseException)]
        for error in errors:
            if not isinstance(error, VisitLost):
                raise error
        if len(errors) == len(self._slots):
            raise ClusterUnusable(f"No place of the cluster can be used: {errors[0]}")

    def ready_at(self, host: str) -> float:
        """Return the earliest second at which a host may be asked; 0.0 is now."""
        return self._ready.get(host, 0.0)

    async def visit(self, sent: SentVisit) -> PageSeen | PageMoved:
        """Let the actor make a visit that asks the host of its URL; raises VisitLost."""
        slot = self._slots[slot_of(sent.url, len(self._slots))]
        handle = await self._handle(slot)
        slot.hosts.add(host_of(sent.url))
        came = self._noted(await self._result(slot, handle, sent))
        if isinstance(came, HostElsewhere):
            raise VisitLost(f"another place may still ask its host: {came.detail}")
        return came

    async def watch(self) -> None:
        """Notice that the cluster is lost, until cancelled."""
        while not self._is_over:
            await asyncio.sleep(self._cluster.seconds)
            with suppress(ClusterUnusable):
                await self._looked()

    async def close(self) -> None:
        """Let the actors give their hosts back, and end them."""
        self._is_over = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(self._closed(slot) for slot in self._slots if slot.handle))

    async def _result(self, slot: _Slot, handle: Any, sent: SentVisit) -> VisitReport:
        reference = handle.visit.remote(sent)
        try:
            report: VisitReport = await reference
        except asyncio.CancelledError:
            self._cluster.ray.cancel(reference)  # it must not ask for anything more
            raise
        except self._errors.RayTaskError as error:  # a bug, or a store that is away
            raise VisitLost(str(error)) from error
        except self._errors.RayError as error:
            self._lose(slot, handle, error)
            await self._looked_or_rest()
            raise VisitLost(type(error).__name__) from error
        return report

    def _noted(self, report: VisitReport) -> PageSeen | PageMoved | HostElsewhere:
        for line in report.requests:
            self._on_request(line)
        now = self._clock()
        for host, seconds in report.waits.items():
            self._ready[host] = now + seconds if seconds > 0 else 0.0
        return report.came

    def _lose(self, slot: _Slot, handle: Any, error: Exception) -> None:
        """Replace an actor that is gone, unless that was done."""
        if slot.handle is not handle or self._is_over:
            return
        emit(PlaceLost(slot.node.name if slot.node else "", type(error).__name__))
        slot.handle = slot.node = slot.opening = None
        self._begin(asyncio.to_thread(self._cluster.end, handle))
        free = self._clock() + self._terms.settings.jobs.host_lease_seconds
        for host in slot.hosts:
            self._ready[host] = max(free, self.ready_at(host))
        self._begin(self._handle(slot))

    def _begin(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._on_done)

    def _on_done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever makes the next visit sees it, too

    async def _handle(self, slot: _Slot) -> Any:
        """Return the actor of a slot, which may have to be started; raises VisitLost."""
        if slot.opening is None:
            slot.opening = asyncio.create_task(self._open(slot))
            self._tasks.add(slot.opening)
            slot.opening.add_done_callback(self._on_done)
        return await asyncio.shield(slot.opening)

    async def _open(self, slot: _Slot) -> Any:
        failed: list[str] = []  # nodes on which it could not be started
        try:
            while True:
                nodes = await self._looked_or_rest()
                if not nodes:  # the head has not answered yet
                    await asyncio.sleep(self._cluster.seconds)
                    continue
                node = slot.node = self._node_for(slot, nodes, failed)
                handle = await asyncio.to_thread(self._cluster.started, AgentPlace, node, 0)
                try:
                    if await self._is_opened(node, handle):
                        slot.handle = handle
                        return handle
                except VisitLost:  # the head may not know yet that the node is dead
                    failed.append(node.id)
                    if len(failed) >= _MAX_STARTS:
                        raise
        except BaseException:
            slot.opening = slot.node = None
            raise

    async def _is_opened(self, node: Node, handle: Any) -> bool:
        """Open the home in an actor; return False if its node has another one."""
        terms = packed_job(self._terms)
        try:
            async with asyncio.timeout(_OPEN_SECONDS):
                await handle.open.remote(self._terms.home, self._mark, terms)
        except WrongHome as error:
            reason = str(getattr(error, "cause", error))
            emit(PlaceRefused(node.name, reason))
            self._refused.add(node.id)
            self._cluster.end(handle)
            return False
        except (self._errors.RayError, TimeoutError) as error:
            emit(PlaceLost(node.name, type(error).__name__))
            self._cluster.end(handle)
            raise VisitLost(f"no place on {node.name}: {error}") from error
        except BaseException:
            self._cluster.end(handle)
            raise
        return True

    def _node_for(self, slot: _Slot, nodes: Sequence[Node], failed: Sequence[str]) -> Node:
        """Return the node that failed least often, and has the fewest actors for its cores."""
        usable = [node for node in nodes if node.id not in self._refused]
        if not usable:
            error = ClusterUnusable(
                "No node of the cluster can open this home. Nodes of other machines need a home in "
                "PostgreSQL and on a store, or a folder that all of them share."
            )
            self._fail(error)
            raise error
        held = [other.node.id for other in self._slots if other is not slot and other.node]
        lenders = [node for node in usable if node.cores] or usable

        def burden(node: Node) -> tuple[int, float, str]:
            return failed.count(node.id), held.count(node.id) / (node.cores or 1), node.name

        return min(lenders, key=burden)

    async def _looked(self) -> list[Node]:
        """Return the nodes that are alive; raises ClusterUnusable if the cluster is lost."""
        async with self._looking:
            try:
                return await asyncio.to_thread(self._look)
            except ClusterUnusable as error:
                self._fail(error)
                raise

    def _look(self) -> list[Node]:
        if self._cluster.watch.is_there(AGAIN):  # else Ray would wait for it, and end this process
            self._nodes = self._cluster.nodes()
            self._cluster.check_own(self._nodes, AGAIN)
        return self._nodes

    async def _looked_or_rest(self) -> list[Node]:
        """Return the nodes; if the cluster is lost, wait until the run is interrupted.

        Otherwise pages would be missed for which nothing can be said.
        """
        try:
            return await self._looked()
        except ClusterUnusable:
            await _rest()

    def _fail(self, error: ClusterUnusable) -> None:
        if not self._is_over:
            self._is_over = True
            self._lost.set_result(error)
            self._on_lost(error)

    async def _closed(self, slot: _Slot) -> None:
        with suppress(self._errors.RayError, TimeoutError):
            async with asyncio.timeout(_CLOSE_SECONDS):
                self._noted(await slot.handle.close.remote())
        await asyncio.to_thread(self._cluster.end, slot.handle)


def slot_of(url: str, count: int) -> int:
    """Return which of so many actors asks the host of a URL."""
    digest = hashlib.blake2b(domain_of(url).encode(), digest_size=8).digest()
    return int.from_bytes(digest) % count


async def _rest() -> NoReturn:
    await asyncio.Event().wait()
    raise AssertionError("nobody sets this")
