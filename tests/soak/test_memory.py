"""Memory: following the news world stays flat after warm-up, under 300 MB per process."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

LIMIT_KIB = 300 * 1024
READERS = 6
READING_SECONDS = 15
WORDS = (
    "election", "storm", "minister", "bank", "goal", "fire", "court", "music", "hospital", "train",
    "school", "energy", "river", "council", "police", "harvest", "museum", "strike", "budget",
)  # fmt: skip


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`tidings run --demo` as a user starts it, and its address."""
    environment = os.environ | {"TIDINGS_HOME": str(tmp_path / "home")}
    process = subprocess.Popen(
        [sys.executable, "-m", "tidings.cli", "run", "--demo", "--port", "0"],
        stderr=subprocess.PIPE,
        env=environment,
        cwd=tmp_path,
        text=True,
    )
    assert process.stderr is not None
    line = process.stderr.readline()
    yield process, line.split()[3]
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0
    process.stderr.close()


def resident_kib(pid: int) -> dict[int, int]:
    """The resident memory of a process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return {each: _rss(each) for each in (pid, *map(int, children))}


def _rss(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


def articles(url: str) -> int:
    with urllib.request.urlopen(f"{url}healthz") as answer:
        return int(json.load(answer)["articles"])


def wait_until(reached: Callable[[], bool], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not reached():
        assert time.monotonic() < deadline, "not reached in time"
        time.sleep(0.2)


def read_pages(url: str, seed: int, until: Callable[[], bool]) -> int:
    """Read pages as a visitor does, each with another search; return how many."""
    random, count = Random(seed), 0
    while not until():
        words = "+".join(random.sample(WORDS, 2))
        front = _body(url)
        links = re.findall(rb'href="/(article/\w+)"', front)
        paths = [f"search?q={words}", f"search.rss?q={words}", "sources"]
        paths += [link.decode() for link in random.sample(links, min(2, len(links)))]
        count += 1 + len([_body(url + path) for path in paths])
    return count


def _body(url: str) -> bytes:
    with urllib.request.urlopen(url) as answer:
        return bytes(answer.read())


def test_the_demo_fills_within_a_minute_and_stays_small(
    demo: tuple[subprocess.Popen[str], str],
) -> None:
    process, url = demo
    wait_until(lambda: articles(url) > 50, 60)
    deadline = time.monotonic() + READING_SECONDS
    with ThreadPoolExecutor(READERS) as readers:
        counts = readers.map(
            lambda seed: read_pages(url, seed, lambda: time.monotonic() > deadline), range(READERS)
        )
        assert min(counts) >= 1
    assert max(resident_kib(process.pid).values()) < LIMIT_KIB


@pytest.mark.slow
@pytest.mark.timeout(4200)
def test_an_hour_of_following_and_reading_stays_small(
    demo: tuple[subprocess.Popen[str], str],
) -> None:
    process, url = demo
    wait_until(lambda: articles(url) > 50, 60)
    deadline, highest = time.monotonic() + 3600, 0
    with ThreadPoolExecutor(1) as readers:
        reading = readers.submit(read_pages, url, 0, lambda: time.monotonic() > deadline)
        while not reading.done():
            time.sleep(5)
            highest = max(highest, *resident_kib(process.pid).values())
        assert reading.result() > 1000
    assert highest < LIMIT_KIB


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_following_the_demo_for_ten_minutes_stays_flat(
    demo: tuple[subprocess.Popen[str], str],
) -> None:
    process, url = demo
    samples: list[dict[int, int]] = []
    for _ in range(60):
        time.sleep(10)
        samples.append(resident_kib(process.pid))
    assert articles(url) > 200
    warm, last = samples[12:24], samples[-12:]
    for pid in last[-1]:
        before = max(sample.get(pid, 0) for sample in warm)
        after = max(sample.get(pid, 0) for sample in last)
        assert after < LIMIT_KIB
        assert after < before * 1.15, (pid, before, after)
