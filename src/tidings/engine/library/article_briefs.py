"""Articles for lists, with the names of their sources."""

import time
from collections.abc import Mapping, Sequence
from typing import Final

from tidings.model.articles.brief import ArticleBrief, BriefFilter, BriefPosition
from tidings.store.database.database import Database
from tidings.store.tables.articles.article_briefs import briefs_by_id, newest_briefs
from tidings.store.tables.sources.sources import source_names

_NAMES_SECONDS: Final = 5.0  # names of sources are this old at most; they hardly ever change


class ArticleBriefs:
    """Reads articles for lists; safe to use from many threads."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._names: tuple[float, Mapping[str, str]] = (0.0, {})

    def by_id(self, ids: Sequence[str]) -> dict[str, ArticleBrief]:
        """Return those of the articles that exist and may be shown."""
        if not ids:
            return {}
        return briefs_by_id(self._database.read(), ids, self._source_names())

    def newest(
        self, wanted: BriefFilter, after: BriefPosition | None, limit: int
    ) -> list[tuple[BriefPosition, ArticleBrief]]:
        """Return articles, the newest first, from after a position."""
        return newest_briefs(self._database.read(), wanted, after, limit, self._source_names())

    def _source_names(self) -> Mapping[str, str]:
        until, names = self._names
        if time.monotonic() >= until:
            names = source_names(self._database.read())
            self._names = (time.monotonic() + _NAMES_SECONDS, names)
        return names
