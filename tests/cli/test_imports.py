"""What a home of the default kind never loads: the clients of servers that it does not use."""

import re
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from tests.servers.own_process import free_port

_CLIENTS = re.compile(r"\|\s+(psycopg|psycopg_binary|obstore)\b")


def imports_of(environment: dict[str, str], home: Path, *arguments: str) -> str:
    """Run a command, and return what it and its processes import."""
    done = subprocess.run(
        [sys.executable, "-m", "tidings.cli", *arguments],
        capture_output=True, text=True, cwd=home, timeout=100,
        env=environment | {"PYTHONPROFILEIMPORTTIME": "1"},
    )  # fmt: skip
    assert "import time:" in done.stderr
    return done.stderr


@pytest.mark.timeout(300)
def test_a_home_of_the_default_kind_loads_no_client_of_a_server(
    environment: dict[str, str], tmp_path: Path
) -> None:
    page = f"http://127.0.0.1:{free_port()}/"  # nobody answers there
    commands = (["--help"], ["add", page], ["crawl", "--until-idle"], ["search", "bridge"])
    for arguments in commands:
        text = imports_of(environment, tmp_path, *arguments)
        assert _CLIENTS.search(text) is None, arguments
        assert arguments == ["--help"] or "tidings.store.database.database" in text


@pytest.mark.timeout(300)
def test_a_server_of_such_a_home_loads_none_either(
    environment: dict[str, str], tmp_path: Path
) -> None:
    imports_of(environment, tmp_path, "crawl", "--until-idle")  # makes the home
    port = free_port()
    with (tmp_path / "imports").open("wb") as imports:
        server = subprocess.Popen(
            [sys.executable, "-m", "tidings.cli", "serve", "--set", f"serve.port={port}"],
            stdout=imports, stderr=imports, cwd=tmp_path,
            env=environment | {"PYTHONPROFILEIMPORTTIME": "1"},
        )  # fmt: skip
    try:
        wait_for_port(server, port)
    finally:
        server.terminate()
        server.wait(60)
    text = (tmp_path / "imports").read_text()
    assert "tidings.serve.app" in text
    assert _CLIENTS.search(text) is None


def wait_for_port(server: "subprocess.Popen[bytes]", port: int) -> None:
    deadline = time.monotonic() + 90
    while server.poll() is None and time.monotonic() < deadline:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        with suppress(subprocess.TimeoutExpired):
            server.wait(0.05)
    raise AssertionError(f"the server does not start (exit code {server.poll()})")


def test_a_client_that_is_loaded_would_be_seen(environment: dict[str, str], tmp_path: Path) -> None:
    pytest.importorskip("obstore", reason="the wheel obstore (extra s3) is not installed")
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", "import obstore"],
        capture_output=True, text=True, env=environment, cwd=tmp_path, check=True,
    )  # fmt: skip
    assert _CLIENTS.search(done.stderr)
