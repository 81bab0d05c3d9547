"""Looks after one node: starts Ray, starts it again when it ends, and ends it when told to.

Ray's own processes end when the head is away for a minute, or when one of them dies.
"""

import os
import signal
import subprocess
import threading
import time
from pathlib import Path
from types import FrameType
from typing import Final

from tidings.engine.cluster.addresses import unreachable
from tidings.engine.cluster.node_files import NodeFiles
from tidings.engine.cluster.node_plan import NodePlan
from tidings.engine.cluster.process_marks import NODE_VARIABLE, mark_of, names_in_session
from tidings.events.cluster_events import HeadAwaited, NodeEnded, NodeStarted, NodeStopped
from tidings.events.logged_event import emit

_FIRST_PAUSE: Final = 1.0
_MAX_PAUSE: Final = 30.0  # a node that cannot start costs a few seconds of CPU each time
_HEALTHY_SECONDS: Final = 120.0  # who ran this long is started again at once
_HEAD_SECONDS: Final = 1.0  # between two looks for a head that is away
_POLL_SECONDS: Final = 0.5
_ESSENTIAL: Final = frozenset({"raylet", "gcs_server"})  # without them, a node or head is none


class Supervisor:
    """Runs in a process of its own, or in that of `cluster up --foreground`."""

    def __init__(self, files: NodeFiles, plan: NodePlan) -> None:
        self._files = files
        self._plan = plan
        self._told_to_end = threading.Event()
        self._pause = _FIRST_PAUSE

    def run(self) -> None:
        """Keep the node running until a signal asks to end it."""
        mark = mark_of(os.getpid())
        if mark is not None:
            self._files.note_supervisor(mark)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._end)
        while not self._told_to_end.is_set():
            self._files.end_leftovers()
            self._await_head()
            if not self._told_to_end.is_set():
                self._run_once()
        self._files.end_leftovers()
        emit(NodeStopped(self._plan.name))

    def _end(self, _number: int, _frame: FrameType | None) -> None:
        self._told_to_end.set()

    def _await_head(self) -> None:
        """Wait until the head can be reached: Ray itself would give up after a while."""
        is_said = False
        while not self._plan.is_head and (why := unreachable(self._plan.head)):
            if not is_said:
                emit(HeadAwaited(self._plan.name, self._plan.head, why))
            is_said = True
            if self._told_to_end.wait(_HEAD_SECONDS):
                return

    def _run_once(self) -> None:
        """Run Ray until it ends; then wait, longer each time, unless it ran well for a while."""
        began = time.monotonic()
        process = self._started()
        emit(NodeStarted(self._plan.name, self._plan.head, process.pid))
        self._watch(process)
        self._files.end_leftovers()
        process.wait()
        if self._told_to_end.is_set():
            return
        if time.monotonic() - began > _HEALTHY_SECONDS:
            self._pause = _FIRST_PAUSE
        said = " ".join(self._files.last_lines(1))
        emit(NodeEnded(self._plan.name, process.returncode, said, self._pause))
        self._told_to_end.wait(self._pause)
        self._pause = min(2 * self._pause, _MAX_PAUSE)

    def _watch(self, process: "subprocess.Popen[bytes]") -> None:
        """Return when Ray has ended, or must: its command goes on if a part ends without an error.

        So a raylet does if one of its helpers dies, and then the node is none.
        """
        seen: set[str] = set()
        while process.poll() is None and not self._told_to_end.wait(_POLL_SECONDS):
            running = names_in_session(process.pid) & _ESSENTIAL
            if seen - running:
                return
            seen |= running

    def _started(self) -> "subprocess.Popen[bytes]":
        # With this note, Ray takes another node of this machine for the head that has just died.
        (Path(self._plan.ray_folder) / "ray_current_cluster").unlink(missing_ok=True)
        with self._files.ray_log.open("wb") as log:
            return subprocess.Popen(
                self._plan.command(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                env={**os.environ, NODE_VARIABLE: self._plan.folder},
            )
