"""Servers as processes of the tests' own: started with their own settings, never as a service."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_READY_SECONDS = 60.0
_STOP_SECONDS = 30.0


@contextmanager
def readable_folder() -> Iterator[Path]:
    """Yield a folder that the servers may enter, too; pytest's folders are for their owner only."""
    folder = Path(tempfile.mkdtemp(prefix="tidings-servers-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


@contextmanager
def running(*command: object, ready: Callable[[], bool], log: Path) -> Iterator[None]:
    """Run a server until the end of the block, from the moment on when it is ready."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            [str(word) for word in command], stdout=output, stderr=output, cwd="/", **identity()
        )
        try:
            deadline = time.monotonic() + _READY_SECONDS
            while not ready():
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < deadline, log.read_text()
                time.sleep(0.02)
            yield
        finally:
            process.terminate()
            process.wait(_STOP_SECONDS)


def identity() -> dict[str, Any]:
    """Return the user to run a server as: several of them refuse to run as root."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def own_folder(folder: Path) -> Path:
    """Make a folder that belongs to the user of the servers."""
    folder.mkdir(parents=True)
    hand_over(folder)
    return folder


def hand_over(folder: Path) -> None:
    """Give a folder and all that is in it to the user of the servers."""
    user = identity()
    if user:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, user["user"], user["group"], follow_symlinks=False)


def free_port() -> int:
    """Return a loopback port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def listens(port: int) -> bool:
    """Return whether a server accepts connections on a loopback port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
