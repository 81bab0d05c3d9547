"""A Redis of the tests' own, on a port of its own: what Ray's head needs to be started again."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from tests.servers.own_process import free_port, listens, own_folder, readable_folder, running


def redis_program() -> str | None:
    """Return the program; None where it is not installed."""
    return shutil.which("redis-server")


@contextmanager
def redis_process() -> Iterator[str]:
    """Run a server that keeps what it is told; yield its URL."""
    program, port = redis_program(), free_port()
    with readable_folder() as folder:
        words = (
            program, "--port", port, "--bind", "127.0.0.1", "--dir", own_folder(folder / "data"),
            "--save", "", "--appendonly", "yes", "--protected-mode", "no",
        )  # fmt: skip
        with running(*words, ready=lambda: listens(port), log=folder / "log"):
            yield f"redis://127.0.0.1:{port}"
