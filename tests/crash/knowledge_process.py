"""Adds lessons and makes versions of knowledge; kills itself with SIGKILL.

Usage: knowledge_process.py HOME STAGE N. It dies at the nth call of the stage; with `none` it
goes on until all lessons are there and learned.
"""

import asyncio
import sys
from functools import cache
from pathlib import Path
from typing import Any

from tests.crash.crawl_process import arm

from tidings.engine.knowledge import knowledge_files, knowledge_keeper
from tidings.engine.knowledge.knowledge_files import KnowledgeFiles
from tidings.engine.knowledge.knowledge_keeper import KnowledgeKeeper
from tidings.engine.knowledge.lesson_log import LessonLog
from tidings.engine.process.home import ensure_home
from tidings.engine.reading.annotator import lesson_of
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Writer
from tidings.store.tables.articles.lessons import Lesson, last_lesson
from tidings.text.parsing.parsed_text import parse_text

LESSONS = 1030  # three versions, and some that wait for the fourth
_SECTIONS = ("Sport", "Finanzen", "Music")

STAGES: dict[str, tuple[Any, str, str]] = {
    "before-sync-of-folder": (knowledge_files, "_sync_folder", "before"),
    "between-file-and-rows": (KnowledgeFiles, "keep", "after"),
    "between-rows-and-commit": (knowledge_keeper, "delete_lessons", "after"),
}


@cache
def _lesson(number: int) -> Lesson:
    section = _SECTIONS[number % 3]
    title = parse_text(f"Zorbing {section} number {number}", "en")
    return lesson_of(title, parse_text("", "en"), (section,))


def _add_lessons(database: Database, known_version: int) -> None:
    """Add the lessons that are missing, as the articles of a crawl do."""
    log = LessonLog(known_version)
    first = max(known_version, last_lesson(database.read())) + 1

    def work(connection: Writer) -> None:
        for number in range(first, LESSONS + 1):
            log.add(connection, _lesson(number % 30))

    database.write(work).result()


def main() -> None:
    """Run with the arguments of the command line."""
    home, stage, calls = sys.argv[1:4]
    if stage != "none":
        arm(STAGES[stage], int(calls))
    paths = ensure_home(Settings(home=Path(home)))
    database = open_database(paths.database, StoreSettings())
    keeper = KnowledgeKeeper(database, paths.knowledge)
    _add_lessons(database, keeper.version)
    asyncio.run(keeper.catch_up())
    database.close()


if __name__ == "__main__":
    main()
