"""Seeded randomness: one independent generator per subject, the same in every process."""

import hashlib
from random import Random


def seeded_random(*subject: object) -> Random:
    """Return the generator that belongs to this subject.

    Hashing the subject ourselves keeps one subject's draws from shifting another's, and
    does not depend on PYTHONHASHSEED as ``hash`` would.
    """
    text = "\x1f".join(map(str, subject))
    return Random(int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest()))
