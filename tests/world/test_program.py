import errno
import json
import os
import select
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest

COMMAND = [sys.executable, "-m", "tidings.world", "--history", "2", "--json"]
PARENT = """
import os, subprocess, sys
child = subprocess.Popen([*sys.argv[1:], "--parent", str(os.getpid())], stdout=subprocess.PIPE)
print(child.pid, child.stdout.readline().decode(), end="", flush=True)
sys.stdin.read()
os._exit(0)
"""


@contextmanager
def running(*options: str) -> Iterator["subprocess.Popen[str]"]:
    process = subprocess.Popen([*COMMAND, *options], stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def printed_json(process: "subprocess.Popen[str]") -> dict[str, object]:
    assert process.stdout is not None
    line: dict[str, object] = json.loads(process.stdout.readline())
    return line


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_program_prints_its_urls_and_stops_cleanly(number: int) -> None:
    with running("--hostile") as process:
        line = printed_json(process)
        urls = line["urls"]
        assert isinstance(urls, list)
        with urllib.request.urlopen(urls[0]) as answer:
            assert answer.status == 200
        assert line["hostile"]
        process.send_signal(number)
        assert process.wait(timeout=20) == 0


def test_without_json_it_prints_one_url_per_line() -> None:
    process = subprocess.Popen(COMMAND[:-1], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(7)]
    process.terminate()
    process.wait(timeout=20)
    process.stdout.close()
    assert all(line.startswith("http://127.0.0.1") for line in lines)


def test_it_stops_when_its_parent_dies() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, *COMMAND],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as parent:
        assert parent.stdout is not None
        child = os.pidfd_open(int(parent.stdout.readline().split()[0]))
        parent.kill()
        parent.wait()
    assert ends(child)


def test_it_does_not_start_for_a_parent_that_is_gone() -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    with running("--parent", str(gone.pid)) as process:
        assert process.wait(timeout=20) == 0


def ends(descriptor: int) -> bool:
    """Return whether the process of a descriptor ends in time."""
    ready, _, _ = select.select([descriptor], [], [], 20)
    os.close(descriptor)
    return bool(ready)


def test_a_port_that_is_taken_ends_it_with_that_error() -> None:
    with running() as process:
        port = urlsplit(str(printed_json(process)["hub"])).port
        second = subprocess.run([*COMMAND, "--port", str(port)], capture_output=True, timeout=20)
    assert (second.returncode, second.stdout, second.stderr) == (errno.EADDRINUSE, b"", b"")


def test_it_goes_on_from_where_it_was() -> None:
    options = ("--start", "2026-03-02T09:00:00", "--speed", "0")
    with running(*options, "--now", "2026-03-03T09:00:00") as process:
        assert printed_json(process)["now"] == "2026-03-03T09:00:00+00:00"
