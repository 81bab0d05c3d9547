"""The process that refreshes link ranks during a crawl: at low priority, within its CPU share.

It is a separate process because sorting millions of links would block the crawl's Python thread,
and because its memory is freed when it ends. It is safe to kill.
"""

import os
import resource
import sys
import time
from collections.abc import Callable

from tidings.engine.maintenance.link_refresh import LinksBusy, refresh_links
from tidings.engine.process.home import home_of
from tidings.engine.process.message import HEADER, unpacked
from tidings.events.log_output import logging_to_stderr
from tidings.events.logged_event import Announcement, emit
from tidings.settings.tree import Settings

_NICENESS = 19  # the lowest priority: all other processes come first
_MAX_DATA_BYTES = 4 << 30  # thirty million links: ranking takes 122 bytes for each

_TOO_MANY = "The link ranks were not refreshed: too many links for the memory limit."


def main() -> None:
    """Refresh the ranks once, for the settings that come over standard input."""
    source = sys.stdin.buffer
    settings: Settings = unpacked(source.read(HEADER.unpack(source.read(HEADER.size))[0]))
    os.nice(_NICENESS)
    resource.setrlimit(resource.RLIMIT_DATA, (_MAX_DATA_BYTES, _MAX_DATA_BYTES))
    with logging_to_stderr(settings.log):
        _refresh(settings)


def _refresh(settings: Settings) -> None:
    try:
        result = refresh_links(home_of(settings), settings, pause_function(settings.links.share))
    except LinksBusy:
        return
    except MemoryError:
        emit(Announcement(_TOO_MANY))
        sys.exit(1)
    for note in result.notes:
        emit(Announcement(note))


def pause_function(share: float) -> Callable[[float], None]:
    """Return a function that sleeps after work, so that this process keeps to a share of a core.

    It ends the process when its parent has ended.
    """
    parent = os.getppid()

    def pause(work_seconds: float) -> None:
        time.sleep(work_seconds * (1.0 / min(max(share, 0.001), 1.0) - 1.0))
        if os.getppid() != parent:
            sys.exit(0)

    return pause


if __name__ == "__main__":
    main()
