"""Looks up stories in the database for searches."""

from collections.abc import Mapping, Sequence

from tidings.store.database.database import Database
from tidings.store.tables.articles.stories import members_of, stories_of_seqs, story_by_id

_MAX_ID_DIGITS = 18  # longer numbers may not fit the database


class StoryLookup:
    """Implements a snapshot's story lookup, for one search.

    A query is planned up to three times; each time a story has the same articles.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._members: dict[str, Sequence[str]] = {}

    def members(self, story: str) -> Sequence[str]:
        """Return the ids of a story's articles; none if there is no such story."""
        if story not in self._members:
            self._members[story] = self._found(story)
        return self._members[story]

    def _found(self, story: str) -> Sequence[str]:
        if not (story.isascii() and story.isdigit()) or len(story) > _MAX_ID_DIGITS:
            return []
        found = story_by_id(self._database.read(), int(story))
        members = members_of(self._database.read(), found.id) if found else []
        return [each.article for each in members]

    def of(self, seqs: Sequence[int]) -> Mapping[int, int]:
        """Return the story of each article that shares one with others."""
        return stories_of_seqs(self._database.read(), seqs)
