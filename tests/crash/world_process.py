"""Papers of the news world, printed by a process of their own for tests that kill others."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def served_papers(history: int) -> Iterator[list[str]]:
    """Serve so many hours of news; give the addresses of three papers."""
    command = [sys.executable, "-m", "tidings.world", "--json", "--history", str(history)]
    process = subprocess.Popen(
        [*command, "--speed", "0", "--parent", str(os.getpid())], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    yield json.loads(process.stdout.readline())["urls"][:3]
    process.terminate()
    process.wait()
    process.stdout.close()
