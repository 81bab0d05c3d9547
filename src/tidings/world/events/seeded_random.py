"""Seeded randomness: one independent generator per subject, the same in every process."""

import hashlib
from random import Random


def seeded_random(*subject: object) -> Random:
    """Return the generator of this subject.

    A generator per subject keeps the draws of one from shifting another's. ``hash`` is not used,
    because it depends on PYTHONHASHSEED.
    """
    text = "\x1f".join(map(str, subject))
    return Random(int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest()))
