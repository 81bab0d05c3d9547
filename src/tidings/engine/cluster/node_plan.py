"""What a node is started with, as a value, and the command that starts it."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tidings.engine.cluster.ray_folder import folder_for_ray

# Results are files: only names and small values pass through Ray's memory. Ray's own default would
# reserve a third of the machine's.
_OBJECT_BYTES: Final = 128 * 1024 * 1024
VERSION_LABEL: Final = "tidings-version"
HOME_LABEL: Final = "tidings-home"
REDIS_LABEL: Final = "tidings-redis"


@dataclass(frozen=True, slots=True)
class NodePlan:
    """A node: the head, or one that joins it."""

    name: str
    host: str  # at which other nodes reach it
    head: str  # HOST:PORT of the head; its own, if it is the head
    is_head: bool
    cores: int  # parts that it maps at a time; a head may have none
    folder: str  # of Ray's sockets and logs: ray_folder.py
    folder_secret: str
    version: str  # of Tidings
    home: str  # which home it opens, as a short digest
    has_redis: bool = False  # it is a head that keeps its state in Redis

    @property
    def ray_folder(self) -> str:
        """The folder that Ray gets."""
        return str(folder_for_ray(Path(self.folder)))

    def command(self) -> list[str]:
        """Return the command line; it runs until the node ends."""
        port = self.head.rpartition(":")[2]
        head = ["--head", f"--port={port}", "--include-dashboard=False"]
        return [
            sys.executable, "-m", "ray.scripts.scripts", "start", "--block",
            *(head if self.is_head else [f"--address={self.head}"]),
            f"--node-ip-address={self.host}",
            f"--node-name={self.name}",
            f"--num-cpus={self.cores}",
            f"--object-store-memory={_OBJECT_BYTES}",
            f"--temp-dir={self.ray_folder}",
            f"--labels={','.join(self._labels())}",
            "--min-worker-port=0", "--max-worker-port=0",  # any: there is no limit to their number
            "--disable-usage-stats", "--include-log-monitor=False",
            "--log-style=record", "--log-color=false",
        ]  # fmt: skip

    def _labels(self) -> list[str]:
        labels = [f"{VERSION_LABEL}={self.version}", f"{HOME_LABEL}={self.home}"]
        return [*labels, f"{REDIS_LABEL}=yes"] if self.has_redis else labels
