"""Only processes of a node are ended, whatever number they have."""

import os
import subprocess
import sys
from dataclasses import replace

from tidings.engine.cluster.process_marks import (
    NODE_VARIABLE,
    ProcessMark,
    end_processes,
    mark_of,
    processes_of_node,
)

_CHILD = "import subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[1]], env={})"
_SLEEP = "import sys, time; print('ready', flush=True); time.sleep(600)"


def _started(*words: str, node: str = "") -> "subprocess.Popen[bytes]":
    process = subprocess.Popen(
        [sys.executable, "-c", *words],
        stdout=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, NODE_VARIABLE: node},
    )
    assert process.stdout is not None
    with process.stdout as said:
        assert said.readline() == b"ready\n"
    return process


def test_a_number_that_another_process_has_is_not_ours() -> None:
    ours = mark_of(os.getpid())
    assert ours is not None
    assert ours.is_running
    earlier = replace(ours, started="an earlier boot")
    assert not earlier.is_running
    end_processes([earlier], 1.0)  # this process goes on
    assert mark_of(2**22 + 1) is None


def test_a_process_that_has_ended_but_is_not_waited_for_does_not_run() -> None:
    process = _started(_SLEEP)
    mark = mark_of(process.pid)
    assert mark is not None
    process.kill()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert not mark.is_running
    process.wait()


def test_the_processes_of_a_node_are_found_also_without_their_environment() -> None:
    node, other = _started(_CHILD, _SLEEP, node="one"), _started(_SLEEP, node="two")
    try:
        found = processes_of_node("one")
        assert len(found) == 2
        assert node.pid in {mark.pid for mark in found}
        end_processes(found, 10.0)
        assert not any(mark.is_running for mark in found)
        assert other.poll() is None
        assert processes_of_node("none") == []
    finally:
        for process in (node, other):
            process.kill()
            process.wait()


def test_a_process_that_does_not_end_is_killed() -> None:
    stubborn = _started(f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {_SLEEP}")
    mark = mark_of(stubborn.pid)
    assert mark is not None
    end_processes([mark, ProcessMark(os.getpid(), "other")], 0.2)
    assert stubborn.wait() == -9
