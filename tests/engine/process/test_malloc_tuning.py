"""Memory that was let go of is there for the next query."""

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


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other heaps have other habits")
def test_a_kept_heap_is_not_fetched_again_page_by_page() -> None:
    assert _faults("keep_freed_memory()") < 0.1 * _faults("")


def _faults(keep: str) -> int:
    """How many pages a hundred rounds of arrays fetch."""
    script = _FAULTS.format(keep=keep)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    return int(done.stdout)
