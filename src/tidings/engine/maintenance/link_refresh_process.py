"""The process that refreshes link ranks beside a crawl: low in priority, and within its share.

A process of its own, because sorting millions of links would hold up the crawl's one thread of
Python, and because its memory is given back when it ends. It is safe to kill.
"""

import os
import resource
import sys
import time
from collections.abc import Callable

from tidings.engine.maintenance.link_refresh import LinksBusy, refresh_links
from tidings.engine.process.home import Home
from tidings.engine.process.message import HEADER, unpacked
from tidings.settings.tree import Settings

_NICENESS = 19  # whatever else wants the processor comes first
_MAX_DATA_BYTES = 4 << 30  # thirty million links: ranking takes 122 bytes for each


def main() -> None:
    """Refresh the ranks of the home whose settings come over standard input, once."""
    source = sys.stdin.buffer
    settings: Settings = unpacked(source.read(HEADER.unpack(source.read(HEADER.size))[0]))
    os.nice(_NICENESS)
    resource.setrlimit(resource.RLIMIT_DATA, (_MAX_DATA_BYTES, _MAX_DATA_BYTES))
    try:
        result = refresh_links(Home(settings.home), settings, pausing(settings.links.share))
    except LinksBusy:
        return
    except MemoryError:
        print("The link ranks stay as they are: too many links for memory.", file=sys.stderr)
        sys.exit(1)
    for note in result.notes:
        print(note, file=sys.stderr)


def pausing(share: float) -> Callable[[float], None]:
    """Return a function that waits after so many seconds of work, to keep to a share of a core.

    It ends the process when its parent is gone.
    """
    parent = os.getppid()

    def pause(worked: float) -> None:
        time.sleep(worked * (1.0 / min(max(share, 0.001), 1.0) - 1.0))
        if os.getppid() != parent:
            sys.exit(0)

    return pause


if __name__ == "__main__":
    main()
