"""Checks that a home's annotations and stories are complete, readable and consistent."""

from collections.abc import Iterator
from itertools import islice

from tidings.group.duplicates import sketch as sketches
from tidings.group.stories import clipping as clippings
from tidings.store.database.session import Reader
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


def annotation_problems(connection: Reader) -> Iterator[str]:
    """Yield the problems of annotations, each with what to do."""
    for found in inconsistencies(connection, ANNOTATION_CHECKS):
        yield _problem_sentence(found, "'tidings rebuild' annotates them")
    unreadable = sorted(
        id_ for id_, packed in packed_annotation_rows(connection) if not is_readable(packed)
    )
    if unreadable:
        some = tuple(islice(unreadable, _SHOWN))
        found = Inconsistency("annotations cannot be read", len(unreadable), some)
        yield _problem_sentence(found, "'tidings rebuild' makes them again")


def story_problems(connection: Reader) -> Iterator[str]:
    """Yield the problems of stories, each with what to do."""
    for found in inconsistencies(connection, STORY_CHECKS):
        yield _problem_sentence(found, "'tidings rebuild' groups all stories again")
    for found in inconsistencies(connection, WAITING_CHECKS):
        yield _problem_sentence(found, "the next crawl groups them")


def stories_agree(connection: Reader) -> bool:
    """Return whether memberships and stories agree; articles may still wait for a story."""
    return next(inconsistencies(connection, STORY_CHECKS), None) is None


def is_readable(packed: PackedAnnotations) -> bool:
    """Return whether stored annotations can be shown and used for grouping."""
    annotations = annotations_or_none(packed.text)
    if annotations is None:
        return False
    failed = {each.step for each in annotations.failed}
    has_sketch = sketches.unpacked_sketch(packed.sketch) or "near-duplicates" in failed
    return bool(
        has_sketch and (clippings.unpacked_clipping(packed.clipping) or "stories" in failed)
    )


def _problem_sentence(found: Inconsistency, advice: str) -> str:
    return f"{found.count} {found.what} ({', '.join(found.some)}): {advice}."
