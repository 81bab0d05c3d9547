"""Tunes malloc: keeps freed memory for the next query instead of returning it to the system.

A search allocates and frees a few megabytes of arrays. glibc returns free memory at the top of its
heap to the system from 128 KB on, and the next query pays for it page by page: 600 page faults,
a fifth of its CPU time.
"""

import ctypes
from contextlib import suppress
from typing import Final

_TRIM_THRESHOLD: Final = -1  # mallopt's names, from malloc.h
_MMAP_THRESHOLD: Final = -3
_KEPT_BYTES: Final = 8 * 1024 * 1024  # free bytes per thread's heap: more than any search allocates


def keep_freed_memory() -> None:
    """Let this process keep its heap; does nothing if the C library is not glibc."""
    with suppress(AttributeError, OSError):
        mallopt = ctypes.CDLL(None).mallopt
        for threshold in (_TRIM_THRESHOLD, _MMAP_THRESHOLD):
            mallopt(threshold, _KEPT_BYTES)
