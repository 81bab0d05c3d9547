"""The table of what was learned about links, by topic."""

from datetime import datetime

from tidings.store.database.session import Reader, Writer
from tidings.store.database.statements import upsert
from tidings.store.database.timestamps import to_seconds


def topic_model(connection: Reader, topic: str) -> bytes:
    """Return what was learned about a topic; empty if nothing was."""
    row = connection.execute("SELECT model FROM topic_models WHERE topic = ?", (topic,)).fetchone()
    return bytes(row[0]) if row else b""


def keep_topic_model(connection: Writer, topic: str, model: bytes, now: datetime) -> None:
    """Store what was learned about a topic."""
    connection.execute(
        upsert("topic_models", "topic", "model, at"), (topic, model, to_seconds(now))
    )


def forget_topic_models(connection: Writer, before: datetime) -> None:
    """Forget what was learned about topics that nobody has searched since then."""
    connection.execute("DELETE FROM topic_models WHERE at < ?", (to_seconds(before),))
