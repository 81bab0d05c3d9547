"""The nodes that this machine runs for a home: a folder for each, in `cluster` of the home."""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Self

from tidings.engine.cluster.errors import ClusterUnusable
from tidings.engine.cluster.node_plan import NodePlan
from tidings.engine.cluster.process_marks import ProcessMark, end_processes, processes_of_node
from tidings.engine.cluster.ray_folder import remove_ray_folder

_END_SECONDS: Final = 10.0  # Ray's own processes take up to 5 s to end


@dataclass(frozen=True, slots=True)
class NodeFiles:
    """The folder of one node."""

    folder: Path

    @classmethod
    def of(cls, home: Path, name: str) -> Self:
        """Return the folder of the node of this name."""
        if not name or "/" in name or name.startswith("."):
            raise ClusterUnusable(f"{name!r} is no name of a node: use letters, digits and '-'.")
        return cls(home.absolute() / "cluster" / name)

    @property
    def log(self) -> Path:
        """What the supervisor says."""
        return self.folder / "node.log"

    @property
    def ray_log(self) -> Path:
        """What Ray's own command printed when it was started last."""
        return self.folder / "ray.log"

    def last_lines(self, number: int) -> list[str]:
        """Return what Ray printed last, or else the supervisor."""
        for path in (self.ray_log, self.log):
            if path.exists() and (lines := path.read_text(errors="replace").splitlines()):
                return lines[-number:]
        return []

    @property
    def _plan(self) -> Path:
        return self.folder / "plan.json"

    @property
    def _supervisor(self) -> Path:
        return self.folder / "supervisor.json"

    def write_plan(self, plan: NodePlan) -> None:
        """Keep what the node is started with."""
        self.folder.mkdir(parents=True, exist_ok=True)
        _write(self._plan, asdict(plan))

    def plan(self) -> NodePlan | None:
        """Return what the node was started with; None if it was not, or has ended."""
        try:
            return NodePlan(**_read(self._plan))
        except TypeError:  # nothing, or what another version wrote
            return None

    def note_supervisor(self, mark: ProcessMark) -> None:
        """Keep which process looks after the node."""
        _write(self._supervisor, asdict(mark))

    def supervisor(self) -> ProcessMark | None:
        """Return the process that looks after the node, if it runs."""
        try:
            mark = ProcessMark(**_read(self._supervisor))
        except TypeError:
            return None
        return mark if mark.is_running else None

    def end_leftovers(self) -> None:
        """End what is left of Ray's processes."""
        if plan := self.plan():
            end_processes(processes_of_node(plan.folder), _END_SECONDS)

    def end(self) -> None:
        """End the node, unless this is its own supervisor's process, and forget it."""
        supervisor = self.supervisor()
        if supervisor is not None and supervisor.pid != os.getpid():
            end_processes([supervisor], 2 * _END_SECONDS)  # it ends the others first
        self.end_leftovers()
        if plan := self.plan():
            remove_ray_folder(Path(plan.folder), plan.folder_secret)
        self._supervisor.unlink(missing_ok=True)
        self._plan.unlink(missing_ok=True)


def nodes_here(home: Path) -> Iterator[tuple[NodeFiles, NodePlan]]:
    """Yield the nodes that were started for a home on this machine and not ended; heads first."""
    found = []
    for folder in sorted((home.absolute() / "cluster").glob("*/")):
        plan = NodeFiles(folder).plan()
        if plan is not None:
            found.append((NodeFiles(folder), plan))
    yield from sorted(found, key=lambda each: not each[1].is_head)


def _write(path: Path, fields: dict[str, object]) -> None:
    draft = path.with_suffix(".draft")
    draft.write_text(json.dumps(fields))
    draft.replace(path)


def _read(path: Path) -> dict[str, Any]:
    try:
        fields = json.loads(path.read_text())
    except (FileNotFoundError, ValueError):
        return {}
    return fields if isinstance(fields, dict) else {}
