"""Several servers of one home count together; `test_rate_file.py` has the quick version."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from tests.serve.guarded_home import HomeTemplate

from tidings.model.access.identity import Scope
from tidings.serve.gate.rate_limits import RATE_FILE, RateLimits
from tidings.settings.tree import ServeSettings

PATIENCE = 100.0  # seconds to wait for anything


@contextmanager
def serving(home: Path, *options: str) -> Iterator[str]:
    """Run `tidings serve`; yields its URL."""
    command = [sys.executable, "-m", "tidings.cli", "serve", "--home", str(home), "--port", "0"]
    # Ten times as many on loopback: one is allowed again only after six minutes.
    limits = ["--set", "serve.failed_sign_ins_per_hour=1"]
    process = subprocess.Popen([*command, *limits, *options], stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        yield process.stderr.readline().split()[3]
    finally:
        process.terminate()
        process.wait(PATIENCE)
        process.stderr.close()


def tries(url: str, count: int) -> list[int]:
    """Guess tokens, each over a connection of its own, which any process may take."""
    headers = {"Authorization": "Bearer wrong", "Connection": "close"}
    return [
        httpx.get(f"{url}api/search", headers=headers, timeout=PATIENCE).status_code
        for _ in range(count)
    ]


@pytest.mark.slow
def test_failed_sign_ins_are_counted_across_processes(
    home_template: HomeTemplate, tmp_path: Path
) -> None:
    home = home_template.copy(tmp_path / "home").home
    ours = RateLimits(ServeSettings(failed_sign_ins_per_hour=1), home / RATE_FILE)
    with serving(home, "--processes", "2") as url:
        assert tries(url, 4) == [401] * 4
        assert [ours.sign_in("127.0.0.1", is_local=True) for _ in range(4)] == [0] * 4
        assert tries(url, 6) == [401] * 2 + [429] * 4
        token = {"Authorization": f"Bearer {home_template.tokens[Scope.READ]}"}
        answer = httpx.get(f"{url}api/search", headers=token, timeout=PATIENCE)
        assert answer.status_code == 429  # it was not checked: who guesses must not find out
        assert httpx.get(f"{url}api/search", timeout=PATIENCE).status_code == 200
    assert ours.sign_in("127.0.0.1", is_local=True) > 0
    ours.close()
