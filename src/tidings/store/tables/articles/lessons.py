"""Table `lessons`: what kept articles teach about words and topics, until it is learned."""

from dataclasses import dataclass

from tidings.store.database.session import Reader, Writer


@dataclass(frozen=True, slots=True)
class Lesson:
    """What one article teaches."""

    terms: bytes  # the slots of the corpus in which it counts
    topic: bytes = b""  # an example of its topic; empty if its site gave none


def add_lesson(connection: Writer, number: int, lesson: Lesson) -> None:
    """Store a lesson at the end of the transaction."""
    connection.defer(
        "INSERT INTO lessons (number, terms, topic) VALUES (?, ?, ?)",
        (number, lesson.terms, lesson.topic),
    )


def lessons_between(
    connection: Reader, after: int, until: int, limit: int
) -> list[tuple[int, Lesson]]:
    """Return the next lessons with their numbers, in order."""
    rows = connection.execute(
        "SELECT number, terms, topic FROM lessons WHERE number > ? AND number <= ?"
        " ORDER BY number LIMIT ?",
        (after, until, limit),
    )
    return [(row[0], Lesson(row[1], row[2])) for row in rows]


def last_lesson(connection: Reader) -> int:
    """Return the number of the newest lesson; 0 if there is none."""
    row = connection.execute("SELECT max(number) FROM lessons").fetchone()
    return int(row[0] or 0)


def delete_lessons(connection: Writer, until: int) -> None:
    """Delete the lessons that a knowledge file contains."""
    connection.execute("DELETE FROM lessons WHERE number <= ?", (until,))
