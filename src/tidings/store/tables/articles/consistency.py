"""Checks that articles, annotations, memberships and stories are consistent."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tidings.store.database.session import Reader
from tidings.store.tables.articles.annotations import PackedAnnotations

_MEMBERS = "(SELECT count(*) FROM memberships WHERE story = stories.id)"
_SOURCES = (
    "(SELECT count(DISTINCT source) FROM memberships JOIN articles ON articles.id = article "
    "WHERE story = stories.id)"
)
_GROUPED = "(SELECT seq FROM followers WHERE name = 'stories')"


@dataclass(frozen=True, slots=True)
class Inconsistency:
    """Wrong rows: what is wrong, how many there are, and some of their ids."""

    what: str
    count: int
    some: tuple[str, ...]


# A problem, and the query for the ids that have it. Where the step failed, a clipping is empty.
ANNOTATION_CHECKS = (
    ("articles are not annotated",
     "SELECT id FROM articles "
     "WHERE NOT EXISTS (SELECT 1 FROM annotations WHERE article = articles.id)"),
    ("articles are annotated in an earlier revision",
     "SELECT id FROM articles JOIN annotations ON article = id "
     "WHERE annotations.revision <> articles.revision"),
    ("annotations belong to no article",
     "SELECT article FROM annotations "
     "WHERE NOT EXISTS (SELECT 1 FROM articles WHERE articles.id = article)"),
)  # fmt: skip
STORY_CHECKS = (
    ("annotated articles are in no story",
     "SELECT id FROM articles JOIN annotations ON article = id "  # noqa: S608
     f"WHERE seq <= {_GROUPED} AND length(clipping) > 0 AND hidden_from IS NULL "
     "AND NOT EXISTS (SELECT 1 FROM memberships WHERE memberships.article = articles.id)"),
    ("articles are in a story that does not exist",
     "SELECT article FROM memberships "
     "WHERE NOT EXISTS (SELECT 1 FROM stories WHERE id = story AND merged_into IS NULL)"),
    ("articles that do not exist are in a story",
     "SELECT article FROM memberships "
     "WHERE NOT EXISTS (SELECT 1 FROM articles WHERE articles.id = article)"),
    ("stories have wrong counts",
     "SELECT id FROM stories WHERE merged_into IS NULL "  # noqa: S608
     f"AND (articles <> {_MEMBERS} OR sources <> {_SOURCES} OR articles = 0)"),
    ("stories are led by an article of another story",
     "SELECT id FROM stories WHERE merged_into IS NULL AND NOT EXISTS "
     "(SELECT 1 FROM memberships WHERE article = lead AND story = stories.id)"),
)  # fmt: skip
WAITING_CHECKS = (
    ("articles are waiting for their story",
     f"SELECT id FROM articles WHERE seq > {_GROUPED}"),  # noqa: S608
)  # fmt: skip


def inconsistencies(
    connection: Reader, checks: Sequence[tuple[str, str]], shown: int = 3
) -> Iterator[Inconsistency]:
    """Yield what the checks find."""
    for what, query in checks:
        count = connection.execute(f"SELECT count(*) FROM ({query}) AS wrong").fetchone()[0]  # noqa: S608
        if count:
            rows = connection.execute(f"{query} ORDER BY 1 LIMIT ?", (shown,))
            yield Inconsistency(what, count, tuple(str(row[0]) for row in rows))


def packed_annotation_rows(
    connection: Reader,
) -> Iterator[tuple[str, PackedAnnotations]]:
    """Yield the id and the stored annotations of every annotated article."""
    rows = connection.execute_in_pieces("SELECT article, body, sketch, clipping FROM annotations")
    return ((row[0], PackedAnnotations(row[1], row[2], row[3])) for row in rows)
