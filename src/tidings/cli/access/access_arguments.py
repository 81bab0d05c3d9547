"""The arguments of the verbs token, user and login."""

import argparse
from typing import Final, TypeAlias

from tidings.cli.verb_arguments import add_verb, count
from tidings.model.access.identity import Scope
from tidings.model.access.marks import Mark

_ROOM: Final = "tidings.cli.access"
_SCOPES: Final = [each.value for each in Scope]
_Verbs: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def add_access_verbs(verbs: _Verbs) -> None:
    """Add the verbs."""
    add_verb(verbs, "login", "print a link that signs you in: it works once, for ten minutes",
             f"{_ROOM}.login", "login")  # fmt: skip
    _add_token_tasks(_family(verbs, "token", "make keys for programs that read or write over HTTP"))
    tasks = _family(verbs, "user", "keep the people who may sign in, and what they keep")
    _add_user_tasks(tasks)
    _add_mark_tasks(tasks)
    _add_mute_tasks(tasks)


def _family(verbs: _Verbs, name: str, text: str) -> _Verbs:
    family = verbs.add_parser(name, help=text, description=f"{text.capitalize()}.")
    return family.add_subparsers(metavar="TASK", required=True)


def _add_token_tasks(tasks: _Verbs) -> None:
    module = f"{_ROOM}.tokens"
    add = add_verb(tasks, "add", "make a token and print it, this once", module, "add")
    add.add_argument("name", metavar="NAME", help="who uses it, such as phone")
    add.add_argument("--scope", choices=_SCOPES, required=True,
                     help="read; write: sources and take-downs, too; admin: tokens and users, "
                          "too")  # fmt: skip
    add.add_argument("--expires", metavar="AGE", help="how long it works, such as 90d (for ever)")
    add.add_argument("--user", metavar="USER",
                     help="it belongs to this user, and may never do more")  # fmt: skip
    add_verb(tasks, "list", "list tokens with expiry, revocation and last use", module, "listed")
    revoke = add_verb(tasks, "revoke", "refuse a token from now on", module, "revoke")
    revoke.add_argument("id", metavar="ID", help="as 'tidings token list' shows it")


def _add_user_tasks(tasks: _Verbs) -> None:
    module = f"{_ROOM}.users"
    add = _add_task(tasks, "add", "add a user; the password is read from a prompt or from standard "
                    "input, never from the command line", module)  # fmt: skip
    add.add_argument("--role", choices=_SCOPES, default=Scope.READ.value,
                     help="read; write: sources and take-downs, too; admin: tokens and users, too "
                          "(read)")  # fmt: skip
    add_verb(tasks, "list", "list users", module, "listed")
    _add_task(tasks, "show", "show what a user keeps", module)
    _add_task(tasks, "remove", "remove a user, with all that it keeps; its sessions end", module)
    _add_task(tasks, "password", "change a password, which is read; its sessions end", module)
    out = add_verb(tasks, "sign-out", "end all sessions of a user", module, "sign_out")
    out.add_argument("name", metavar="NAME", help="the user's name")
    role = _add_task(tasks, "role", "give a user another role", module)
    role.add_argument("role", choices=_SCOPES)


def _add_mark_tasks(tasks: _Verbs) -> None:
    module = f"{_ROOM}.user_marks"
    mark = _add_task(tasks, "mark", "mark articles for a user, or remove marks", module)
    mark.add_argument("article", nargs="+", metavar="ARTICLE", help="an id or URL")
    kind = mark.add_mutually_exclusive_group(required=True)
    for yes, no, value in (
        ("--star", "--unstar", Mark.STARRED),
        ("--read", "--unread", Mark.READ),
        ("--hide", "--unhide", Mark.HIDDEN),
    ):
        kind.add_argument(yes, dest="mark", action="store_const", const=value.value)
        kind.add_argument(no, dest="unmark", action="store_const", const=value.value)
    marked = _add_task(tasks, "marked", "list the articles that a user marked", module)
    marked.add_argument("--mark", choices=[each.value for each in Mark],
                        default=Mark.STARRED.value, help="which mark (starred)")  # fmt: skip
    marked.add_argument("--limit", type=count, default=20, metavar="N",
                        help="list at most N (20)")  # fmt: skip
    _add_task(tasks, "visit", "note that a user has seen everything until now", module)


def _add_mute_tasks(tasks: _Verbs) -> None:
    module = f"{_ROOM}.user_marks"
    for name, text in (
        ("mute", "keep a source or word out of a user's sight"),
        ("unmute", "show a muted source or word again"),
    ):
        kind = _add_task(tasks, name, text, module).add_mutually_exclusive_group(required=True)
        kind.add_argument("--source", metavar="DOMAIN")
        kind.add_argument("--word", metavar="WORD")
    for name, text in (
        ("follow", "follow a story for a user"),
        ("unfollow", "stop following a story"),
    ):
        _add_task(tasks, name, text, module).add_argument("story", type=count, metavar="STORY")


def _add_task(tasks: _Verbs, name: str, text: str, module: str) -> argparse.ArgumentParser:
    """Add a task for one user."""
    task = add_verb(tasks, name, text, module, name)
    task.add_argument("name", metavar="NAME", help="the user's name")
    return task
