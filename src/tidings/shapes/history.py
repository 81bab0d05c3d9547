"""The revisions and deletions of an article as JSON."""

from typing import Annotated, TypedDict

from tidings.model.articles.article import Article
from tidings.model.articles.revision import ArticleHistory, DiffRun, RevisionDiff, Tombstone
from tidings.shapes.iso_time import iso, iso_or_none


class RunOut(TypedDict):
    """Consecutive words with the same kind of change."""

    change: Annotated[str, "kept, removed or added"]
    text: str


class RevisionOut(TypedDict):
    """One revision: kept and added runs make the new text, kept and removed runs the old one."""

    revision: Annotated[int, "number of the newer revision, from 2"]
    seen_at: str
    words_added: int
    words_removed: int
    title: list[RunOut]
    text: list[RunOut]


class TombstoneOut(TypedDict):
    """A deletion by the publisher."""

    gone_at: str
    status: int | None
    detail: str
    back_at: Annotated[str | None, "when it was available again"]


class HistoryOut(TypedDict):
    """Revisions and deletions of an article, newest first."""

    id: str
    url: str
    title: str
    revision: int
    first_seen: str
    gone_at: str | None
    revisions: list[RevisionOut]
    tombstones: list[TombstoneOut]


def history_shape(article: Article, history: ArticleHistory) -> HistoryOut:
    """Return the shape of `tidings revisions --json` and `/api/articles/{id}/revisions`."""
    return {
        "id": article.id,
        "url": article.url,
        "title": article.title,
        "revision": article.revision,
        "first_seen": iso(article.first_seen),
        "gone_at": iso_or_none(article.gone_at),
        "revisions": [revision_shape(revision) for revision in history.revisions],
        "tombstones": [tombstone_shape(tombstone) for tombstone in history.tombstones],
    }


def revision_shape(revision: RevisionDiff) -> RevisionOut:
    """Return one revision."""
    return {
        "revision": revision.number,
        "seen_at": iso(revision.seen_at),
        "words_added": revision.words_added,
        "words_removed": revision.words_removed,
        "title": [_run_shape(run) for run in revision.title],
        "text": [_run_shape(run) for run in revision.text],
    }


def _run_shape(run: DiffRun) -> RunOut:
    return {"change": str(run.change), "text": run.text}


def tombstone_shape(tombstone: Tombstone) -> TombstoneOut:
    """Return one deletion."""
    return {
        "gone_at": iso(tombstone.gone_at),
        "status": tombstone.status,
        "detail": tombstone.detail,
        "back_at": iso_or_none(tombstone.back_at),
    }
