"""When each sender may send again: one small file in the home, shared by all server processes.

GCRA, the generic cell rate algorithm: of each sender one moment is kept, at which all its requests
would have been paid for. The file is read and written, not mapped: on a full disk a write to a
mapped page kills the process, while `pwrite` raises an error.
"""

import fcntl
import hashlib
import os
import secrets
import struct
from pathlib import Path
from typing import Final

_MAGIC: Final = b"tdgrate1"
_SEED_BYTES: Final = 16
_BUCKETS: Final = 8192  # of four senders each: 32 768 senders at a time, half a megabyte
_BUCKET: Final = struct.Struct("<QdQdQdQd")
_SENDER: Final = struct.Struct("<Qd")
_SIZE: Final = (1 + _BUCKETS) * _BUCKET.size  # the first bucket's place is the header
_TOLERANCE: Final = 1e-6  # seconds lost in sums of floating-point numbers
_ATTEMPTS: Final = 50  # to lock a bucket; whoever holds it needs a microsecond, unless stopped


class RateFile:
    """Senders by the keyed hash of their name; of five in one bucket the quietest is forgotten."""

    def __init__(self, path: Path) -> None:
        """Open or create the file; raises OSError, also if the disk is full."""
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        self._file = os.open(path, flags, 0o600)
        try:
            self._seed = _prepared(self._file)
        except OSError:
            os.close(self._file)
            raise

    def take(self, sender: bytes, interval: float, window: float, now: float) -> float:
        """Count a request and return 0, or return in how many seconds the next is allowed.

        A sender has `window / interval` requests at once, and then one more every `interval`
        seconds. Raises OSError.
        """
        identity, start = self._place(sender)
        is_locked = self._lock(start)
        try:
            bucket = self._bucket(start)
            at = _slot(bucket, identity)
            paid = bucket[at + 1] if bucket[at] == identity else now
            paid, wait = next_payment(paid, interval, window, now)
            if wait == 0:
                self._write(start, at, identity, paid)
            return wait
        finally:
            if is_locked:
                fcntl.lockf(self._file, fcntl.LOCK_UN, _BUCKET.size, start)

    def give_back(self, sender: bytes, interval: float) -> None:
        """Undo one `take`; raises OSError."""
        identity, start = self._place(sender)
        is_locked = self._lock(start)
        try:
            bucket = self._bucket(start)
            at = _slot(bucket, identity)
            if bucket[at] == identity:
                self._write(start, at, identity, bucket[at + 1] - interval)
        finally:
            if is_locked:
                fcntl.lockf(self._file, fcntl.LOCK_UN, _BUCKET.size, start)

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def _place(self, sender: bytes) -> tuple[int, int]:
        """Return the hash of a sender, and where its bucket starts."""
        digest = hashlib.blake2b(sender, digest_size=8, key=self._seed).digest()
        identity = int.from_bytes(digest, "little") or 1  # 0 is an empty place
        return identity, (1 + identity % _BUCKETS) * _BUCKET.size

    def _lock(self, start: int) -> bool:
        """Lock a bucket against other processes, unless its owner seems to be stopped.

        Without the lock a request may go uncounted; waiting would stop the whole server.
        """
        for _ in range(_ATTEMPTS):
            try:
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, _BUCKET.size, start)
            except (BlockingIOError, PermissionError):
                os.sched_yield()
            else:
                return True
        return False

    def _bucket(self, start: int) -> tuple[float, ...]:
        data = os.pread(self._file, _BUCKET.size, start)
        return _BUCKET.unpack(data.ljust(_BUCKET.size, b"\0"))  # shorter if it is being replaced

    def _write(self, start: int, at: int, identity: int, paid: float) -> None:
        os.pwrite(self._file, _SENDER.pack(identity, paid), start + at // 2 * _SENDER.size)


def next_payment(paid: float, interval: float, window: float, now: float) -> tuple[float, float]:
    """Return until when a sender has paid after one more request, and how long it has to wait."""
    if not now <= paid <= now + window + _TOLERANCE:
        paid = now  # paid long ago; or from before the clock was set back
    wait = paid + interval - now - window
    return (paid, wait) if wait > _TOLERANCE else (paid + interval, 0.0)


def _slot(bucket: tuple[float, ...], identity: int) -> int:
    """Return where a sender is in its bucket, or else where it may be put."""
    for at in range(0, 8, 2):
        if bucket[at] == identity:
            return at
    return min(range(0, 8, 2), key=lambda at: bucket[at + 1])


def _prepared(file: int) -> bytes:
    """Return the file's seed; a file that is new, damaged or of another version begins anew."""
    fcntl.lockf(file, fcntl.LOCK_EX, 1, 0)
    try:
        header = os.pread(file, len(_MAGIC) + _SEED_BYTES, 0)
        if header[: len(_MAGIC)] == _MAGIC and os.fstat(file).st_size == _SIZE:
            return header[len(_MAGIC) :]
        seed = secrets.token_bytes(_SEED_BYTES)
        os.ftruncate(file, 0)
        os.posix_fallocate(file, 0, _SIZE)
        os.pwrite(file, _MAGIC + seed, 0)
        return seed
    finally:
        fcntl.lockf(file, fcntl.LOCK_UN, 1, 0)
