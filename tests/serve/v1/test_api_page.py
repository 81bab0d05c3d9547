"""docs/api.md: its examples work as they are printed, and it names every route."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from tests.serve.served_home import ServedHome, served_home
from tests.serve.small_home import article_at

from tidings.model.access.identity import Scope
from tidings.model.articles.article import Article
from tidings.settings.tree import ServeSettings, Settings

PAGE = Path(__file__).parents[3] / "docs" / "api.md"
BLOCKS = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ROUTE = re.compile(r"^\| `([A-Z]+) (/api/v1[^`]*)` \| (.+) \| (read|write|admin) \|$", re.MULTILINE)
Fill = Callable[[Sequence[Article]], Settings]


def blocks(language: str) -> str:
    return "\n".join(
        code for kind, code in BLOCKS.findall(PAGE.read_text("utf-8")) if kind == language
    )


def environment(site: ServedHome, folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "API": f"{site.url}/api/v1",
        "TOKEN": site.token(Scope.WRITE),
        "HOME": str(folder),  # no curl settings of the person who runs the test
        "PYTHONPATH": os.pathsep.join(sys.path),
    }


def run(command: list[str], site: ServedHome, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, env=environment(site, folder), capture_output=True, text=True, timeout=300,
        check=False,
    )  # fmt: skip


@pytest.fixture
def settings(grouped: Fill) -> Settings:
    articles = [article_at(f"https://post.example/{number}") for number in range(4)]
    return replace(grouped(articles), serve=ServeSettings(port=0))


@pytest.mark.skipif(shutil.which("curl") is None, reason="the examples use curl")
def test_the_examples_work(settings: Settings, tmp_path: Path) -> None:
    strict = 'set -euo pipefail; curl() { command curl -sS --fail-with-body "$@"; echo; }\n'
    with served_home(settings) as site:
        done = run(["bash", "-c", strict + blocks("sh")], site, tmp_path)
    assert done.returncode == 0, done.stdout[-2_000:] + done.stderr[-2_000:]
    assert done.stdout.count('"next":') >= 10
    assert "\n304\n" in done.stdout
    assert "<opml" in done.stdout


def test_the_example_in_python_works(settings: Settings, tmp_path: Path) -> None:
    with served_home(settings) as site:
        done = run([sys.executable, "-c", blocks("python")], site, tmp_path)
    assert done.returncode == 0, done.stderr[-2_000:]
    assert len(done.stdout.splitlines()) == 4
    assert "The Post" in done.stdout


def test_every_route_is_on_the_page(settings: Settings) -> None:
    with served_home(settings) as site:
        described = httpx.get(f"{site.url}/openapi.json").json()["paths"]
    real = {
        (method.upper(), path, operation["summary"])
        for path, methods in described.items()
        if path.startswith("/api/v1")
        for method, operation in methods.items()
    }
    named = {row[:3] for row in ROUTE.findall(PAGE.read_text("utf-8"))}
    assert named == real


def test_every_route_of_version_1_is_well_described(settings: Settings) -> None:
    with served_home(settings) as site:
        described = httpx.get(f"{site.url}/openapi.json").json()
    assert described["openapi"].startswith("3.1")
    operations = [
        operation
        for path, methods in described["paths"].items()
        if path.startswith("/api/v1")
        for operation in methods.values()
    ]
    names = [operation["operationId"] for operation in operations]
    assert len(names) == len({*names})
    for operation in operations:
        assert re.fullmatch(r"[a-z]+([A-Z][a-z]+)*", operation["operationId"])
        assert operation["tags"]
        assert operation["description"]
        problems = operation["responses"]["default"]["content"]
        assert [*problems] == ["application/problem+json"]
        answers = [
            content
            for status, response in operation["responses"].items()
            if status.startswith("2")
            for content in response.get("content", {}).values()
        ]
        assert not answers or any({"example", "examples"} & each.keys() for each in answers)
    tags = {tag["name"] for tag in described["tags"]}
    assert {tag for operation in operations for tag in operation["tags"]} <= tags
