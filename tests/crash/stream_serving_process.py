"""Serves a home; kills itself with SIGKILL.

Usage: stream_serving_process.py HOME PORT MILLISECONDS. It dies after that time. With 0 it runs
until the file HOME.stop exists.
"""

import asyncio
import os
import signal
import sys
import threading
from pathlib import Path

from tidings.engine.library.library import Library
from tidings.serve.app import create_app
from tidings.serve.http.server import bound_socket, serving
from tidings.settings.tree import (
    GroupSettings,
    SearchSettings,
    ServeSettings,
    Settings,
    StoreSettings,
)


def settings_of(home: Path, port: int = 0) -> Settings:
    """Return settings with quick commits."""
    return Settings(
        home=home,
        store=StoreSettings(batch=5, commit_seconds=0.002),
        search=SearchSettings(commit_seconds=0.05),
        group=GroupSettings(correction_seconds=0.3),
        serve=ServeSettings(port=port, stream_heartbeat_seconds=1.0),
    )


async def serve(home: Path, port: int, milliseconds: int) -> None:
    """Serve until killed or told to stop."""
    settings = settings_of(home, port)
    library = Library.open(settings)
    app = create_app(library, settings.serve)
    async with serving(app, bound_socket(settings.serve)):
        die_after(milliseconds)
        while not home.with_suffix(".stop").exists():
            await asyncio.sleep(0.05)
    library.close()


def die_after(milliseconds: int) -> None:
    """Have this process killed, unless it is 0."""
    if milliseconds:
        timer = threading.Timer(milliseconds / 1000, os.kill, (os.getpid(), signal.SIGKILL))
        timer.daemon = True
        timer.start()


def main() -> None:
    """Run with the arguments of the command line."""
    asyncio.run(serve(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))


if __name__ == "__main__":
    main()
