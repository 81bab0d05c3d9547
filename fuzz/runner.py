"""The fuzzing machine: one target over its corpus for a given time."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import atheris

from fuzz.seed_corpus import write_seeds

_HERE = Path(__file__).parent
_HOME = Path(os.environ.get("FUZZ_HOME", _HERE))  # of the corpus and of what is found
_SECONDS_PER_INPUT = 20  # of inputs of 4 KB: above it is super-linear, on a busy machine too
_MEGABYTES = 1_500


def run_fuzzer(target: str, attempt: Callable[[bytes], None]) -> None:
    """Feed the target until the time is over; a failure leaves its input in `fuzz/found/`.

    Arguments of the command line go to libFuzzer, `-max_total_time=60` first of all.
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
