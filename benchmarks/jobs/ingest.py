"""Taking in a WARC of the news world: what each step costs, and whether memory depends on its size.

python -m benchmarks.jobs.ingest --pages 5000 50000
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.inputs.warc_file import write_warc
from benchmarks.jobs.process_family import ProcessFamily
from benchmarks.support.table import print_conditions, print_table

_SIZES = (5_000, 50_000)  # pages


def main() -> None:
    """Run with the arguments of the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.jobs.ingest", description=__doc__)
    parser.add_argument("--pages", type=int, nargs="+", default=_SIZES)
    parser.add_argument("--engine", choices=("local", "ray"), default="local")
    parser.add_argument("--folder", type=Path, help="for the homes (a temporary folder)")
    options = parser.parse_args()
    print_conditions("tidings")
    found: dict[int, dict[str, Any]] = {}
    for pages in options.pages:
        with tempfile.TemporaryDirectory(dir=options.folder) as folder:
            found[pages] = _measured(Path(folder), pages, options.engine)
        _print_steps(pages, options.engine, found[pages])
    rows = [(f"{pages} pages", *map(str, each["peaks"])) for pages, each in found.items()]
    print_table("Memory", ("file", "parent, peak MB", "largest process, peak MB"), rows)


def _measured(folder: Path, pages: int, engine: str) -> dict[str, Any]:
    file = folder / "world.warc.gz"
    write_warc(file, pages)
    program = (sys.executable, "-m", "benchmarks.jobs.ingest_process")
    command = [*program, str(folder / "home"), str(file), engine]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    with ProcessFamily(lambda pid: "parent" if pid == process.pid else "places") as family:
        output, _ = process.communicate()
    if process.returncode != 0:
        raise RuntimeError(f"the ingest of {pages} pages failed")
    result: dict[str, Any] = json.loads(output)
    result["bytes"] = file.stat().st_size
    result["peaks"] = [family.peaks["", role] >> 20 for role in ("parent", "places")]
    return result


def _print_steps(pages: int, engine: str, found: dict[str, Any]) -> None:
    rows = [(step, *_cells(costs, pages)) for step, costs in found["steps"].items()]
    together = [sum(values) for values in zip(*found["steps"].values(), strict=True)]
    rows.append(("together", *_cells(together, pages)))
    outcomes = ", ".join(f"{count} {outcome}" for outcome, count in found["outcomes"].items())
    header = ("step", "wall s", "CPU ms/page", "of it the parent", "parent's share")
    title = f"{pages} pages, {found['bytes'] / 1e6:.0f} MB, engine {engine}: {outcomes}"
    print_table(title, header, rows)


def _cells(costs: "list[float]", pages: int) -> tuple[str, ...]:
    wall, parent, others = costs
    cpu = parent + others
    return (
        f"{wall:.1f}",
        f"{1_000 * cpu / pages:.2f}",
        f"{1_000 * parent / pages:.2f}",
        f"{100 * parent / max(cpu, 1e-9):.1f}%",
    )


if __name__ == "__main__":
    main()
