"""Checks of `tidings doctor` about access: whether a server may start, and who can read hashes."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Final

from tidings.engine.access.access import Access
from tidings.engine.access.identity_checks import utc_now
from tidings.engine.process.home import Home
from tidings.settings.openness import refusal_to_start
from tidings.settings.tree import ServeSettings
from tidings.store.database.database import Database

_SOON: Final = timedelta(days=14)
_MAY_READ: Final = 0o044  # the group, or everybody
_MAY_ENTER: Final = 0o011


def access_problems(serve: ServeSettings, database: Database) -> list[str]:
    """Return why a server would not start."""
    refusal = refusal_to_start(serve, has_access=Access(database, settings=serve).has_any())
    return [refusal] if refusal else []


def access_notes(home: Home, database: Database) -> list[str]:
    """Return what an operator should know about users and tokens; no secrets, no hashes."""
    access, now = Access(database), utc_now()
    people = [user.name for user in access.users() if user.has_password]
    notes = [
        f"the token {token.name} ({token.id}) expires at {token.expires_at:%Y-%m-%d %H:%M} UTC: "
        f"make another with 'tidings token add', then revoke it."
        for token in access.tokens()
        if token.is_valid_at(now)
        and token.expires_at is not None
        and token.expires_at < now + _SOON
    ]
    if people and home.database.exists() and _others_may_read(home.database):
        notes.append(
            f"{home.database} has the password hashes of {len(people)} users and can be read by "
            f"others on this machine: 'chmod 600 {home.database}*' keeps them to you."
        )
    return notes


def _others_may_read(file: Path) -> bool:
    folders = (file.parent, *file.parent.absolute().parents)
    return is_readable_by_others(file.stat().st_mode, [each.stat().st_mode for each in folders])


def is_readable_by_others(file: int, folders: Sequence[int]) -> bool:
    """Return whether others get through all folders to a file, and may read it; by their modes."""
    return bool(file & _MAY_READ) and all(folder & _MAY_ENTER for folder in folders)
