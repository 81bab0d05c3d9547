from datetime import timedelta

import pytest
from tests.engine.access.conftest import Clock

from tidings.engine.access.access import Access
from tidings.engine.access.marks import Marks
from tidings.engine.access.names import AccessRefused, NoSuchAccess
from tidings.model.access.identity import Identity, Proof, Scope
from tidings.model.access.marks import MuteKind
from tidings.settings.tree import ServeSettings
from tidings.store.database.database import Database

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
PASSWORD = "a long sentence"


def settled(database: Database) -> None:
    """Wait for writes whose result nobody asked for."""
    database.write(lambda _: None).result()


def test_a_token_opens_what_its_scope_says(access: Access) -> None:
    for scope in Scope:
        made = access.add_token(f"the {scope} one", scope)
        assert made.text.startswith(f"tdg_{made.token.id}_")
        found = access.token(made.text)
        assert found == Identity(scope, f"the {scope} one", None, Proof.TOKEN, made.token.id)
        assert found == access.token(made.text)


def test_a_secret_is_in_no_list_and_no_repr(access: Access, database: Database) -> None:
    made = access.add_token("phone", Scope.READ)
    secret = made.text.rpartition("_")[2]
    row = database.read().execute("SELECT * FROM tokens").fetchone()
    assert secret not in repr(made) + repr(access.tokens()) + repr(tuple(row))


@pytest.mark.parametrize(
    "wrong", ["", "tdg", "tdg_000000000000_" + "0" * 64, "\ud800", "é", "x" * 9999]
)
def test_any_other_text_opens_nothing(access: Access, wrong: str) -> None:
    access.add_token("phone", Scope.READ)
    assert access.token(wrong) is None
    assert access.session(wrong) is None
    assert access.use_link(wrong) is None


def test_the_id_of_a_token_with_another_secret_opens_nothing(access: Access) -> None:
    one, other = (access.add_token("phone", Scope.ADMIN) for _ in range(2))
    mixed = f"tdg_{one.token.id}_{other.text.rpartition('_')[2]}"
    assert access.token(mixed) is None
    assert access.session(one.text) is None


def test_a_token_expires(access: Access, clock: Clock) -> None:
    made = access.add_token("phone", Scope.READ, clock() + DAY)
    clock.wait(DAY - MINUTE)
    assert access.token(made.text)
    assert access.has_any()
    clock.wait(MINUTE)
    assert access.token(made.text) is None
    assert not access.has_any()
    with pytest.raises(AccessRefused, match="future"):
        access.add_token("phone", Scope.READ, clock())


def test_a_revoked_token_is_refused_at_once_and_still_listed(access: Access) -> None:
    made = access.add_token("phone", Scope.READ)
    assert access.token(made.text)
    revoked = access.revoke_token(made.token.id)
    assert revoked.revoked_at is not None
    assert access.token(made.text) is None
    assert access.tokens() == [revoked]
    assert access.revoke_token(made.token.id) == revoked
    with pytest.raises(NoSuchAccess, match="tidings token list"):
        access.revoke_token("unknown")


def test_ended_tokens_are_forgotten_after_a_while(access: Access, clock: Clock) -> None:
    access.revoke_token(access.add_token("old", Scope.READ).token.id)
    access.add_token("short", Scope.READ, clock() + DAY)
    clock.wait(100 * DAY)
    new = access.add_token("new", Scope.READ)
    assert access.tokens() == [new.token]


def test_the_last_use_is_noted_once_a_minute(
    access: Access, clock: Clock, database: Database
) -> None:
    made = access.add_token("phone", Scope.READ)
    first = clock()
    for _ in range(3):
        access.token(made.text)
        settled(database)
        assert access.tokens()[0].used_at == first
        clock.wait(MINUTE / 4)
    clock.wait(MINUTE)
    access.token(made.text)
    settled(database)
    assert access.tokens()[0].used_at == clock()


def test_what_was_right_once_needs_no_hash(access: Access, database: Database) -> None:
    token = access.add_token("phone", Scope.READ)
    session = access.use_link(access.one_time_link())
    assert session is not None
    user = access.add_user("ada", PASSWORD)
    assert access.known_token(token.text) is None
    assert access.known_session(session) is None
    assert access.known_password("ada", PASSWORD) is None
    assert access.token(token.text) == access.known_token(token.text) is not None
    assert access.session(session) == access.known_session(session) is not None
    found = access.password("ada", PASSWORD)
    assert access.known_password("ADA", PASSWORD) == found is not None
    assert found.user == user.id
    assert access.known_session(token.text) is None
    assert access.known_token(session) is None
    access.revoke_token(token.token.id)
    access.end_session(session)
    access.remove_user("ada")
    assert access.known_token(token.text) is None
    assert access.known_session(session) is None
    assert access.known_password("ada", PASSWORD) is None


def test_the_token_of_the_settings_is_an_admins(database: Database) -> None:
    access = Access(database, settings=ServeSettings(token="of the settings é"))
    assert access.has_any()
    found = access.token("of the settings é")
    assert found is not None
    assert found.scope is Scope.ADMIN
    assert access.token("of the settings") is None
    assert Access(database).token("") is None


def test_a_password_opens_what_its_role_says(access: Access) -> None:
    assert not access.has_any()
    user = access.add_user(" Zoë ", PASSWORD, Scope.WRITE)
    assert user.name == "zoë"
    assert access.has_any()
    found = Identity(Scope.WRITE, "zoë", user.id, Proof.PASSWORD)
    assert access.password("zoë", PASSWORD) == found
    assert access.password("ZOE\u0308", PASSWORD) == found
    assert access.password("zoë", "another sentence") is None
    assert access.password("zoe", PASSWORD) is None
    access.set_role("zoë", Scope.READ)
    read = access.password("zoë", PASSWORD)
    assert read is not None
    assert read.scope is Scope.READ
    with pytest.raises(AccessRefused, match="already"):
        access.add_user("ZOË", PASSWORD)


def test_the_owner_is_built_in(access: Access) -> None:
    with pytest.raises(AccessRefused, match="tidings user password owner"):
        access.add_user("Owner", PASSWORD)
    assert access.password("owner", "") is None
    session = access.use_link(access.one_time_link())
    assert session is not None
    owner = access.session(session)
    assert owner is not None
    assert (owner.name, owner.scope) == ("owner", Scope.ADMIN)
    assert not access.has_any()
    assert access.password("owner", "") is None
    with pytest.raises(AccessRefused, match="always admin"):
        access.set_role("owner", Scope.READ)


def test_a_link_works_once_and_for_ten_minutes(
    access: Access, clock: Clock, database: Database
) -> None:
    link, late = access.one_time_link(), access.one_time_link()
    clock.wait(9 * MINUTE)
    session = access.use_link(link)
    assert session is not None
    assert access.session(session)
    assert access.use_link(link) is None
    clock.wait(MINUTE)
    assert access.use_link(late) is None
    access.one_time_link()
    left = database.read().execute("SELECT count(*) FROM login_links").fetchone()
    assert left[0] == 1


def test_a_session_ends_by_itself(access: Access, clock: Clock, database: Database) -> None:
    session = access.use_link(access.one_time_link())
    assert session is not None
    days = 0
    while access.session(session):
        settled(database)
        clock.wait(DAY)
        days += 1
    assert days == 30
    idle = access.use_link(access.one_time_link())
    assert idle is not None
    clock.wait(7 * DAY - MINUTE)
    assert access.session(idle)
    settled(database)
    clock.wait(7 * DAY)
    assert access.session(idle) is None
    access.begin_session(1)
    left = database.read().execute("SELECT count(*) FROM sessions").fetchone()
    assert left[0] == 1


def test_a_session_is_ended(access: Access) -> None:
    one, other = (access.use_link(access.one_time_link()) for _ in range(2))
    assert one is not None
    assert other is not None
    access.end_session(one)
    access.end_session(other[:-1] + ("1" if other[-1] == "0" else "0"))
    assert access.session(one) is None
    assert access.session(other)
    access.end_sessions(access.user("owner").id)
    assert access.session(other) is None


def test_a_new_password_ends_other_sessions(access: Access) -> None:
    user = access.add_user("ada", PASSWORD)
    kept, other = access.begin_session(user.id), access.begin_session(user.id)
    owners = access.use_link(access.one_time_link())
    assert owners is not None
    assert access.password("ada", PASSWORD)
    access.set_password("Ada", "another sentence", keep_session=kept)
    assert access.session(kept)
    assert access.session(other) is None
    assert access.session(owners)
    assert access.password("ada", PASSWORD) is None
    assert access.password("ada", "another sentence")


def test_a_removed_user_leaves_nothing(access: Access, database: Database) -> None:
    user = access.add_user("ada", PASSWORD, Scope.ADMIN)
    session = access.begin_session(user.id)
    token = access.add_token("phone", Scope.WRITE, user="ada")
    of_all = access.add_token("script", Scope.READ)
    Marks(database).mute(user.id, MuteKind.WORD, "football")
    found = access.token(token.text)
    assert found == Identity(Scope.WRITE, "phone", user.id, Proof.TOKEN, token.token.id)
    access.remove_user("ADA")
    assert access.session(session) is None
    assert access.token(token.text) is None
    assert access.password("ada", PASSWORD) is None
    assert access.users() == []
    assert access.tokens() == [of_all.token]
    assert Marks(database).mutes(user.id) == []
    with pytest.raises(NoSuchAccess, match="tidings user list"):
        access.remove_user("ada")


def test_a_users_token_may_do_no_more_than_the_user(access: Access) -> None:
    access.add_user("ada", PASSWORD, Scope.ADMIN)
    token = access.add_token("phone", Scope.ADMIN, user="ada")
    access.set_role("ada", Scope.READ)
    found = access.token(token.text)
    assert found is not None
    assert found.scope is Scope.READ
