"""Remembers which secrets were found to fit which hashes, so that each costs scrypt only once.

Whether a secret fits a hash never changes, so nothing here can be out of date: rows are read for
every request, and a hash that is revoked, replaced or removed is not asked about again. Secrets
are not kept, only digests with a key of this process.
"""

import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Final

from tidings.engine.access.hashing import HashCost, is_hash_of

Check = Callable[[str, str | None, HashCost], bool]
_MAX_REMEMBERED: Final = 10_000  # 200 bytes each


class VerifiedSecrets:
    """Checks secrets, those that were right before without delay. Safe for many threads."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)
        self._right: OrderedDict[bytes, None] = OrderedDict()
        self._lock = Lock()

    def is_right(self, secret: str, stored: str | None, cost: HashCost) -> bool:
        """Return whether a secret fits a stored hash; without one it takes as long as if not."""
        if self.was_right(secret, stored, cost):
            return True
        if not is_hash_of(secret, stored, cost):
            return False
        with self._lock:
            self._right[self._digest(secret, stored or "")] = None
            if len(self._right) > _MAX_REMEMBERED:
                self._right.popitem(last=False)
        return True

    def was_right(self, secret: str, stored: str | None, cost: HashCost) -> bool:
        """Return whether a secret is known to fit a hash, without finding it out."""
        digest = self._digest(secret, stored or "")
        with self._lock:
            if digest not in self._right:
                return False
            self._right.move_to_end(digest)
            return True

    def _digest(self, secret: str, stored: str) -> bytes:
        text = f"{stored} {secret}".encode(errors="surrogatepass")
        return hmac.digest(self._key, text, "sha256")
