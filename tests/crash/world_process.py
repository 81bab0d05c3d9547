"""Serves papers of the news world from a separate process, for tests that kill processes."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def served_papers(history: int, papers: int = 3) -> Iterator[list[str]]:
    """Serve `history` hours of news; yield the addresses of some papers."""
    command = [sys.executable, "-m", "tidings.world", "--json", "--history", str(history)]
    process = subprocess.Popen(
        [*command, "--speed", "0", "--parent", str(os.getpid())], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    yield json.loads(process.stdout.readline())["urls"][:papers]
    process.terminate()
    process.wait()
    process.stdout.close()
