"""A process that maps parts: items come on its standard input, results go to its output.

It ends when its input ends, so that it never outlives the process that started it.
"""

import os
import resource
import select
import signal
import sys
import threading
from contextlib import ExitStack
from typing import Any, BinaryIO

from tidings.engine.jobs.job import Job, MapError, seconds_of
from tidings.engine.process.gc_tuning import tune_gc
from tidings.engine.process.message import HEADER, packed, unpacked

_MAX_DATA_BYTES = 2 << 30  # an item that needs more than the index's whole dictionary is an attack


def main() -> None:
    """Map what comes until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    resource.setrlimit(resource.RLIMIT_DATA, (_MAX_DATA_BYTES, _MAX_DATA_BYTES))
    source, sink = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a stray print must not corrupt the results
    threading.Thread(target=_end_with_parent, name="parent-watch", daemon=True).start()
    job: Job[Any, Any] = unpacked(_receive(source))
    with ExitStack() as opened:
        map_items = job.start(opened)
        tune_gc()
        while (items := _receive(source)) is not None:
            try:
                result = packed(map_items(items))
                sink.write(packed(seconds_of(map_items)))
                sink.write(result)
            except Exception as error:  # noqa: BLE001 - the stage boundary: counted and quarantined
                sink.write(packed(MapError(f"{type(error).__name__}: {error}")))
            sink.flush()


def _end_with_parent() -> None:
    """End this process at once when the other end of its input is closed: nobody needs its work."""
    poll = select.poll()
    poll.register(0, 0)  # no events but a hang-up
    poll.poll()
    os._exit(0)


def _receive(source: BinaryIO) -> Any:
    header = source.read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    return unpacked(source.read(HEADER.unpack(header)[0]))


if __name__ == "__main__":
    main()
