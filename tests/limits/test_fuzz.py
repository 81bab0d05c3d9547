"""A short run of the fuzzing harnesses; `make fuzz` runs them longer."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[2]
# A process inherits the peak memory of the one that starts it, which counts as its own. So a
# shell, which is small, stands between it and a process with all other tests.
_SMALL_PARENT = ("sh", "-c", '"$@"; exit $?', "sh")


@pytest.mark.skipif(not find_spec("atheris"), reason="atheris has no wheel for this machine")
@pytest.mark.parametrize("target", ["extract", "charset", "feeds"])
def test_a_short_run_finds_nothing(target: str, tmp_path: Path) -> None:
    command = [
        *_SMALL_PARENT,
        sys.executable,
        "-m",
        f"fuzz.{target}",
        "-max_total_time=2",
        "-seed=1",
    ]
    home = os.environ | {"FUZZ_HOME": str(tmp_path)}
    run = subprocess.run(command, cwd=_ROOT, env=home, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-2_000:]
    assert "Done " in run.stderr
