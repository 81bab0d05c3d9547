"""The C library's heap: what is let go of is kept for the next query, not handed back at once.

A search takes and leaves a few megabytes of arrays. glibc hands what is free at the top of its heap
back to the system from 128 KB on, and the next query pays for it page by page: 600 page faults,
a fifth of its processor time.
"""

import ctypes
from contextlib import suppress
from typing import Final

_TRIM_THRESHOLD: Final = -1  # mallopt's names, from malloc.h
_MMAP_THRESHOLD: Final = -3
_KEPT_BYTES: Final = 8 * 1024 * 1024  # free, of each thread's heap: more than a search ever takes


def keep_freed_memory() -> None:
    """Let this process keep its heap; does nothing where the C library is another."""
    with suppress(AttributeError, OSError):
        mallopt = ctypes.CDLL(None).mallopt
        for threshold in (_TRIM_THRESHOLD, _MMAP_THRESHOLD):
            mallopt(threshold, _KEPT_BYTES)
