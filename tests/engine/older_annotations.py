"""Annotations as older models would have left them."""

import json
from collections.abc import Collection

from tidings.store.database.session import Writer


def age_annotations(
    connection: Writer, step: str = "tone", articles: Collection[str] | None = None
) -> int:
    """Let a step of all annotations, or of some articles', be by an older model; return how many.

    A rebuild makes them again.
    """
    rows = connection.execute("SELECT article, body FROM annotations").fetchall()
    aged = [(_aged(row[1], step), row[0]) for row in rows if articles is None or row[0] in articles]
    connection.executemany("UPDATE annotations SET body = ? WHERE article = ?", aged)
    return len(aged)


def _aged(body: str, step: str) -> str:
    fields = json.loads(body)
    fields["models"][step] = f"{step} 0"
    return json.dumps(fields)
