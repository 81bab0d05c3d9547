"""Tunes malloc: keeps freed memory for the next query, in few heaps instead of one per thread.

A search allocates and frees a few megabytes of arrays. glibc returns free memory at the top of its
heap to the system from 128 KB on, and the next query pays for it page by page: 600 page faults,
a fifth of its CPU time. But it gives nearly every thread a heap of its own, and twenty of them keep
twenty times what one search needs. The interpreter lock lets one thread allocate at a time, so a
second heap is enough for those that run outside it.
"""

import ctypes
from contextlib import suppress
from typing import Final

_TRIM_THRESHOLD: Final = -1  # mallopt's names, from malloc.h
_MMAP_THRESHOLD: Final = -3
_ARENA_MAX: Final = -8
_MAX_HEAPS: Final = 2
_KEPT_BYTES: Final = 8 * 1024 * 1024  # free bytes per heap: more than any search allocates


def keep_freed_memory() -> None:
    """Let this process keep its heaps, and make few; does nothing if the C library is not glibc."""
    with suppress(AttributeError, OSError):
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(_ARENA_MAX, _MAX_HEAPS)
        for threshold in (_TRIM_THRESHOLD, _MMAP_THRESHOLD):
            mallopt(threshold, _KEPT_BYTES)
