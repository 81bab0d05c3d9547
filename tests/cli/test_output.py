"""Printing where the terminal knows few letters, or where nobody reads on."""

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
def few_letters(environment: dict[str, str]) -> None:
    environment["PYTHONIOENCODING"] = "ascii"


@pytest.mark.usefixtures("few_letters")
def test_letters_that_the_terminal_lacks_become_question_marks(tidings_process: Tidings) -> None:
    said = tidings_process("extract", "-", stdin=PAGE.encode())
    assert said.code == 0, said.err
    assert "Die F?hre f?hrt wieder" in said.out


@pytest.mark.usefixtures("few_letters")
def test_json_loses_no_letter_in_any_encoding(tidings_process: Tidings) -> None:
    said = tidings_process("extract", "-", "--json", stdin=PAGE.encode())
    assert said.json["title"] == "Die Fähre fährt wieder"


@pytest.mark.usefixtures("few_letters")
def test_a_table_is_printed_in_any_encoding(tidings_process: Tidings) -> None:
    assert tidings_process("add", "a.example", "--about", "Fähre").code == 0
    said = tidings_process("sources")
    assert said.code == 0, said.err
    assert "https://a.example/" in said.out
    assert "F?hre" in said.out


def test_a_long_address_is_whole_in_a_pipe(tidings: Tidings) -> None:
    address = f"https://a.example/{'news/' * 40}"
    assert tidings("add", address).code == 0
    assert f"{address} " in tidings("sources").out


def test_who_stops_reading_is_no_failure(
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
