"""Everything is understood in a network namespace without a way out, and nothing tries to dial."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.engine.sample_home import sample_articles

HERE = Path(__file__).parent
ALONE = ("unshare", "--map-root-user", "--net")


def alone(*command: str) -> "subprocess.CompletedProcess[str]":
    """Run a command in a namespace whose only device, the loopback, is down."""
    return subprocess.run(
        [*ALONE, *command],
        capture_output=True,
        text=True,
        timeout=100,
        cwd=HERE.parents[1],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )


@pytest.fixture(autouse=True)
def namespaces() -> None:
    """Skip where the kernel lets nobody have a network of their own."""
    if shutil.which("unshare") is None:
        pytest.skip("there is no unshare(1) here")
    tried = alone("true")
    if tried.returncode:
        pytest.skip(f"this kernel allows no network namespace: {tried.stderr.strip()}")


def test_articles_are_understood_and_grouped_without_a_network(tmp_path: Path) -> None:
    done = alone(sys.executable, str(HERE / "offline_process.py"), str(tmp_path / "home"))
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["reachable"] is False
    assert said["attempts"] == []
    assert (said["errors"], said["failed"], said["bare"]) == ([], [], [])
    assert said["languages"] == ["de", "en", "es", "fr", "zh"]
    assert said["entities"] > 10
    assert sum(chapters for chapters, _ in said["stories"]) == len(sample_articles()) + 4
    assert all(sentences for _, sentences in said["stories"])


def test_a_text_is_summarised_without_a_network(tmp_path: Path) -> None:
    text = tmp_path / "ferry.txt"
    text.write_text("\n".join(each.text for each in sample_articles()))
    done = alone(sys.executable, "-m", "tidings.cli", "summarize", str(text), "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)
