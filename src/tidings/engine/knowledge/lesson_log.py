"""The lesson log: notes what each new article teaches, in the transaction that keeps it."""

from tidings.store.database.session import Writer
from tidings.store.tables.articles.lessons import Lesson, add_lesson, last_lesson


class LessonLog:
    """Numbers lessons in the order of their articles. Runs in the writer's thread.

    A number that was used by a transaction that failed is not used again; gaps do no harm.
    """

    def __init__(self, known_version: int = 0) -> None:
        self._known_version = known_version  # lessons up to it are deleted
        self._last: int | None = None

    def add(self, connection: Writer, lesson: Lesson) -> None:
        """Note a lesson."""
        if self._last is None:
            self._last = max(self._known_version, last_lesson(connection))
        self._last += 1
        add_lesson(connection, self._last, lesson)
