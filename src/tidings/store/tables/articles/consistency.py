"""Whether what was understood of articles agrees: annotations, memberships and stories."""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tidings.store.tables.articles.annotations import PackedAnnotations

_MEMBERS = "(SELECT count(*) FROM memberships WHERE story = stories.id)"
_SOURCES = (
    "(SELECT count(DISTINCT source) FROM memberships JOIN articles ON articles.id = article "
    "WHERE story = stories.id)"
)
_GROUPED = "(SELECT value FROM counters WHERE name = 'grouped')"


@dataclass(frozen=True, slots=True)
class Inconsistency:
    """Rows that should not be so: what they are, how many, and some of their ids."""

    what: str
    count: int
    some: tuple[str, ...]


# What is wrong with the ids that a query yields. Where the step failed, a clipping is empty.
ANNOTATION_CHECKS = (
    ("articles are not annotated",
     "SELECT id FROM articles WHERE id NOT IN (SELECT article FROM annotations)"),
    ("articles are annotated in an earlier revision",
     "SELECT id FROM articles JOIN annotations ON article = id "
     "WHERE annotations.revision <> articles.revision"),
    ("annotations are of no article",
     "SELECT article FROM annotations WHERE article NOT IN (SELECT id FROM articles)"),
)  # fmt: skip
STORY_CHECKS = (
    ("annotated articles are in no story",
     "SELECT id FROM articles JOIN annotations ON article = id "  # noqa: S608
     f"WHERE seq <= {_GROUPED} AND clipping <> x'' "
     "AND id NOT IN (SELECT article FROM memberships)"),
    ("articles are in a story that is not there",
     "SELECT article FROM memberships "
     "WHERE story NOT IN (SELECT id FROM stories WHERE merged_into IS NULL)"),
    ("articles that are not kept are in a story",
     "SELECT article FROM memberships WHERE article NOT IN (SELECT id FROM articles)"),
    ("stories count wrongly",
     "SELECT id FROM stories WHERE merged_into IS NULL "  # noqa: S608
     f"AND (articles <> {_MEMBERS} OR sources <> {_SOURCES} OR articles = 0)"),
    ("stories are led by an article of another",
     "SELECT id FROM stories WHERE merged_into IS NULL AND NOT EXISTS "
     "(SELECT 1 FROM memberships WHERE article = lead AND story = stories.id)"),
)  # fmt: skip
WAITING_CHECKS = (
    ("articles wait for their story",
     f"SELECT id FROM articles WHERE seq > {_GROUPED}"),  # noqa: S608
)  # fmt: skip


def inconsistencies(
    connection: sqlite3.Connection, checks: Sequence[tuple[str, str]], shown: int = 3
) -> Iterator[Inconsistency]:
    """Yield what some checks find wrong."""
    for what, query in checks:
        count = connection.execute(f"SELECT count(*) FROM ({query})").fetchone()[0]  # noqa: S608
        if count:
            rows = connection.execute(f"{query} ORDER BY 1 LIMIT ?", (shown,))
            yield Inconsistency(what, count, tuple(str(row[0]) for row in rows))


def packed_annotation_rows(
    connection: sqlite3.Connection,
) -> Iterator[tuple[str, PackedAnnotations]]:
    """Yield of every annotated article its id and what is stored of it."""
    rows = connection.execute("SELECT article, body, sketch, clipping FROM annotations")
    return ((row[0], PackedAnnotations(row[1], row[2], row[3])) for row in rows)
