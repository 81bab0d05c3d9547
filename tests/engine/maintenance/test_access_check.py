from datetime import timedelta

from tidings.engine.access.home_access import opened_access
from tidings.engine.access.identity_checks import utc_now
from tidings.engine.maintenance.access_check import is_readable_by_others
from tidings.engine.maintenance.doctor import examine
from tidings.engine.process.home import Home
from tidings.model.access.identity import Scope
from tidings.settings.tree import Settings


def notes(settings: Settings) -> tuple[str, ...]:
    return next((each.notes for each in examine(settings) if each.check == "access"), ())


def test_the_doctor_says_what_an_operator_should_know(settings: Settings) -> None:
    database = Home(settings.home).database
    with opened_access(settings, create=True) as home:
        assert notes(settings) == ()
        home.access.add_token("later", Scope.READ, utc_now() + timedelta(days=90))
        made = home.access.add_token("soon", Scope.READ, utc_now() + timedelta(days=3))
        home.access.add_user("ada", "a long sentence")
        database.chmod(0o600)
        [expiring] = notes(settings)
        assert f"the token soon ({made.token.id}) expires at" in expiring
        assert made.text.rpartition("_")[2] not in expiring
        home.access.revoke_token(made.token.id)
        assert notes(settings) == ()


def test_hashes_are_private_if_a_folder_or_the_file_is() -> None:
    assert is_readable_by_others(0o100644, [0o40755, 0o40755])
    assert is_readable_by_others(0o100640, [0o40750, 0o40755])
    assert not is_readable_by_others(0o100600, [0o40755, 0o40755])
    assert not is_readable_by_others(0o100644, [0o40755, 0o40700])
