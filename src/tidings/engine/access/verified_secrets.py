"""Remembers which secrets were found to fit which hashes, so that each costs scrypt only once.

Whether a secret fits a hash never changes, so nothing here can be out of date: rows are read for
every request, and a hash that is revoked, replaced or removed is not asked about again. Secrets
are not kept, only digests with a key of this process.
"""

import hmac
import secrets
from collections import OrderedDict
from threading import Lock
from typing import Final

from tidings.engine.access.hashing import HashCost, is_hash_of

_MAX_REMEMBERED: Final = 10_000  # 200 bytes each


class VerifiedSecrets:
    """Checks secrets, those that were right before without delay. Safe for many threads."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)
        self._right: OrderedDict[bytes, None] = OrderedDict()
        self._lock = Lock()

    def is_right(self, secret: str, stored: str | None, cost: HashCost) -> bool:
        """Return whether a secret fits a stored hash; without one it takes as long as if not."""
        digest = self._digest(secret, stored or "")
        with self._lock:
            if digest in self._right:
                self._right.move_to_end(digest)
                return True
        if not is_hash_of(secret, stored, cost):
            return False
        with self._lock:
            self._right[digest] = None
            if len(self._right) > _MAX_REMEMBERED:
                self._right.popitem(last=False)
        return True

    def _digest(self, secret: str, stored: str) -> bytes:
        text = f"{stored} {secret}".encode(errors="surrogatepass")
        return hmac.digest(self._key, text, "sha256")
