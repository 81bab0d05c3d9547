"""Articles are processed in a namespace without a network, and nothing tries to connect."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.engine.sample_home import sample_articles

HERE = Path(__file__).parent
ISOLATED = ("unshare", "--map-root-user", "--net")


def run_isolated(*command: str) -> "subprocess.CompletedProcess[str]":
    """Run a command in a namespace whose only device, the loopback, is down."""
    return subprocess.run(
        [*ISOLATED, *command],
        capture_output=True,
        text=True,
        timeout=100,
        cwd=HERE.parents[1],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )


@pytest.fixture(autouse=True)
def namespaces() -> None:
    """Skip if the kernel allows no network namespaces."""
    if shutil.which("unshare") is None:
        pytest.skip("there is no unshare(1) here")
    tried = run_isolated("true")
    if tried.returncode:
        pytest.skip(f"this kernel allows no network namespace: {tried.stderr.strip()}")


def test_articles_are_annotated_and_grouped_without_a_network(tmp_path: Path) -> None:
    done = run_isolated(sys.executable, str(HERE / "offline_process.py"), str(tmp_path / "home"))
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["reachable"] is False
    assert result["attempts"] == []
    assert (result["errors"], result["failed"], result["bare"]) == ([], [], [])
    assert result["languages"] == ["de", "en", "es", "fr", "zh"]
    assert result["entities"] > 10
    assert sum(chapters for chapters, _ in result["stories"]) == len(sample_articles()) + 4
    assert all(sentences for _, sentences in result["stories"])


def test_a_text_is_summarised_without_a_network(tmp_path: Path) -> None:
    text = tmp_path / "ferry.txt"
    text.write_text("\n".join(each.text for each in sample_articles()))
    done = run_isolated(sys.executable, "-m", "tidings.cli", "summarize", str(text), "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)
