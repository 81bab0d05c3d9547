"""Whether what was understood of a home's articles is all there, readable, and in agreement."""

import sqlite3
from collections.abc import Iterator
from itertools import islice

from tidings.group import clipping as clippings
from tidings.group import sketch as sketches
from tidings.store.agreement import (
    ANNOTATIONS,
    STORIES,
    WAITING,
    Disagreement,
    disagreements,
    filed_rows,
)
from tidings.store.annotations import Filed, annotations_or_none

_SHOWN = 3


def annotation_problems(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield what is wrong with annotations, and what to do about it."""
    for found in disagreements(connection, ANNOTATIONS):
        yield _problem_sentence(found, "'tidings rebuild' annotates them")
    torn = sorted(id_ for id_, filed in filed_rows(connection) if not is_readable(filed))
    if torn:
        some = tuple(islice(torn, _SHOWN))
        found = Disagreement("annotations cannot be read", len(torn), some)
        yield _problem_sentence(found, "'tidings rebuild' makes them anew")


def story_problems(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield what is wrong with stories, and what to do about it."""
    for found in disagreements(connection, STORIES):
        yield _problem_sentence(found, "'tidings rebuild' tells all stories again")
    for found in disagreements(connection, WAITING):
        yield _problem_sentence(found, "the next crawl tells it")


def stories_agree(connection: sqlite3.Connection) -> bool:
    """Return whether memberships and stories agree; articles may wait for theirs."""
    return next(disagreements(connection, STORIES), None) is None


def is_readable(filed: Filed) -> bool:
    """Return whether stored annotations can be shown and grouped with."""
    said = annotations_or_none(filed.text)
    if said is None:
        return False
    failed = {each.step for each in said.failed}
    sketched = sketches.unpacked(filed.sketch) or "near-duplicates" in failed
    return bool(sketched and (clippings.unpacked(filed.clipping) or "stories" in failed))


def _problem_sentence(found: Disagreement, advice: str) -> str:
    return f"{found.count} {found.what} ({', '.join(found.some)}): {advice}."
