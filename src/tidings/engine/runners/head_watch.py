"""Notices that the head of a cluster is gone, before Ray ends the whole process for that."""

import socket
import time
from dataclasses import dataclass
from typing import Final

from tidings.engine.cluster.errors import ClusterUnusable

_REFUSALS: Final = 3  # in a row: nothing listens any more, so the head's process is gone
_RAY_SECONDS: Final = 60.0  # after which Ray gives up itself, if the failure time is not longer
_MARGIN: Final = 10.0


class HeadLost(ClusterUnusable):
    """The head of the cluster is gone; the message says what to do."""


@dataclass(slots=True)
class HeadWatch:
    """Whether the head answers on its port."""

    address: str  # HOST:PORT
    has_redis: bool  # it may come back, and knows everything then
    heartbeat_seconds: float
    failure_seconds: float
    _refusals: int = 0
    _silent_since: float | None = None

    def is_there(self, again: str) -> bool:
        """Return whether the head answers; raises HeadLost if it will not do so any more.

        `again` is the command that goes on later.
        """
        now = time.monotonic()
        try:
            host, _, port = self.address.rpartition(":")
            socket.create_connection((host, int(port)), self.heartbeat_seconds).close()
        except ConnectionRefusedError:
            self._refusals += 1
        except OSError:
            self._refusals = 0
        else:
            self._refusals, self._silent_since = 0, None
            return True
        since = self._silent_since = self._silent_since or now
        is_gone = self._refusals >= _REFUSALS and not self.has_redis
        if is_gone or now - since > max(_RAY_SECONDS, self.failure_seconds) - _MARGIN:
            raise HeadLost(
                f"The head of the cluster at {self.address} is gone. What is committed stays: "
                f"start a cluster, then '{again}' goes on."
            )
        return False
