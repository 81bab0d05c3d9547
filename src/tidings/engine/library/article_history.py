"""The history of an article: its revisions as word diffs, and its deletions."""

from datetime import datetime
from itertools import pairwise

from tidings.model.articles.article import Article
from tidings.model.articles.revision import ArticleHistory, RevisionDiff, WordChange
from tidings.store.database.session import Reader
from tidings.store.tables.articles.revisions import earlier_revisions, tombstones_of
from tidings.text.diff import word_count, word_diff


def history_of(
    connection: Reader, article: Article, before: int | None = None, limit: int | None = None
) -> ArticleHistory:
    """Return an article's revisions and deletions, the newest revision first.

    With `before`, only revisions with a lower number; with `limit`, only the newest of them.
    """
    earlier = earlier_revisions(connection, article.id)
    texts = [*((old.title, old.text) for old in earlier), (article.title, article.text)]
    steps = [
        (former.revision + 1, former.replaced_at, old, new)
        for former, (old, new) in zip(earlier, pairwise(texts), strict=True)
        if before is None or former.revision + 1 < before
    ]
    revisions = tuple(_revision(*step) for step in steps[::-1][:limit])
    return ArticleHistory(revisions, tuple(tombstones_of(connection, article.id)))


def _revision(
    number: int, seen_at: datetime, old: tuple[str, str], new: tuple[str, str]
) -> RevisionDiff:
    title, text = word_diff(old[0], new[0]), word_diff(old[1], new[1])
    runs = (*title, *text)
    return RevisionDiff(
        number,
        seen_at,
        title,
        text,
        words_added=word_count(runs, WordChange.ADDED),
        words_removed=word_count(runs, WordChange.REMOVED),
    )
