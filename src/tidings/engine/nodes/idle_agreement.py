"""Detects when all nodes are idle at once. Each writes a file: its state, how often it was busy.

A node reports that it is busy before it takes a batch, and is idle only once all that it sent was
taken. So no batch is in transit while all are idle. The files cannot be read at one moment. But if
all are idle at two readings and none was busy in between, they were idle together in between.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from tidings.crawl.visits.node_share import NodeShare
from tidings.engine.nodes.url_batches import write_atomically

BUSY, IDLE, DONE = "busy", "idle", "done"
_BEAT_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class NodeState:
    """A node's last report."""

    state: str
    epoch: int  # how often it has become busy
    since: float  # when its crawl began; a killed crawl continues with the same time
    at: float
    rosters: str = ""  # digests of all nodes' sources as it knows them


class IdleAgreement:
    """Writes this node's state and reads the others'."""

    def __init__(self, folder: Path, share: NodeShare, clock: Callable[[], float]) -> None:
        self._folder = folder
        self._share = share
        self._clock = clock
        now = clock()
        last = self._read(share.node)
        killed = last is not None and last.state != DONE
        since = last.since if last is not None and killed else now
        self._own = NodeState(BUSY, last.epoch + 1 if last else 1, since, now)
        self._write(self._own)

    def _path(self, node: int) -> Path:
        return self._folder / f"node-{node}.json"

    def _read(self, node: int) -> NodeState | None:
        try:
            return NodeState(**json.loads(self._path(node).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def _write(self, state: NodeState) -> None:
        self._own = state
        write_atomically(self._path(self._share.node), json.dumps(asdict(state)))

    def report(self, new: str, rosters: str) -> None:
        """Report this node's state: a change at once, the same state again once a second."""
        now, last = self._clock(), self._own
        same = (new, rosters) == (last.state, last.rosters)
        if same and now - last.at < _BEAT_SECONDS:
            return
        woken = new == BUSY and last.state != BUSY
        self._write(NodeState(new, last.epoch + woken, last.since, now, rosters))

    def has_ended(self, node: int) -> bool:
        """Return whether a node has ended its crawl and takes nothing more."""
        state = self._current(node)
        return state is not None and state.state == DONE

    def all_idle(self) -> bool:
        """Return whether all nodes were idle together and knew the same sources."""
        first = self._epochs()
        return first is not None and first == self._epochs()

    def _epochs(self) -> list[int] | None:
        """Return the nodes' epochs if all are idle."""
        states = [self._current(node) for node in range(1, self._share.nodes + 1)]
        idle = [state for state in states if state is not None and state.state != BUSY]
        if len(idle) < len(states) or len({state.rosters for state in idle}) > 1:
            return None
        return [state.epoch for state in idle]

    def _current(self, node: int) -> NodeState | None:
        """Return a node's report, unless it is about an earlier crawl."""
        state = self._read(node)
        return state if state is not None and state.at >= self._own.since else None
