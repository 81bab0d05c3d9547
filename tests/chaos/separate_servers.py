"""A SeaweedFS of several machines: each volume server has a network of its own, behind a bridge.

It runs in a network namespace that is the test's own: see `own_network.py`. Two copies of each
volume are on different servers.
"""

import json
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.store.files.seaweed_server import ACCESS, BUCKET, SECRET, Seaweed, weed_program

from tidings.settings.tree import StoreSettings
from tidings.store.database.errors import StoreLost
from tidings.store.files.store_opening import open_store

ADDRESS = "10.77.0.1"  # of master, filer and S3
_S3_PORT = 8333
_PATIENCE = 120.0
_LOCAL = ("-logtostderr=true",)
_VOLUME = re.compile(r"volume Id:(\d+)")
_SERVER = re.compile(r"DataNode ([\d.]+):")


class VolumeServer:
    """One volume server, as a process in a network namespace of its own."""

    def __init__(self, program: Path, number: int, folder: Path) -> None:
        self.address = f"10.77.0.{10 + number}"
        self._link = f"volume{number}"
        data = folder / self._link
        data.mkdir()
        words = (
            program, *_LOCAL, "volume", f"-dir={data}", f"-master={ADDRESS}:9333",
            f"-ip={self.address}", "-ip.bind=0.0.0.0", "-port=8080", "-max=60",
            "-minFreeSpacePercent=0", "-preStopSeconds=0",
        )  # fmt: skip
        # It reads a line first: by then, its network has links.
        script = 'read line; ip link set lo up; exec "$@"'
        with (folder / f"{self._link}.log").open("wb") as log:
            self._process = subprocess.Popen(
                ["unshare", "--net", "sh", "-c", script, "sh", *map(str, words)],
                stdin=subprocess.PIPE, stdout=log, stderr=log, cwd=folder,
            )  # fmt: skip
        self._connect()

    def _connect(self) -> None:
        pid = str(self._process.pid)
        _wait(lambda: _network_of(pid) != _network_of("self"))
        _ip("link", "add", self._link, "type", "veth", "peer", "name", "eth0", "netns", pid)
        _ip("link", "set", self._link, "master", "bridge", "up")
        inside = ("nsenter", "--target", pid, "--net", "ip")
        for words in (("addr", "add", f"{self.address}/24", "dev", "eth0"),
                      ("link", "set", "eth0", "up")):  # fmt: skip
            subprocess.run([*inside, *words], check=True)
        assert self._process.stdin is not None
        self._process.stdin.write(b"\n")
        self._process.stdin.close()

    def cut_off(self) -> None:
        """Take its link down: nothing reaches it, and nothing comes back."""
        _ip("link", "set", self._link, "down")

    def kill(self) -> None:
        """Kill it with SIGKILL, for ever."""
        self._process.kill()
        self._process.wait()


class SeparateServers:
    """The whole store."""

    def __init__(self, program: Path, folder: Path) -> None:
        self._program = program
        self._folder = folder
        self.volume_servers: list[VolumeServer] = []
        secret = folder / "keys"
        secret.write_text(f"{ACCESS}\n{SECRET}\n")
        self.seaweed = Seaweed(f"http://{ADDRESS}:{_S3_PORT}", secret, _S3_PORT, os.getpid())

    def copies(self) -> dict[int, set[str]]:
        """Return on which servers each volume is, as far as the master knows."""
        copies: dict[int, set[str]] = {}
        server = ""
        for line in self.shell("volume.list").splitlines():
            if found := _SERVER.search(line):
                server = found[1]
            if found := _VOLUME.search(line):
                copies.setdefault(int(found[1]), set()).add(server)
        return copies

    def restore_copies(self) -> None:
        """Copy each volume that has one copy only to another server."""
        self.shell("lock", "volume.fix.replication -apply", "unlock")

    def shell(self, *commands: str) -> str:
        """Run commands of SeaweedFS's own shell, and return what it says."""
        done = subprocess.run(
            [self._program, "shell", f"-master={ADDRESS}:9333", f"-filer={ADDRESS}:8888"],
            input="\n".join(commands), capture_output=True, text=True, cwd=self._folder,
            timeout=_PATIENCE, check=True,
        )  # fmt: skip
        return done.stdout

    def wait_until_lost(self, server: VolumeServer) -> None:
        """Return once the master knows that a server is gone."""
        _wait(lambda: server.address not in self._known())

    def _known(self) -> set[str]:
        return {*_SERVER.findall(self.shell("volume.list"))}

    def is_complete(self) -> bool:
        """Return whether the master knows all volume servers."""
        return self._known() == {each.address for each in self.volume_servers}


@contextmanager
def separate_servers(count: int = 3) -> Iterator[SeparateServers]:
    """Run master, filer and S3 at one address, and volume servers at others."""
    program = weed_program()
    assert program is not None
    _ip("link", "add", "bridge", "type", "bridge")
    _ip("addr", "add", f"{ADDRESS}/24", "dev", "bridge")
    _ip("link", "set", "bridge", "up")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tidings-weed-")))
        servers = SeparateServers(program, folder)
        for words in _parts(folder):
            stack.enter_context(_running(program, words, folder))
        for number in range(1, count + 1):
            server = VolumeServer(program, number, folder)
            stack.callback(server.kill)
            servers.volume_servers.append(server)
        _wait(servers.is_complete)
        _wait(lambda: _is_ready(servers.seaweed))
        yield servers


def _parts(folder: Path) -> Iterator[tuple[str, ...]]:
    """Yield the commands of master, filer and S3."""
    identity = {
        "name": "tests",
        "credentials": [{"accessKey": ACCESS, "secretKey": SECRET}],
        "actions": ["Admin", "Read", "List", "Tagging", "Write"],
    }
    config = folder / "identities.json"
    config.write_text(json.dumps({"identities": [identity]}))
    for name in ("master", "filer"):
        (folder / name).mkdir()
    where = (f"-ip={ADDRESS}", f"-ip.bind={ADDRESS}")
    yield ("master", *where, "-port=9333", f"-mdir={folder / 'master'}", "-peers=none",
           "-defaultReplication=001", "-volumeSizeLimitMB=64", "-telemetry=false")  # fmt: skip
    yield ("filer", *where, "-port=8888", f"-master={ADDRESS}:9333",
           f"-defaultStoreDir={folder / 'filer'}",
           f"-localSocket={folder / 'filer.sock'}")  # fmt: skip
    yield ("s3", *where, f"-port={_S3_PORT}", f"-filer={ADDRESS}:8888", f"-config={config}",
           "-port.iceberg=0", "-port.lance=0", f"-localSocket={folder / 's3.sock'}")  # fmt: skip


@contextmanager
def _running(program: Path, words: tuple[str, ...], folder: Path) -> Iterator[None]:
    with (folder / f"{words[0]}.log").open("wb") as log:
        process = subprocess.Popen(
            [program, *_LOCAL, *words], stdout=log, stderr=log, cwd=folder,
            env={**os.environ, "HOME": str(folder)},
        )  # fmt: skip
    try:
        yield
    finally:
        process.kill()
        process.wait()


def _is_ready(server: Seaweed) -> bool:
    settings = StoreSettings(
        url=f"s3://{BUCKET}",
        endpoint=server.endpoint,
        secret_file=str(server.secret_file),
        allow_http=True,
    )
    try:
        open_store(settings).put("first", b"first")
    except StoreLost:
        return False
    return True


def _network_of(process: str) -> str:
    return str(Path(f"/proc/{process}/ns/net").readlink())


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


def _wait(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + _PATIENCE
    while not condition():
        assert time.monotonic() < until, "what is waited for does not happen"
        time.sleep(0.05)
