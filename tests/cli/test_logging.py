"""Logging, as an operator sees it: levels, formats, secrets, and beside a progress display."""

import json
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.cli.test_progress import shown_on_terminal

Tidings = Callable[..., Any]

TOKEN = "swordfish-and-chips"


def events(err: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in err.splitlines()]


def test_by_default_a_crawl_logs_nothing(crawled_home: Any) -> None:
    assert crawled_home.crawled.err == ""


def test_a_crawl_logs_json_lines_at_the_level_that_is_wanted(
    tidings: Tidings, world: list[str]
) -> None:
    assert tidings("add", world[0], f"{world[1]}nowhere").code == 0
    flags = ("--log-level", "info", "--log-format", "json")
    done = tidings("crawl", "--max-pages", "8", "--json", *flags)
    *lines, problem = events(done.err)
    names = [line["event"] for line in lines]
    assert names.index("crawl began") < names.index("visit failed") < names.index("crawl ended")
    assert names.count("follower caught up") == 2
    assert problem["event"] == "announcement"  # which source brings nothing
    assert lines[names.index("crawl ended")]["fetched"] == done.json["fetched"]
    failing = next(line for line in lines if line["event"] == "source failing")
    assert (failing["source"], failing["reason"]) == (f"{world[1]}nowhere", "not found")
    assert {line["level"] for line in lines} == {"info"}
    debug = tidings("crawl", "--max-pages", "2", "--log-level=debug").err
    assert " debug visit made: url=" in debug


def test_settings_and_variables_do_the_same_as_flags(
    tidings: Tidings, environment: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "tidings.toml").write_text('[log]\nlevel = "info"\n')
    assert " info crawl began: home=" in tidings("crawl").err
    environment["TIDINGS_LOG_LEVEL"] = "error"
    assert "crawl began" not in tidings("crawl").err
    assert "crawl began" in tidings("crawl", "--log-level", "info").err
    environment["TIDINGS_LOG_FORMAT"] = "yaml"
    wrong = tidings("crawl")
    assert (wrong.code, wrong.err) == (
        2,
        "tidings: TIDINGS_LOG_FORMAT: expected one of text, json, got 'yaml'.\n",
    )


def test_sentences_for_people_are_objects_in_a_json_log(tidings: Tidings) -> None:
    (failed,) = events(tidings("status", "--log-format", "json").err)
    assert (failed["event"], failed["level"], failed["code"]) == ("command failed", "error", 1)
    assert failed["text"].startswith("There is no Tidings home")
    said = events(tidings("crawl", "--log-format", "json").err)
    assert [line["event"] for line in said] == ["announcement"]
    assert said[0]["text"].startswith("No source is followed")


def test_log_lines_do_not_break_the_progress_display(
    tidings: Tidings, environment: dict[str, str], world: list[str], tmp_path: Path
) -> None:
    assert tidings("add", world[0]).code == 0
    env = environment | {"TERM": "xterm", "COLUMNS": "500"}
    command = [sys.executable, "-m", "tidings.cli", "--log-level", "debug", "crawl"]
    lines = shown_on_terminal([*command, "--max-pages", "20"], env, tmp_path).splitlines()
    made = [line for line in lines if "visit made" in line]
    assert len(made) >= 10
    for line in made:  # each whole, and on a line of its own but for what moves the cursor
        assert line.count("visit made") == 1
        assert " reason=" in line
        assert "new articles" not in line.partition("visit made")[2]


def test_no_secret_is_ever_logged(
    environment: dict[str, str], world: list[str], tidings: Tidings, tmp_path: Path
) -> None:
    assert tidings("add", f"{world[0]}?token={TOKEN}").code == 0
    crawled = tidings("crawl", "--max-pages", "3", "--log-level", "debug")
    assert "token=***" in crawled.err
    assert TOKEN not in crawled.err
    flags = ["--port", "0", "--processes", "2", "--log-level", "debug", "--log-format", "json"]
    process = subprocess.Popen(
        [sys.executable, "-m", "tidings.cli", "serve", *flags, "--set", f"serve.token={TOKEN}"],
        stderr=subprocess.PIPE, env=environment, cwd=tmp_path, text=True,
    )  # fmt: skip
    assert process.stderr is not None
    before = []
    while (line := json.loads(process.stderr.readline()))["event"] != "announcement":
        before.append(line["event"])
    assert before == ["server listening", "server listening"]
    url = line["text"].split()[3]
    for path in (f"api/search?q=a&token={TOKEN}", f"websub/{TOKEN}", f"{TOKEN}"):
        request = urllib.request.Request(url + path, headers={"Authorization": f"Bearer {TOKEN}"})
        request.add_header("Cookie", f"session={TOKEN}")
        try:
            urllib.request.urlopen(request, timeout=20).close()
        except urllib.error.HTTPError as error:
            error.close()
    process.send_signal(signal.SIGTERM)
    err = process.stderr.read()
    process.stderr.close()
    assert process.wait(20) == 0
    assert TOKEN not in err
    served = [line["path"] for line in events(err) if line["event"] == "request served"]
    assert sorted(served) == ["/***", "/api/search", "/websub/***"]
