"""The places of a cluster, as the driver sees them: a thread for each, one place for each core.

Nodes that join are used from then on. A node that is lost costs the parts that it had.
"""

import itertools
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from tidings.engine.jobs.job import Part
from tidings.engine.jobs.part_file import PartFacts
from tidings.engine.runners.board import Board
from tidings.engine.runners.ray_connection import Node, RayConnection
from tidings.engine.runners.ray_place import Assignment, Place
from tidings.engine.runners.sent_job import WrongHome
from tidings.events.logged_event import emit
from tidings.events.work_events import PlaceLost, PlaceRefused

_LOOK_SECONDS = 0.5  # between two looks at whether the job has ended meanwhile


class _Ended(Exception):
    """The job ended while a place was busy."""


@dataclass(slots=True)
class _Actor:
    """An actor that can be used again by the next stage or job."""

    node: Node
    handle: Any
    is_busy: bool = False


@dataclass(slots=True)
class RayPlaces:
    """All places of a cluster."""

    cluster: RayConnection
    _actors: list[_Actor] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def count(self) -> int:
        """Return the number of places that there are now."""
        return sum(node.cores for node in self.cluster.nodes())

    @contextmanager
    def mapping(
        self,
        assignment: Assignment,
        board: Board[Any, Any],
        outcome: Callable[[Part[Any], PartFacts], Any],
    ) -> Iterator[None]:
        """Let all places map the parts of a board while the block lasts."""
        stage = _Stage(self, assignment, board, outcome)
        stage.begin()
        try:
            yield
        finally:
            board.close()
            stage.end()

    def take(self, node: Node) -> _Actor:
        """Return an actor of a node that nobody uses, or a new one."""
        with self._lock:
            for actor in self._actors:
                if actor.node.id == node.id and not actor.is_busy:
                    actor.is_busy = True
                    return actor
            actor = _Actor(node, self.cluster.started(Place, node, cores=1), is_busy=True)
            self._actors.append(actor)
            return actor

    def give_back(self, actor: _Actor, *, is_usable: bool) -> None:
        """Keep an actor for the next stage, or end it."""
        with self._lock:
            actor.is_busy = False
            if not is_usable:
                self._actors.remove(actor)
        if not is_usable:
            self.cluster.end(actor.handle)

    def close(self) -> None:
        """End all actors."""
        with self._lock:
            actors, self._actors = self._actors, []
        for actor in actors:
            self.cluster.end(actor.handle)


class _Stage:
    """One stage of a job on all places."""

    def __init__(
        self,
        places: RayPlaces,
        assignment: Assignment,
        board: Board[Any, Any],
        outcome: Callable[[Part[Any], PartFacts], Any],
    ) -> None:
        self._places = places
        self._ray = places.cluster.ray
        self._again = f"tidings jobs resume {assignment.number} --engine ray"
        self._assignment = assignment
        self._board = board
        self._outcome = outcome
        self._ended = threading.Event()
        self._numbers = itertools.count()
        self._threads: dict[tuple[str, int], threading.Thread] = {}
        self._refused: set[str] = set()  # nodes that cannot open the home
        self._watcher = threading.Thread(target=self._watch_nodes, name="ray-nodes")

    def begin(self) -> None:
        """Start to use the nodes that there are, and those that join."""
        self._watcher.start()

    def _watch_nodes(self) -> None:
        """Start a thread for each core of each node, until the stage ends."""
        cluster = self._places.cluster
        try:
            while not self._ended.is_set():
                if cluster.watch.is_there(self._again) and not self._board.is_over:
                    self._start_missing()
                self._ended.wait(cluster.seconds)
        except BaseException as error:  # noqa: BLE001 - raised in the thread that runs the job
            self._board.fail(error)

    def _start_missing(self) -> None:
        nodes = self._places.cluster.nodes()
        self._places.cluster.check_own(nodes, self._again)
        for node in nodes:
            for core in range(node.cores):
                thread = self._threads.get((node.id, core))
                if node.id in self._refused or (thread is not None and thread.is_alive()):
                    continue
                if self._ended.is_set():
                    return
                thread = threading.Thread(target=self._run, args=(node,), name=f"ray-{node.name}")
                self._threads[node.id, core] = thread
                thread.start()

    def end(self) -> None:
        """End all threads: first the one that starts the others."""
        self._ended.set()
        self._watcher.join()
        for thread in self._threads.values():
            thread.join()

    def _run(self, node: Node) -> None:
        """Map parts on one core of a node until there are none, or it is lost."""
        number, actor, is_usable = next(self._numbers), self._places.take(node), False
        try:
            self._prepare(actor, node)
            self._board.add_place(number)
            while taken := self._board.take(number):
                facts = self._result(actor.handle.map.remote(taken[1]))
                self._board.finish(taken[0], number, self._outcome(taken[1], facts))
            is_usable = True
        except _Ended:
            pass
        except WrongHome as error:
            self._refuse(node, error)
        except self._ray.exceptions.RayTaskError as error:  # a bug, or a store that is away
            self._board.fail(error)
        except self._ray.exceptions.RayError as error:
            emit(PlaceLost(node.name, type(error).__name__))
        except BaseException as error:  # noqa: BLE001 - raised in the thread that runs the job
            self._board.fail(error)
        finally:
            self._board.lose_place(number)
            self._places.give_back(actor, is_usable=is_usable)

    def _prepare(self, actor: _Actor, node: Node) -> None:
        self._result(actor.handle.prepare.remote(replace(self._assignment, place=node.name)))

    def _result(self, reference: Any) -> Any:
        """Wait for a result; raises _Ended if the job ends before."""
        while True:
            ready, _ = self._ray.wait([reference], timeout=_LOOK_SECONDS)
            if ready:
                return self._ray.get(reference)
            if self._ended.is_set():
                raise _Ended

    def _refuse(self, node: Node, error: WrongHome) -> None:
        """Do not use a node; end the job if no other is left."""
        reason = str(getattr(error, "cause", error))
        emit(PlaceRefused(node.name, reason))
        self._refused.add(node.id)
        if all(each.id in self._refused for each in self._places.cluster.nodes()):
            self._board.fail(WrongHome(reason))
