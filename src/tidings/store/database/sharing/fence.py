"""The row that says who owns the home, and the names that processes of one home share.

A server may have several homes, each in a database or a schema of its own. Locks and channels
belong to a database, so their names have the schema.
"""

import hashlib
from dataclasses import dataclass

OWNERSHIP = (
    """CREATE TABLE IF NOT EXISTS ownership (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        fence BIGINT NOT NULL,
        process TEXT NOT NULL,
        purpose TEXT NOT NULL,
        since TIMESTAMPTZ
    )""",
    "INSERT INTO ownership VALUES (1, 0, '', '', NULL) ON CONFLICT (id) DO NOTHING",
)
READ_FENCE = "SELECT fence FROM ownership"


@dataclass(frozen=True, slots=True)
class SharedNames:
    """The locks and the channel of a home."""

    schema: str

    @property
    def owner_lock(self) -> int:
        """The lock that the owner's session holds."""
        return self._key("owner")

    @property
    def writer_lock(self) -> int:
        """The lock that each transaction holds, so that one writes at a time."""
        return self._key("writer")

    @property
    def channel(self) -> str:
        """The channel of NOTIFY, as an identifier."""
        return f"tidings_{self._key('channel') & 0xFFFF_FFFF_FFFF:x}"

    def _key(self, use: str) -> int:
        digest = hashlib.blake2b(f"tidings {use} {self.schema}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, signed=True)
