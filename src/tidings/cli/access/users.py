"""The verbs user add, list, show, remove, password, sign-out and role."""

import argparse

from tidings.cli.options import settings_of
from tidings.cli.output import print_json, print_table, say
from tidings.cli.secret_input import read_secret
from tidings.engine.access.home_access import opened_access
from tidings.engine.access.names import MIN_PASSWORD, user_name
from tidings.model.access.identity import Scope
from tidings.model.access.marks import Mark, MuteKind
from tidings.model.access.user import User

_MOST_SHOWN = 1_000  # of each mark; `user marked` lists more


def add(options: argparse.Namespace) -> int:
    """Add a user."""
    name = user_name(options.name)  # before anybody types a password in vain
    with opened_access(settings_of(options), create=True) as home:
        user = home.access.add_user(name, _new_password(name), Scope(options.role))
    _print(options, user)
    say(f"the user {user.name} is added: {user.role}")
    return 0


def listed(options: argparse.Namespace) -> int:
    """List users."""
    with opened_access(settings_of(options)) as home:
        people = home.access.users()
    if options.json:
        print_json([_shape(each) for each in people])
        return 0
    print_table(
        ("name", "role", "password", "added", "last visit"),
        (
            (each.name, each.role, "yes" if each.has_password else "no", each.created_at,
             each.last_visit)
            for each in people
        ),
    )  # fmt: skip
    return 0


def show(options: argparse.Namespace) -> int:
    """Show what a user keeps."""
    with opened_access(settings_of(options)) as home:
        user, marks = home.access.user(options.name), home.marks
        marked = {each: marks.marked(user.id, each, _MOST_SHOWN) for each in Mark}
        mutes, followed = marks.mutes(user.id), marks.followed(user.id)
    kept: dict[str, list[object]] = {
        mark.value: [each.article for each in articles] for mark, articles in marked.items()
    }
    for name, kind in (("muted_sources", MuteKind.SOURCE), ("muted_words", MuteKind.WORD)):
        kept[name] = [each.muted for each in mutes if each.kind is kind]
    kept["followed_stories"] = [each.story for each in followed]
    if options.json:
        print_json(_shape(user) | kept)
        return 0
    print_table(
        ("kept", "what"),
        ((name.replace("_", " "), ", ".join(map(str, values))) for name, values in kept.items()),
    )
    return 0


def remove(options: argparse.Namespace) -> int:
    """Remove a user."""
    with opened_access(settings_of(options)) as home:
        user = home.access.remove_user(options.name)
    if options.json:
        print_json({"removed": user.name})
    say(f"the user {user.name} is removed, with all that it kept; its sessions have ended")
    return 0


def password(options: argparse.Namespace) -> int:
    """Change a password."""
    with opened_access(settings_of(options), create=True) as home:
        user = home.access.set_password(options.name, _new_password(options.name))
    _print(options, user)
    say(f"the password of {user.name} is changed; its sessions have ended")
    return 0


def sign_out(options: argparse.Namespace) -> int:
    """End all sessions of a user."""
    with opened_access(settings_of(options)) as home:
        user = home.access.user(options.name)
        home.access.end_sessions(user.id)
    _print(options, user)
    say(f"the sessions of {user.name} have ended")
    return 0


def role(options: argparse.Namespace) -> int:
    """Give a user another role."""
    with opened_access(settings_of(options)) as home:
        user = home.access.set_role(options.name, Scope(options.role))
    _print(options, user)
    say(f"the user {user.name} has the role {user.role} now")
    return 0


def _new_password(name: str) -> str:
    return read_secret(f"Password of {name} ({MIN_PASSWORD} characters or more): ", twice=True)


def _print(options: argparse.Namespace, user: User) -> None:
    if options.json:
        print_json(_shape(user))


def _shape(user: User) -> dict[str, object]:
    return {
        "name": user.name,
        "role": user.role,
        "has_password": user.has_password,
        "created_at": user.created_at,
        "last_visit": user.last_visit,
    }
