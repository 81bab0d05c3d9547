"""Hashes of secrets: scrypt, of the standard library.

Passwords are guessed from lists, so each guess must be dear: N=2^14, r=8, p=5 is one of the
settings that OWASP calls equally strong (Password Storage Cheat Sheet). It takes 0.2 s and 16 MB
here; N=2^17, p=1 would take 0.45 s and 128 MB. Other secrets are 256 random bits. Nobody can guess
these however cheap a guess is, so theirs takes 0.2 ms.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from functools import cache
from threading import BoundedSemaphore
from typing import Final

_SALT_BYTES: Final = 16
_HASH_BYTES: Final = 32
_SCHEME: Final = "scrypt"
# 32 MB and two cores at most, however many people sign in, or try to.
_PASSWORDS_AT_A_TIME: Final = BoundedSemaphore(2)


@dataclass(frozen=True, slots=True)
class HashCost:
    """How dear a hash is."""

    n: int
    r: int
    p: int

    @property
    def is_dear(self) -> bool:
        """Whether many at a time would be a burden."""
        return self.n * self.r * 128 > 1_000_000


PASSWORD: Final = HashCost(n=2**14, r=8, p=5)
RANDOM_SECRET: Final = HashCost(n=2**6, r=8, p=1)


def hashed(secret: str, cost: HashCost) -> str:
    """Return a new hash of a secret, with its cost and its salt."""
    salt = secrets.token_bytes(_SALT_BYTES)
    return _stored(cost, salt, _digest(secret, salt, cost))


def is_hash_of(secret: str, stored: str | None, cost: HashCost) -> bool:
    """Return whether a stored hash is that of a secret.

    Without one it takes just as long: the time must not say whether there is such a user or id.
    """
    _, n, r, p, salt, digest = (stored or _decoy(cost)).split("$")
    found = _digest(secret, bytes.fromhex(salt), HashCost(int(n), int(r), int(p)))
    return hmac.compare_digest(found, bytes.fromhex(digest)) and stored is not None


@cache
def _decoy(cost: HashCost) -> str:
    """Return a hash of nothing; making it takes no time, which the first guess would notice."""
    return _stored(cost, secrets.token_bytes(_SALT_BYTES), secrets.token_bytes(_HASH_BYTES))


def _stored(cost: HashCost, salt: bytes, digest: bytes) -> str:
    return f"{_SCHEME}${cost.n}${cost.r}${cost.p}${salt.hex()}${digest.hex()}"


def _digest(secret: str, salt: bytes, cost: HashCost) -> bytes:
    if not cost.is_dear:
        return _scrypt(secret, salt, cost)
    with _PASSWORDS_AT_A_TIME:
        return _scrypt(secret, salt, cost)


def _scrypt(secret: str, salt: bytes, cost: HashCost) -> bytes:
    text = secret.encode(errors="surrogatepass")  # whatever somebody sends is only wrong
    memory = 2 * 128 * cost.n * cost.r  # OpenSSL wants a little more than it needs
    return hashlib.scrypt(
        text, salt=salt, n=cost.n, r=cost.r, p=cost.p, maxmem=memory, dklen=_HASH_BYTES
    )
