"""Users, tokens, sessions and links on both databases, through the façade that writes them."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tidings.engine.access.access import Access
from tidings.engine.access.names import AccessRefused
from tidings.model.access.identity import Scope
from tidings.settings.tree import StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.tables.access import users
from tidings.store.tables.access.sessions import session_by_id

DAY = timedelta(days=1)
PASSWORD = "a long sentence"
TABLES = ("users", "tokens", "sessions", "login_links", "article_marks", "mutes",
          "followed_stories")  # fmt: skip


class Clock:
    now = datetime(2026, 11, 18, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def access(database: Database, clock: Clock) -> Access:
    return Access(database, clock)


def row_counts(database: Database) -> list[int]:
    counts = (database.read().execute(f"SELECT count(*) FROM {each}") for each in TABLES)
    return [rows.fetchone()[0] for rows in counts]


def test_everything_about_a_token_is_stored(access: Access, clock: Clock) -> None:
    made = access.add_token("phone", Scope.WRITE, clock() + DAY)
    assert access.token(made.text)
    assert access.revoke_token(made.token.id).revoked_at == clock()
    [stored] = access.tokens()
    assert stored.expires_at == clock() + DAY
    assert (stored.scope, stored.user, stored.created_at) == (Scope.WRITE, None, clock())


def test_a_user_and_everything_of_it_goes(access: Access, database: Database) -> None:
    user = access.add_user("ada", PASSWORD, Scope.ADMIN)
    access.begin_session(user.id)
    access.add_token("phone", Scope.READ, user="ada")
    with pytest.raises(AccessRefused):
        access.add_user("ada", PASSWORD)
    assert row_counts(database) == [1, 1, 1, 0, 0, 0, 0]
    access.remove_user("ada")
    assert row_counts(database) == [0] * len(TABLES)


def test_an_id_of_a_removed_user_is_never_given_again(database: Database, clock: Clock) -> None:
    def added(name: str) -> int | None:
        return database.write(
            lambda db: users.add_user(db, name, Scope.READ, None, clock())
        ).result()

    first = added("ada")
    assert first is not None
    assert added("ada") is None
    database.write(lambda db: users.remove_user(db, first)).result()
    second = added("bob")
    assert second is not None
    assert second > first


def test_what_has_expired_is_cleaned_up(access: Access, database: Database, clock: Clock) -> None:
    access.one_time_link()
    assert access.use_link(access.one_time_link())
    access.add_token("phone", Scope.READ, clock() + DAY)
    assert row_counts(database)[:4] == [1, 1, 1, 1]
    clock.now += 100 * DAY
    access.begin_session(1)
    assert row_counts(database)[:4] == [1, 0, 1, 0]


def test_a_last_use_is_stored(access: Access, database: Database, clock: Clock) -> None:
    secret = access.begin_session(access.add_user("ada", PASSWORD).id)
    clock.now += DAY
    assert access.session(secret)
    database.write(lambda _: None).result()
    row = session_by_id(database.read(), secret.split("_")[1])
    assert row is not None
    assert row[0].used_at == clock()


def test_of_many_who_use_a_link_one_wins(location: Path | str) -> None:
    """Each with a connection of its own, as in several processes."""
    databases = [open_database(location, StoreSettings(commit_seconds=0.0)) for _ in range(4)]
    accesses = [Access(each) for each in databases]
    with ThreadPoolExecutor(4) as threads:
        for _ in range(5):
            link = accesses[0].one_time_link()
            won = list(threads.map(lambda each, link=link: each.use_link(link), accesses))
            assert [bool(each) for each in won].count(True) == 1
    assert [user.name for user in accesses[0].users()] == ["owner"]
    for each in databases:
        each.close()
