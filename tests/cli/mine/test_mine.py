import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import Tidings
from tests.engine.agents.topic_web import QUERY, TopicWeb, article, topic_web

SECONDS = 60


@pytest.fixture
def web() -> Iterator[TopicWeb]:
    with topic_web(3) as served:
        yield served


def test_finds_are_printed_and_can_be_searched(tidings: Tidings, web: TopicWeb) -> None:
    done = tidings("mine", *QUERY.split(), "--seed", web.front())
    assert done.code == 0, done.err
    lines = [line.strip() for line in done.out.splitlines()]
    assert {line for line in lines if line.startswith("http")} == web.about_floods()
    assert sum("relevance" in line for line in lines) == len(web.about_floods())
    assert "nothing is left to follow" in done.err
    hits = tidings("search", *QUERY.split(), "--json").json["hits"]
    assert {hit["url"] for hit in hits} == web.about_floods()


def test_json_is_one_document(tidings: Tidings, web: TopicWeb) -> None:
    done = tidings("mine", QUERY, "--seed", web.front(), "--max-pages", "8", "--json", "--explain")
    assert done.code == 0, done.err
    assert done.json["run"]["end"] == "pages"
    assert done.json["run"]["pages"] == 8
    assert done.json["finds"]
    assert {"followed", "estimate", "threshold", "reasons"} <= done.json["links"][0].keys()
    assert web.requested().total() <= 8


def test_every_link_is_explained(tidings: Tidings, web: TopicWeb) -> None:
    done = tidings("mine", QUERY, "--seed", web.front(), "--max-pages", "5", "--explain")
    told = [line.split() for line in done.out.splitlines() if line.startswith(("followed", "left"))]
    assert {each[0] for each in told} == {"followed", "left"}
    followed = {each[4] for each in told if each[0] == "followed"}
    assert followed == set(web.requested()) - {web.front()}


def test_runs_are_listed(tidings: Tidings, web: TopicWeb) -> None:
    tidings("mine", "weather", "--seed", web.front(), "--max-pages", "2")
    tidings("mine", QUERY, "--seed", web.front(), "--max-pages", "3")
    listed = tidings("mine", "--list")
    assert listed.code == 0
    assert QUERY in listed.out
    runs = tidings("mine", "--list", "--json").json
    assert [run["id"] for run in runs] == [2, 1]
    assert [run["pages"] for run in runs] == [3, 2]


def test_without_seeds_and_index_it_says_what_to_do(tidings: Tidings) -> None:
    done = tidings("mine", "floods")
    assert done.code == 1
    assert "--seed" in done.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "say what to search for"),
        (("floods", "--seed", "ftp://a.example/"), "is not a web address"),
        (("floods", "--threshold", "2"), "is not between 0 and 1"),
        (("floods", "--max-pages", "1000000"), "is not between 1 and"),
        (("floods", "--minutes", "soon"), "is no number"),
        (("--stop", "7"), "There is no run 7"),
        (("--resume",), "No run was interrupted"),
    ],
)
def test_what_makes_no_sense_is_refused(
    tidings: Tidings, arguments: tuple[str, ...], sentence: str
) -> None:
    tidings("add", "https://a.example/")
    done = tidings("mine", *arguments)
    assert done.code == 2
    assert sentence in done.err


def started(environment: dict[str, str], folder: Path, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "tidings.cli", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env=environment,
    )


def wait_for_requests(web: TopicWeb, number: int) -> None:
    for _ in range(SECONDS * 20):
        if web.requested().total() >= number:
            return
        signal.sigtimedwait([], 0.05)
    raise AssertionError("nothing was requested")


def test_a_killed_run_is_resumed(
    tidings: Tidings, web: TopicWeb, environment: dict[str, str], tmp_path: Path
) -> None:
    web.latency = 0.1
    process = started(environment, tmp_path, "mine", QUERY, "--seed", web.front(), "--agents", "2")
    wait_for_requests(web, 6)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    done = tidings("mine", "--resume")
    assert done.code == 0, done.err
    found = tidings("mine", "--list", "--json").json[0]["finds"]
    assert found == len(web.about_floods())
    assert max(web.requested().values()) <= 2
    assert sum(times - 1 for times in web.requested().values()) <= 2


def test_beside_a_running_crawl_the_run_is_handed_to_it(
    tidings: Tidings, web: TopicWeb, environment: dict[str, str], tmp_path: Path
) -> None:
    tidings("add", web.front(2))
    arguments = ("run", "--set", "serve.port=0")
    process = started(environment, tmp_path, *arguments)
    try:
        wait_for_requests(web, 1)
        done = tidings("mine", QUERY, "--seed", web.front())
    finally:
        process.terminate()
        process.communicate(timeout=SECONDS)
    assert done.code == 0, done.err
    assert {line.strip() for line in done.out.splitlines() if "http" in line} == web.about_floods()


def test_finds_are_listed_in_the_order_of_a_search(tidings: Tidings, web: TopicWeb) -> None:
    finds = tidings("mine", QUERY, "--seed", web.front(), "--json").json["finds"]
    hits = tidings("search", QUERY, "--json").json["hits"]
    assert [find["url"] for find in finds] == [hit["url"] for hit in hits]
    assert all(find["score"] > 0 for find in finds)


def test_a_copy_is_told_with_its_original(tidings: Tidings, web: TopicWeb) -> None:
    original, copy = web.url(0, 1), web.url(1, 1)
    web.bodies[copy] = article(web.hosts[0], 1)
    out = tidings("mine", QUERY, "--seed", web.front()).out
    assert f"same text as {original}" in out or f"same text as {copy}" in out
    assert out.count("same text as") == 1
    again = tidings("mine", QUERY, "--seed", web.front()).out  # known from the beginning
    assert again.count("same text as") == 1
    assert "known before\n  same text as" in again
