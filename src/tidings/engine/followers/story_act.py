"""What the follower `stories` does: it groups articles, with its cursor in the same transaction.

An article joins its story a moment after it is kept, and is searchable meanwhile.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial

from tidings.engine.followers.change_feed import ChangeBatch
from tidings.engine.followers.follower import Follower, Pause
from tidings.engine.followers.story_grouping import StoryGrouping
from tidings.model.articles.change import Change, ChangeKind
from tidings.settings.tree import GroupSettings
from tidings.store.database.database import Database
from tidings.store.database.session import Reader
from tidings.store.tables.articles.annotations import GroupingRow, grouping_rows
from tidings.store.tables.articles.stories import grouped_seq, memberships_without_article

STORIES = "stories"
# Other changes leave the text as it is, and an article that is shown where it is.
_REGROUPED = {
    ChangeKind.NEW,
    ChangeKind.REVISED,
    ChangeKind.CORRECTED,
    ChangeKind.RENAMED,
    ChangeKind.HIDDEN,
    ChangeKind.SHOWN,
}


class StoryAct:
    """Groups articles through the shared writer, one batch at a time.

    Its state comes from the database, so a crash loses nothing.
    """

    limit = 200

    def __init__(
        self, database: Database, settings: GroupSettings, clock: Callable[[], float]
    ) -> None:
        self._database = database
        self._settings = settings
        self._clock = clock
        self._corrected_at = clock()
        self._grouping: StoryGrouping

    def begin(self) -> int:
        """Load the stories of the window."""
        connection = self._database.read()
        self._grouping = StoryGrouping(connection, self._settings, self._now())
        return grouped_seq(connection)

    def take(self, batch: ChangeBatch) -> None:
        """Group the articles that changed, and take out those that no longer exist."""
        connection = self._database.read()
        rows, gone = _changed_rows(connection, batch.changes)
        if batch.ends_scan:
            gone += memberships_without_article(connection)
        grouped = self._grouping.take(rows, batch.cursor, gone)
        self._database.write(partial(self._grouping.write, batch=grouped, now=self._now())).result()

    def rest(self, *, caught_up: bool, closing: bool) -> Pause:
        """Correct earlier decisions from time to time, while nothing waits."""
        due = self._clock() - self._corrected_at >= self._settings.correction_seconds
        if closing or (due and caught_up):
            self._corrected_at = self._clock()
            self._correct()
        return Pause(self._settings.correction_seconds)

    def _correct(self) -> None:
        now = self._now()
        for _ in range(self._settings.correction_passes):
            corrections = self._grouping.corrections(now)
            write = partial(self._grouping.reconsider, changes=corrections, now=now)
            self._database.write(write).result()
            if not corrections:
                break
        self._grouping.forget(now)

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._clock(), UTC)


def story_follower(
    database: Database,
    settings: GroupSettings,
    on_lost: Callable[[Exception], None],
    clock: Callable[[], float],
) -> Follower:
    """Return the follower that keeps the stories up to date."""
    return Follower(STORIES, StoryAct(database, settings, clock), database, on_lost, clock)


def _changed_rows(
    connection: Reader, changes: Sequence[Change]
) -> tuple[list[GroupingRow], list[str]]:
    """What is to be grouped, in the order of changes, and the ids that no article has any more."""
    mentioned: dict[str, bool] = {}  # whether to group it
    for change in changes:
        if change.old_id is not None:
            mentioned.setdefault(change.old_id, False)
        was_wanted = mentioned.pop(change.article, False)
        mentioned[change.article] = was_wanted or change.kind in _REGROUPED
    rows = grouping_rows(connection, list(mentioned))
    wanted = [rows[id_] for id_, is_wanted in mentioned.items() if is_wanted and id_ in rows]
    return wanted, [id_ for id_ in mentioned if id_ not in rows]
