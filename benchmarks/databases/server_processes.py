"""The CPU time of the servers, told apart."""

from dataclasses import dataclass

from benchmarks.support.processor_time import cpu_seconds


@dataclass(frozen=True, slots=True)
class ServerCpu:
    """Seconds of CPU time of all processes of each server."""

    postgres: float = 0.0
    seaweed: float = 0.0

    def __sub__(self, other: "ServerCpu") -> "ServerCpu":
        return ServerCpu(self.postgres - other.postgres, self.seaweed - other.seaweed)

    @property
    def whole(self) -> float:
        """Both together."""
        return self.postgres + self.seaweed


@dataclass(frozen=True, slots=True)
class ServerProcesses:
    """The first process of each server that a contender uses; 0 if it uses none."""

    postgres: int = 0
    seaweed: int = 0

    def cpu(self) -> ServerCpu:
        """Return the CPU time so far, with that of processes that have ended."""
        return ServerCpu(*(cpu_seconds(pid) if pid else 0.0 for pid in self.pids()))

    def pids(self) -> tuple[int, int]:
        """Return both, for another program."""
        return self.postgres, self.seaweed
