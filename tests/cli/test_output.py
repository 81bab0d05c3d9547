"""Printing to a terminal that lacks characters, and to a pipe that is closed."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Tidings = Callable[..., Any]

PAGE = "<title>Die Fähre fährt wieder</title><h1>Die Fähre fährt wieder</h1><p>Jubel am Kai: 渡船."


@pytest.fixture
def ascii_terminal(environment: dict[str, str]) -> None:
    environment["PYTHONIOENCODING"] = "ascii"


@pytest.mark.usefixtures("ascii_terminal")
def test_characters_that_the_terminal_lacks_become_question_marks(tidings_process: Tidings) -> None:
    result = tidings_process("extract", "-", stdin=PAGE.encode())
    assert result.code == 0, result.err
    assert "Die F?hre f?hrt wieder" in result.out


@pytest.mark.usefixtures("ascii_terminal")
def test_json_keeps_every_character_in_any_encoding(tidings_process: Tidings) -> None:
    result = tidings_process("extract", "-", "--json", stdin=PAGE.encode())
    assert result.json["title"] == "Die Fähre fährt wieder"


@pytest.mark.usefixtures("ascii_terminal")
def test_a_table_is_printed_in_any_encoding(tidings_process: Tidings) -> None:
    assert tidings_process("add", "a.example", "--about", "Fähre").code == 0
    result = tidings_process("sources")
    assert result.code == 0, result.err
    assert "https://a.example/" in result.out
    assert "F?hre" in result.out


def test_a_long_address_is_not_wrapped_in_a_pipe(tidings: Tidings) -> None:
    address = f"https://a.example/{'news/' * 40}"
    assert tidings("add", address).code == 0
    assert f"{address} " in tidings("sources").out


def test_a_reader_that_stops_reading_is_not_a_failure(
    tidings: Tidings, environment: dict[str, str], tmp_path: Path
) -> None:
    assert tidings("add", "a.example").code == 0
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "tidings.cli", "sources"],
        stdout=writing,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=environment,
        timeout=100,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")
