"""Whether all nodes are idle at once: each says in a file whether it is, and how often it was not.

A node says that it is busy before it takes a batch over, and is idle only once all that it sent was
taken. So nothing is on its way while all are idle. The files cannot be read at one moment; but if
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
    """What a node said last."""

    state: str
    epoch: int  # how often it has become busy
    since: float  # when its crawl began; one that was killed goes on where it was
    at: float
    rosters: str = ""  # what it knows of all nodes' sites


class IdleAgreement:
    """This node's word, and the others'."""

    def __init__(self, folder: Path, share: NodeShare, clock: Callable[[], float]) -> None:
        self._folder = folder
        self._share = share
        self._clock = clock
        now = clock()
        last = self._read(share.node)
        killed = last is not None and last.state != DONE
        since = last.since if last is not None and killed else now
        self._word = NodeState(BUSY, last.epoch + 1 if last else 1, since, now)
        self._say(self._word)

    def _path(self, node: int) -> Path:
        return self._folder / f"node-{node}.json"

    def _read(self, node: int) -> NodeState | None:
        try:
            return NodeState(**json.loads(self._path(node).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def _say(self, word: NodeState) -> None:
        self._word = word
        write_atomically(self._path(self._share.node), json.dumps(asdict(word)))

    def tell(self, state: str, rosters: str) -> None:
        """Say how this node is; what is new is said at once, the same again once a second."""
        now, last = self._clock(), self._word
        same = (state, rosters) == (last.state, last.rosters)
        if same and now - last.at < _BEAT_SECONDS:
            return
        woken = state == BUSY and last.state != BUSY
        self._say(NodeState(state, last.epoch + woken, last.since, now, rosters))

    def has_ended(self, node: int) -> bool:
        """Tell whether a node has ended its crawl, so that it takes nothing more."""
        word = self._current(node)
        return word is not None and word.state == DONE

    def all_idle(self) -> bool:
        """Tell whether all nodes were idle together, knowing the same sites."""
        first = self._epochs()
        return first is not None and first == self._epochs()

    def _epochs(self) -> list[int] | None:
        """Return the nodes' epochs if all are idle."""
        words = [self._current(node) for node in range(1, self._share.nodes + 1)]
        idle = [word for word in words if word is not None and word.state != BUSY]
        if len(idle) < len(words) or len({word.rosters for word in idle}) > 1:
            return None
        return [word.epoch for word in idle]

    def _current(self, node: int) -> NodeState | None:
        """Return a node's word, unless it is about an earlier crawl."""
        word = self._read(node)
        return word if word is not None and word.at >= self._word.since else None
