"""The ways to start the program, each in a real process."""

import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

import tidings

WAYS = {
    "module": [sys.executable, "-m", "tidings.cli"],
    "entry point": [str(Path(sys.executable).with_name("tidings"))],
}


@pytest.mark.parametrize("way", WAYS)
def test_every_way_of_starting_prints_and_returns_the_exit_code(
    way: str, environment: dict[str, str], tmp_path: Path
) -> None:
    def run(*arguments: str) -> tuple[int, str, str]:
        done = subprocess.run(
            [*WAYS[way], *arguments],
            capture_output=True,
            text=True,
            env=environment,
            cwd=tmp_path,
            timeout=100,
        )
        return done.returncode, done.stdout, done.stderr

    assert run("--version") == (0, f"tidings {tidings.__version__}\n", "")
    code, out, err = run("status")
    assert (code, out) == (1, "")
    assert err.startswith("tidings: There is no Tidings home")
    code, _, err = run("fly")
    assert code == 2
    assert "usage: tidings" in err


def test_no_modules_import_each_other_in_a_circle() -> None:
    # Most tests here run commands in one process. Without circles, a module that imports there
    # imports in a new process, too, whichever comes first.
    graph = grimp.build_graph("tidings", exclude_type_checking_imports=True, cache_dir=None)
    imports = {each: graph.find_modules_directly_imported_by(each) for each in graph.modules}
    order = list(TopologicalSorter(imports).static_order())  # raises CycleError, naming the circle
    assert set(order) == graph.modules
