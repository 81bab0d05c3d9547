"""Extracts nasty pages, each in its own process, and prints the cost.

For each line `METHOD NAME` on standard input it prints one line of JSON. The parent has everything
loaded, so a child's peak memory is what the page adds. Children are forked, so each starts equal.
"""

import json
import os
import resource
import sys
import time
from pathlib import Path

from tests.limits.nasty import PAGES

import tidings
from tidings.model.articles.article import Extraction
from tidings.model.articles.extraction_method import ExtractionMethod

_CPU_SECONDS = 10  # ends a runaway; the test asserts the real limit
_ADDRESS = "https://news.example/2024/03/04/some-story"
_STATUS = Path("/proc/self/status")
_CLEAR = Path("/proc/self/clear_refs")
_RESET_PEAK = "5"


def _peak_mb() -> float:
    line = next(line for line in _STATUS.read_text("ascii").splitlines() if "VmHWM" in line)
    return int(line.split()[1]) / 1024


def _measured(method: ExtractionMethod, name: str) -> dict[str, object]:
    page = PAGES[name]()
    _CLEAR.write_text(_RESET_PEAK, "ascii")
    before, began = _peak_mb(), time.process_time()
    found = tidings.extract(page, _ADDRESS, method=method)
    spent = time.process_time() - began
    outcome = str(found.kind if isinstance(found, Extraction) else found.reason)
    return {"seconds": round(spent, 3), "megabytes": round(_peak_mb() - before, 1), "is": outcome}


def _in_child(method: ExtractionMethod, name: str) -> None:
    if (child := os.fork()) == 0:
        spent = int(time.process_time())
        limit = spent + _CPU_SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        print(json.dumps(_measured(method, name)), flush=True)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if status:
        print(json.dumps({"seconds": 0.0, "megabytes": 0.0, "died": status}), flush=True)


def main() -> None:
    for method in ExtractionMethod:
        tidings.extract(
            "<p>" + "Load the language model and every lazy import. " * 20, method=method
        )
    for line in sys.stdin:
        method_name, _, name = line.rstrip("\n").partition(" ")
        _in_child(ExtractionMethod(method_name), name)


if __name__ == "__main__":
    main()
