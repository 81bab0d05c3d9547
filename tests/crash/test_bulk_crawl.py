"""A bulk crawl is killed, and the same command goes on."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.engine.backfill.bulk_home import DELAY, articles, rows, settings_for, visits
from tests.engine.backfill.many_papers import Papers, papers
from tests.homes import begin_home

from tidings.engine.backfill.bulk_crawl import BulkCrawlResult
from tidings.engine.resuming.resume import resume_job


def start(folder: Path, urls: list[str], pages: str = "") -> subprocess.Popen[str]:
    begin_home(settings_for(folder).home)
    listed = folder / "urls.txt"
    listed.write_text("\n".join(urls))
    command = [sys.executable, "-m", "tests.crash.bulk_crawl_process"]
    return subprocess.Popen(
        [*command, str(folder), str(listed), pages],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def places_of(driver: int) -> list[int]:
    """Return the processes in which a driver maps parts."""
    children = Path(f"/proc/{driver}/task/{driver}/children")
    others = Path(f"/proc/{driver}/task").glob("*/children")
    found = {int(word) for path in (children, *others) for word in path.read_text().split()}
    mark = b"tidings.engine.runners.worker\0"
    return [pid for pid in sorted(found) if mark in Path(f"/proc/{pid}/cmdline").read_bytes()]


def assert_done(folder: Path, urls: list[str], served: Papers, kills: int) -> None:
    settings = settings_for(folder)
    assert articles(settings).keys() == set(urls)
    assert set(visits(settings).values()) == {1}
    sent = Counter(served.all_pages())
    assert sent.keys() == set(urls)
    assert max(sent.values()) <= 1 + kills
    for host in served.hosts:
        assert served.smallest_gap(host) >= DELAY


@pytest.mark.slow
def test_a_place_that_dies_costs_its_part_and_no_politeness(tmp_path: Path) -> None:
    with papers(6) as served:
        urls = served.urls(8)
        process = start(tmp_path, urls)
        while not any(served.pages(host) for host in served.hosts):
            assert process.poll() is None
            time.sleep(0.05)
        place = places_of(process.pid)[0]
        os.kill(place, signal.SIGKILL)
        printed, errors = process.communicate()
        assert int(printed) == len(urls), errors
        assert_done(tmp_path, urls, served, kills=1)
        assert sum(map(served.overlaps, served.hosts)) == 0


def go_on(folder: Path, urls: list[str]) -> int:
    printed, errors = start(folder, urls).communicate()
    assert printed, errors
    return int(printed)


def resume(folder: Path, urls: list[str]) -> int:
    """Go on as `tidings jobs resume` does, without the list."""
    settings = settings_for(folder)
    ((number,),) = rows(settings, "SELECT id FROM jobs WHERE name = 'crawl'")
    done = resume_job(settings, int(str(number)), lambda done, of: None)
    assert isinstance(done, BulkCrawlResult)
    return done.counts.pages


@pytest.mark.parametrize(
    ("pages", "again"), [("1", resume), pytest.param("30", go_on, marks=pytest.mark.slow)]
)
def test_what_is_settled_is_never_fetched_again(
    tmp_path: Path, pages: str, again: Callable[[Path, list[str]], int]
) -> None:
    with papers(6) as served:
        urls = served.urls(10)
        killed = start(tmp_path, urls, pages)
        killed.communicate()
        assert killed.returncode == -signal.SIGKILL
        settled = set(visits(settings_for(tmp_path)))
        assert settled
        before = Counter(served.all_pages())
        assert again(tmp_path, urls) == len(urls) - len(settled)
        after = Counter(served.all_pages())
        assert all(after[url] == before[url] for url in settled)
        assert_done(tmp_path, urls, served, kills=1)
