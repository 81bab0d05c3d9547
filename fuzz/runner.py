"""Runs the fuzzer on one target and its corpus for a given time."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import atheris

from fuzz.seed_corpus import write_seeds

_HERE = Path(__file__).parent
_HOME = Path(os.environ.get("FUZZ_HOME", _HERE))  # folder of the corpus and of failing inputs
_SECONDS_PER_INPUT = 20  # for 4 KB; slower means super-linear, even on a busy machine
_MEGABYTES = 1_500


def run_fuzzer(target: str, attempt: Callable[[bytes], None]) -> None:
    """Run the target until the time is over; a failing input is written to `fuzz/found/`.

    Command line arguments such as `-max_total_time=60` go to libFuzzer.
    """
    found = _HOME / "found" / target
    found.mkdir(parents=True, exist_ok=True)
    flags = [
        f"-timeout={_SECONDS_PER_INPUT}",
        f"-rss_limit_mb={_MEGABYTES}",
        f"-artifact_prefix={found}/",
        f"-dict={_HERE / 'html.dict'}",
        "-max_len=4096",
        "-verbosity=1",
    ]
    corpus = write_seeds(_HOME / "corpus", target)
    atheris.Setup([sys.argv[0], *flags, *sys.argv[1:], str(corpus)], attempt)
    atheris.Fuzz()
