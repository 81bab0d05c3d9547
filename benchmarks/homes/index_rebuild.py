"""Rebuilding the index of generated articles: CPU time and memory by the number of articles.

`--against` measures another checkout on the same homes. Memory is what a process has for itself
alone: pages of the index's files are shared with the system's cache.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.inputs.filled_home import fill
from benchmarks.support.processor_time import stat_fields
from benchmarks.support.table import print_conditions, print_table

_EVERY = 0.1  # seconds between two looks at memory
_PARENT = 1  # field of /proc/PID/stat after the name


@dataclass(slots=True)
class RebuildCost:
    """What one rebuild took."""

    seconds: float = 0.0
    parent_cpu: float = 0.0
    all_cpu: float = 0.0
    peaks: dict[int, float] = field(default_factory=dict)  # megabytes by process

    def row(self, name: str, articles: int, parent: int) -> tuple[str, ...]:
        """Return the figures as cells."""
        others = [peak for pid, peak in self.peaks.items() if pid != parent]
        return (
            name,
            f"{articles:,}",
            f"{1000 * self.all_cpu / articles:.2f}",
            f"{100 * self.parent_cpu / self.all_cpu:.0f}%",
            f"{self.seconds:.0f}",
            f"{self.peaks.get(parent, 0.0):.0f}",
            f"{max(others, default=0.0):.0f}",
        )


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    options = _options(arguments)
    print_conditions("tidings", "tantivy")
    here = Path(__file__).resolve().parents[2]
    trees = [("before", options.against)] if options.against else []
    rows = []
    with tempfile.TemporaryDirectory(prefix="tidings-indexing-") as folder:
        for articles in options.articles:
            home = Path(folder) / str(articles)
            fill(home, articles)
            for name, tree in (*trees, ("now", here)):
                rows.append(_measured(tree, home, name, articles))
    print_table(
        f"Rebuilding the index, {os.cpu_count()} cores",
        ("", "articles", "CPU ms/article", "of it the parent's", "seconds",
         "parent, MB", "other process, MB"),
        rows,
    )  # fmt: skip


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks.homes.index_rebuild", description=__doc__)
    parser.add_argument("--articles", type=int, nargs="+", default=[10_000, 30_000, 100_000])
    parser.add_argument("--against", type=Path, metavar="DIR", help="another checkout")
    return parser.parse_args(arguments)


def _measured(tree: Path, home: Path, name: str, articles: int) -> tuple[str, ...]:
    command = [sys.executable, "-m", "tidings.cli", "index", "rebuild", "--home", str(home)]
    environment = os.environ | {"PYTHONPATH": str(tree / "src")}
    cost, began, over = RebuildCost(), time.monotonic(), threading.Event()
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    watch = threading.Thread(target=_watch, args=(process.pid, cost, over), daemon=True)
    watch.start()
    _, status, usage = os.wait4(process.pid, 0)
    over.set()
    watch.join()
    assert not os.waitstatus_to_exitcode(status), "the rebuild failed"
    cost.seconds = time.monotonic() - began
    cost.all_cpu = usage.ru_utime + usage.ru_stime  # its children ended before it
    return cost.row(name, articles, process.pid)


def _watch(pid: int, cost: RebuildCost, over: threading.Event) -> None:
    while not over.wait(_EVERY):
        for each in _family(pid):
            try:
                used = _private_megabytes(each)
                if each == pid:
                    cost.parent_cpu = _own_cpu(pid)
            except (OSError, ValueError, IndexError):
                continue  # it has just ended
            cost.peaks[each] = max(cost.peaks.get(each, 0.0), used)


def _family(pid: int) -> list[int]:
    """Return a process and its children; workers have none."""
    found = [pid]
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = stat_fields((folder / "stat").read_text())
            except OSError:
                continue
            if int(fields[_PARENT]) == pid:
                found.append(int(folder.name))
    return found


def _private_megabytes(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("RssAnon:")[2].split()[0]) / 1024


def _own_cpu(pid: int) -> float:
    """Return the CPU time of a process without its children."""
    fields = stat_fields(Path(f"/proc/{pid}/stat").read_text())
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
