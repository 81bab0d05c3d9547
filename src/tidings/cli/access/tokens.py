"""The verbs token add, token list and token revoke."""

import argparse
import re
from datetime import UTC, datetime, timedelta

from tidings.cli.exit_codes import Misuse
from tidings.cli.options import settings_of
from tidings.cli.output import print_json, print_table, say
from tidings.engine.access.home_access import opened_access
from tidings.model.access.identity import Scope
from tidings.model.access.token import AccessToken
from tidings.model.access.user import User

_AGE = re.compile(r"(\d{1,5})([dhw])")
_UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}


def add(options: argparse.Namespace) -> int:
    """Make a token; its text is the only line on standard output."""
    expires_at = _expiry(options.expires)
    with opened_access(settings_of(options), create=True) as home:
        made = home.access.add_token(
            options.name, Scope(options.scope), expires_at, user=options.user
        )
        people = home.access.users()
    if options.json:
        print_json(_shape(made.token, people) | {"token": made.text})
    else:
        print(made.text)
    until = "" if expires_at is None else f" until {expires_at:%Y-%m-%d}"
    say(f"the token {made.token.name} ({made.token.scope}{until}) is shown this once: "
        "send it as 'Authorization: Bearer TOKEN'")  # fmt: skip
    return 0


def listed(options: argparse.Namespace) -> int:
    """List tokens, without their secrets."""
    with opened_access(settings_of(options)) as home:
        tokens, people = home.access.tokens(), home.access.users()
    if options.json:
        print_json([_shape(each, people) for each in tokens])
        return 0
    now = datetime.now(UTC)
    print_table(
        ("id", "name", "scope", "user", "made", "last used", "expires", "state"),
        (
            (each.id, each.name, each.scope, _user_of(each, people), each.created_at,
             each.used_at, each.expires_at, _state(each, now))
            for each in tokens
        ),
    )  # fmt: skip
    return 0


def revoke(options: argparse.Namespace) -> int:
    """Refuse a token from now on."""
    with opened_access(settings_of(options)) as home:
        token, people = home.access.revoke_token(options.id), home.access.users()
    if options.json:
        print_json(_shape(token, people))
    say(f"the token {token.name} is revoked")
    return 0


def _shape(token: AccessToken, people: list[User]) -> dict[str, object]:
    return {
        "id": token.id,
        "name": token.name,
        "scope": token.scope,
        "user": _user_of(token, people),
        "created_at": token.created_at,
        "expires_at": token.expires_at,
        "revoked_at": token.revoked_at,
        "last_used_at": token.used_at,
        "state": _state(token, datetime.now(UTC)),
    }


def _user_of(token: AccessToken, people: list[User]) -> str | None:
    return next((user.name for user in people if user.id == token.user), None)


def _state(token: AccessToken, now: datetime) -> str:
    if token.revoked_at is not None:
        return "revoked"
    return "valid" if token.is_valid_at(now) else "expired"


def _expiry(text: str | None) -> datetime | None:
    if text is None:
        return None
    age = _AGE.fullmatch(text.strip())
    if age is None or int(age[1]) == 0:
        raise Misuse(f"--expires {text}: expected how long it works, such as 90d, 12h or 4w.")
    return datetime.now(UTC) + int(age[1]) * _UNITS[age[2]]
