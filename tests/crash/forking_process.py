"""Runs a program of this folder again and again, each time in a forked process.

A forked process has imported everything already, which takes more CPU than a short crawl.
Usage: forking_process.py MODULE. Each line of its input is a JSON list: the file for the output,
then the program's arguments. It answers with the exit code, which is -9 after kill -9.
"""

import importlib
import json
import os
import subprocess
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

from tests.homes import begin_home, shared_homes_are_wanted


class ForkedProgram:
    """A program that is imported once and run often."""

    def __init__(self, module: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        )

    def run(self, home: Path, stage: str, calls: int) -> tuple[int, list[str]]:
        """Run the program until it ends or is killed; return its exit code and output."""
        begin_home(home)
        output = home.with_name(f"{home.name}.{id(self)}.output")
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([str(output), str(home), stage, str(calls)]) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline()), output.read_text().split()

    def close(self) -> None:
        """End the process that forks."""
        self._process.communicate()


_PROGRAMS: dict[str, ForkedProgram] = {}


def forked(module: str) -> ForkedProgram:
    """Return a program, imported at its first use."""
    if module not in _PROGRAMS:
        _PROGRAMS[module] = ForkedProgram(module)
    return _PROGRAMS[module]


def close_programs() -> None:
    """End all programs."""
    while _PROGRAMS:
        _PROGRAMS.popitem()[1].close()


def _serve(main: Callable[[], None]) -> None:
    for line in sys.stdin:
        output, *arguments = json.loads(line)
        child = os.fork()
        if child == 0:
            _run(main, output, arguments)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _run(main: Callable[[], None], output: str, arguments: list[str]) -> None:
    """Run the program with its own input and output, and end this process."""
    code = 1
    try:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
        sys.argv[1:] = arguments
        main()
        sys.stdout.flush()
        code = 0
    except BaseException:  # noqa: BLE001 - the caller sees the code, people the traceback
        traceback.print_exc()
    finally:
        os._exit(code)


if __name__ == "__main__":
    if shared_homes_are_wanted():
        importlib.import_module("tests.shared_homes").install()
    _serve(importlib.import_module(sys.argv[1]).main)
