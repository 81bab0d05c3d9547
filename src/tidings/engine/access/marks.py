"""What users keep: marks of articles, muted sources and words, followed stories, the last visit."""

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Final

from tidings.engine.access.identity_checks import utc_now
from tidings.engine.access.names import AccessRefused
from tidings.model.access.marks import FollowedStory, Mark, MarkedArticle, Mute, MuteKind
from tidings.store.database.database import Database
from tidings.store.database.session import Reader
from tidings.store.tables.access import article_marks, followed_stories, mutes, users
from tidings.store.tables.articles.stories import story_by_id

_MAX_MUTES: Final = 1_000  # of one user; each list of articles is compared with all of them
_MAX_MUTED: Final = 100  # characters
_BATCH: Final = 500  # articles that are looked up in one statement


class Marks:
    """What the users of one home keep. Everything blocks; any thread may call."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = utc_now) -> None:
        self._database = database
        self._clock = clock

    def mark(self, user: int, mark: Mark, articles: Sequence[str]) -> list[str]:
        """Mark articles; return those that exist, in the order given. The others are ignored."""
        reader, now, known = self._database.read(), self._clock(), set[str]()
        for batch in _batches(_possible(articles)):
            known |= article_marks.existing_articles(reader, batch)
        found = [article for article in dict.fromkeys(articles) if article in known]
        self._database.write(
            lambda db: article_marks.add_marks(db, user, mark, found, now)
        ).result()
        return found

    def unmark(self, user: int, mark: Mark, articles: Sequence[str]) -> None:
        """Remove a mark from articles."""
        self._database.write(
            lambda db: article_marks.remove_marks(db, user, mark, _possible(articles))
        ).result()

    def marks_of(self, user: int, articles: Sequence[str]) -> dict[str, frozenset[Mark]]:
        """Return the marks of each of the articles."""
        reader, found = self._database.read(), dict[str, set[Mark]]()
        for batch in _batches(_possible(articles)):
            found |= article_marks.marks_of(reader, user, batch)
        return {article: frozenset(found.get(article, ())) for article in articles}

    def marked(
        self, user: int, mark: Mark, limit: int, before: MarkedArticle | None = None
    ) -> list[MarkedArticle]:
        """Return articles with a mark, the last one marked first; `before` continues a list."""
        return article_marks.marked_articles(self._database.read(), user, mark, limit, before)

    def mute(self, user: int, kind: MuteKind, text: str) -> Mute:
        """Mute a source (by domain) or a word; raises AccessRefused."""
        muted, now = _muted(text), self._clock()
        if mutes.mute_count(self._database.read(), user) >= _MAX_MUTES:
            raise AccessRefused(f"At most {_MAX_MUTES} sources and words can be muted.")
        self._database.write(lambda db: mutes.add_mute(db, user, kind, muted, now)).result()
        return Mute(kind, muted, now)

    def unmute(self, user: int, kind: MuteKind, text: str) -> bool:
        """Unmute a source or word; False if it was not muted."""
        muted = _muted(text)
        return self._database.write(lambda db: mutes.remove_mute(db, user, kind, muted)).result()

    def mutes(self, user: int) -> list[Mute]:
        """Return what a user muted: sources, then words."""
        return mutes.mutes_of(self._database.read(), user)

    def follow(self, user: int, story: int) -> FollowedStory | None:
        """Follow a story, or the one that it was merged into; None if there is none."""
        found = story_by_id(self._database.read(), story)
        if found is None:
            return None
        now = self._clock()
        self._database.write(
            lambda db: followed_stories.add_followed_story(db, user, found.id, now)
        ).result()
        return FollowedStory(found.id, now)

    def unfollow(self, user: int, story: int) -> bool:
        """Stop following a story and those that were merged into it; False if nobody did."""
        reader = self._database.read()
        kept = followed_stories.followed_stories_of(reader, user)
        ended = [each.story for each in kept if story in (each.story, _current(reader, each.story))]

        self._database.write(
            lambda db: followed_stories.remove_followed_stories(db, user, ended)
        ).result()
        return bool(ended)

    def followed(self, user: int) -> list[FollowedStory]:
        """Return the stories that a user follows and that exist, the last one followed first."""
        reader = self._database.read()
        found: dict[int, FollowedStory] = {}
        for each in followed_stories.followed_stories_of(reader, user):
            current = _current(reader, each.story)
            if current is not None:
                found.setdefault(current, FollowedStory(current, each.at))
        return list(found.values())

    def last_visit(self, user: int) -> datetime | None:
        """Return when a user was here last."""
        found = users.user_by_id(self._database.read(), user)
        return found.last_visit if found else None

    def note_visit(self, user: int) -> datetime | None:
        """Note that a user is here now; return when the last time was."""
        former, now = self.last_visit(user), self._clock()
        self._database.write(lambda db: users.set_last_visit(db, user, now)).result()
        return former


def _possible(articles: Sequence[str]) -> list[str]:
    """Return those that may be ids of articles: others need not be looked up, or cannot be."""
    return [each for each in articles if each.isascii() and each.isprintable()]


def _batches(articles: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(articles), _BATCH):
        yield articles[start : start + _BATCH]


def _muted(text: str) -> str:
    """Return a domain or word in its one spelling; raises AccessRefused."""
    muted = " ".join(unicodedata.normalize("NFC", text).casefold().split())
    if not muted or len(muted) > _MAX_MUTED or not muted.isprintable():
        raise AccessRefused(f"Name a domain or a word of up to {_MAX_MUTED} characters.")
    return muted


def _current(reader: Reader, story: int) -> int | None:
    """Return a story, or the one that it was merged into."""
    found = story_by_id(reader, story)
    return found.id if found else None
