"""Whether what was understood of a home's articles is all there, readable, and in agreement."""

import sqlite3
from collections.abc import Iterator
from itertools import islice

from tidings.group.duplicates import sketch as sketches
from tidings.group.stories import clipping as clippings
from tidings.store.tables.articles.annotations import PackedAnnotations, annotations_or_none
from tidings.store.tables.articles.consistency import (
    ANNOTATION_CHECKS,
    STORY_CHECKS,
    WAITING_CHECKS,
    Inconsistency,
    inconsistencies,
    packed_annotation_rows,
)

_SHOWN = 3


def annotation_problems(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield what is wrong with annotations, and what to do about it."""
    for found in inconsistencies(connection, ANNOTATION_CHECKS):
        yield _problem_sentence(found, "'tidings rebuild' annotates them")
    torn = sorted(
        id_ for id_, filed in packed_annotation_rows(connection) if not is_readable(filed)
    )
    if torn:
        some = tuple(islice(torn, _SHOWN))
        found = Inconsistency("annotations cannot be read", len(torn), some)
        yield _problem_sentence(found, "'tidings rebuild' makes them anew")


def story_problems(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield what is wrong with stories, and what to do about it."""
    for found in inconsistencies(connection, STORY_CHECKS):
        yield _problem_sentence(found, "'tidings rebuild' tells all stories again")
    for found in inconsistencies(connection, WAITING_CHECKS):
        yield _problem_sentence(found, "the next crawl tells it")


def stories_agree(connection: sqlite3.Connection) -> bool:
    """Return whether memberships and stories agree; articles may wait for theirs."""
    return next(inconsistencies(connection, STORY_CHECKS), None) is None


def is_readable(filed: PackedAnnotations) -> bool:
    """Return whether stored annotations can be shown and grouped with."""
    said = annotations_or_none(filed.text)
    if said is None:
        return False
    failed = {each.step for each in said.failed}
    sketched = sketches.unpacked_sketch(filed.sketch) or "near-duplicates" in failed
    return bool(sketched and (clippings.unpacked_clipping(filed.clipping) or "stories" in failed))


def _problem_sentence(found: Inconsistency, advice: str) -> str:
    return f"{found.count} {found.what} ({', '.join(found.some)}): {advice}."
