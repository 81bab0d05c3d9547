"""The frontier at scale: the cost of new, known and settled URLs, memory and restarts."""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.inputs.url_generator import SHAPES
from benchmarks.support.table import print_conditions, print_table

SIZES = (1_000_000, 3_000_000, 10_000_000)
_TORN_SECONDS = 2.0  # of adding between the measurement and kill -9
_COLUMNS = (
    ("new µs", "new", ".1f"),
    ("CPU", "new_cpu", ".1f"),
    ("known µs", "known", ".2f"),
    ("CPU", "known_cpu", ".2f"),
    ("met before µs", "met", ".2f"),
    ("pop + settle µs", "settle", ".0f"),
    ("CPU", "settle_cpu", ".0f"),
    ("peak RSS MB", "rss", ".0f"),
    ("bytes/URL", "bytes", ".0f"),
    ("restart s", "restart", ".2f"),
    ("status ms", "status", ".1f"),
)
_LEGEND = """\
Wall time and CPU time per URL, over the last tenth of each size. URLs are added as by the settler:
30 links per page, 200 pages per transaction. "Known" are random links that are in the database but
not in memory; "met before" are the same links again, now in memory. "Pop + settle" takes a visit
from the frontier and writes its outcome, with its line in the request log. Bytes are those of all
files, including the write-ahead log. The restart is that of another process after kill -9 in the
middle of adding, with the files out of the system's cache: open, repair, schedule every host, get
the first visit. Status is the counts of `tidings status` and of one site. RSS includes Python and
the generator of the URLs."""

Figures = dict[str, float]


def _run(home: Path, shape: str, known: int, size: int) -> Figures:
    """Let a process grow the frontier and measure, kill it while it adds more, then restart."""
    with _process(home, shape, known, size) as grown:
        assert grown.stdout is not None
        figures: Figures = json.loads(grown.stdout.readline())
        time.sleep(_TORN_SECONDS)
        grown.kill()
    with _process(home, shape, 0, 0) as again:
        output, _ = again.communicate()
    restarted: Figures = json.loads(output)
    return figures | restarted


def _process(home: Path, shape: str, known: int, size: int) -> "subprocess.Popen[str]":
    options = [str(home), shape, str(known), str(size)]
    command = [sys.executable, "-m", "benchmarks.measurements.frontier_growth", *options]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def measure(shape: str, sizes: Sequence[int]) -> list[tuple[int, Figures]]:
    """Grow one frontier from size to size."""
    done: list[tuple[int, Figures]] = []
    with TemporaryDirectory(prefix="tidings-frontier-") as home:
        for known, size in zip((0, *sizes), sizes, strict=False):
            done.append((size, _run(Path(home), shape, known, size)))
            print(f"{shape}, {size:,}: {done[-1][1]}", file=sys.stderr, flush=True)
    return done


def report(shape: str, done: list[tuple[int, Figures]]) -> None:
    """Print the sizes of one shape, and the ratio of the last to the first."""
    rows = [
        (f"{size:,} URLs", *(format(figures[name], form) for _, name, form in _COLUMNS))
        for size, figures in done
    ]
    if len(done) > 1:
        first, last = done[0][1], done[-1][1]
        ratios = (format(last[name] / first[name], ".2f") for _, name, _ in _COLUMNS)
        rows.append(("last : first", *ratios))
    header = ("", *(title for title, _, _ in _COLUMNS))
    print_table(f"The frontier, {SHAPES[shape].title}", header, rows)


def main(sizes: Sequence[int] = SIZES, shapes: Sequence[str] = tuple(SHAPES)) -> None:
    """Measure and print."""
    print_conditions("tidings")
    for shape in shapes:
        report(shape, measure(shape, sizes))
    print(_LEGEND)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.frontier", description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, metavar="URLS")
    parser.add_argument("--shapes", nargs="+", choices=tuple(SHAPES), default=tuple(SHAPES))
    options = parser.parse_args()
    main(options.sizes, options.shapes)
