import os
import subprocess
import sys
from pathlib import Path

import pytest

from tidings.engine.process.home import Home, HomeLock, HomeUnusable, ensure_home, existing_home


def test_a_missing_home_is_created(tmp_path: Path) -> None:
    home = ensure_home(tmp_path / "a" / "b")
    assert home.archive.is_dir()
    assert home.index.is_dir()


def test_a_file_in_place_of_the_home_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("")
    with pytest.raises(HomeUnusable, match="cannot be used"):
        ensure_home(tmp_path / "home")


def test_the_error_for_a_missing_home_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(HomeUnusable, match="tidings add URL"):
        existing_home(tmp_path)


def test_a_second_process_learns_which_process_holds_the_lock(tmp_path: Path) -> None:
    home = ensure_home(tmp_path)
    with (
        HomeLock(home),
        pytest.raises(HomeUnusable, match=f"process {os.getpid()}"),
        HomeLock(home),
    ):
        pass
    with HomeLock(home):
        pass


def test_a_killed_process_leaves_no_lock_behind(tmp_path: Path) -> None:
    home = ensure_home(tmp_path)
    script = (
        "import sys, os; from pathlib import Path; from tidings.engine.process.home import *\n"
        "lock = HomeLock(Home(Path(sys.argv[1]))); lock.__enter__(); print('held', flush=True)\n"
        "sys.stdin.read()"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout is not None
    assert holder.stdin is not None
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(HomeUnusable), HomeLock(Home(tmp_path)):
        pass
    holder.kill()
    holder.wait()
    holder.stdin.close()
    holder.stdout.close()
    with HomeLock(home):
        pass
