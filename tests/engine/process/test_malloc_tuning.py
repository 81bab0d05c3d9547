"""Freed memory is kept for the next query."""

import platform
import subprocess
import sys

import pytest

_FAULTS = """
import resource
import numpy as np
from tidings.engine.process.malloc_tuning import keep_freed_memory

{keep}
for turn in range(110):
    if turn == 10:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    arrays = [np.ones(40_000) for _ in range(8)]
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="mallopt is specific to glibc")
def test_freed_memory_is_reused_without_page_faults() -> None:
    assert _faults("keep_freed_memory()") < 0.1 * _faults("")


def _faults(keep: str) -> int:
    """Return the page faults of a hundred rounds of arrays."""
    script = _FAULTS.format(keep=keep)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    return int(done.stdout)
