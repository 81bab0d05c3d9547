import os
import subprocess
import sys
from pathlib import Path

import pytest

from tidings.engine.process.home import Home, HomeUnusable, ensure_home
from tidings.engine.process.home_lock import HomeLock
from tidings.settings.tree import Settings


def test_a_second_process_learns_which_process_holds_the_lock(tmp_path: Path) -> None:
    home = ensure_home(Settings(home=tmp_path))
    with (
        HomeLock(home),
        pytest.raises(HomeUnusable, match=f"process {os.getpid()}"),
        HomeLock(home),
    ):
        pass
    with HomeLock(home):
        pass


def test_a_killed_process_leaves_no_lock_behind(tmp_path: Path) -> None:
    home = ensure_home(Settings(home=tmp_path))
    script = (
        "import sys, os; from pathlib import Path; from tidings.engine.process.home import Home\n"
        "from tidings.engine.process.home_lock import HomeLock\n"
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
