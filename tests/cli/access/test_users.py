"""The verbs user …: passwords come from standard input, and what users keep is written."""

from typing import Any

import pytest
from tests.cli.conftest import Tidings

_PASSWORD = b"correct horse battery\n"


def test_a_user_is_added_listed_changed_and_removed(tidings: Tidings) -> None:
    added = tidings("user", "add", "Ada", "--role", "write", "--json", stdin=_PASSWORD)
    assert added.code == 0, added.err
    assert added.json["name"] == "ada"
    [listed] = tidings("user", "list", "--json").json
    assert (listed["name"], listed["role"], listed["has_password"]) == ("ada", "write", True)
    assert tidings("user", "role", "ada", "admin").code == 0
    assert tidings("user", "password", "ada", stdin=b"another sentence").code == 0
    shown = tidings("user", "list")
    assert "admin" in shown.out
    assert b"horse" not in (added.out + added.err + shown.out + shown.err).encode()
    token = tidings("token", "add", "phone", "--scope", "read", "--user", "ada", "--json")
    assert token.json["user"] == "ada"
    assert tidings("user", "remove", "ada", "--json").json == {"removed": "ada"}
    assert tidings("user", "list", "--json").json == []
    assert tidings("token", "list", "--json").json == []


def test_the_owner_may_get_a_password(tidings: Tidings) -> None:
    assert tidings("user", "password", "owner", stdin=_PASSWORD).code == 0
    [owner] = tidings("user", "list", "--json").json
    assert (owner["name"], owner["role"], owner["has_password"]) == ("owner", "admin", True)
    refused = tidings("user", "role", "owner", "read")
    assert (refused.code, "always admin" in refused.err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (("add", "ada"), b"", "No secret was given"),
        (("add", "ada"), b"short\n", "at least 10 characters"),
        (("add", "a b"), _PASSWORD, "letters, digits"),
        (("add", "owner"), _PASSWORD, "tidings user password owner"),
        (("remove", "nobody"), b"", "There is no user nobody"),
        (("password", "nobody"), _PASSWORD, "There is no user nobody"),
        (("role", "nobody", "read"), b"", "There is no user nobody"),
        (("mute", "ada"), b"", "required"),
        (("visit", "nobody"), b"", "There is no user nobody"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_wrong_input_gets_a_sentence(
    tidings: Tidings, arguments: tuple[str, ...], stdin: bytes, message: str
) -> None:
    assert tidings("login").code == 0  # makes a home
    refused = tidings("user", *arguments, stdin=stdin)
    assert (refused.code, message in refused.err) == (2, True), refused.err
    assert tidings("user", "list", "--json").json == []


def test_what_cannot_be_done_for_a_user_gets_a_sentence(tidings: Tidings) -> None:
    assert tidings("user", "add", "ada", stdin=_PASSWORD).code == 0
    for arguments, message in (
        (("add", "ADA"), "There is a user ada already"),
        (("mute", "ada", "--word", " "), "Name a domain or a word"),
        (("follow", "ada", "7"), "There is no story 7"),
    ):
        refused = tidings("user", *arguments, stdin=_PASSWORD)
        assert (refused.code, message in refused.err) == (2, True), refused.err
    assert len(tidings("user", "list", "--json").json) == 1


@pytest.mark.usefixtures("home_copy")
def test_what_a_user_keeps_can_be_written(tidings: Tidings) -> None:
    assert tidings("user", "add", "ada", stdin=_PASSWORD).code == 0
    hits = tidings("search", "the", "--json", "--limit", "2").json["hits"]
    one, other = hits[0], hits[1]
    starred = tidings("user", "mark", "ada", one["id"], other["url"], "--star", "--json")
    assert starred.json == [
        {"id": one["id"], "marks": ["starred"]},
        {"id": other["id"], "marks": ["starred"]},
    ]
    assert tidings("user", "mark", "ada", one["id"], "--read").code == 0
    assert tidings("user", "mark", "ada", other["id"], "--unstar").code == 0
    assert tidings("user", "mark", "ada", other["id"], "--hide").code == 0
    assert one["title"] in tidings("user", "marked", "ada").out
    assert tidings("user", "mute", "ada", "--source", "Tabloid.example").code == 0
    assert tidings("user", "mute", "ada", "--word", "Football").code == 0
    story = tidings("stories", "--json").json[0]["id"]
    assert tidings("user", "follow", "ada", str(story)).code == 0
    first = tidings("user", "visit", "ada", "--json").json
    assert first["former_visit"] is None
    kept = tidings("user", "show", "ada", "--json").json
    assert without_times(kept) == {
        "name": "ada",
        "role": "read",
        "has_password": True,
        "read": [one["id"]],
        "starred": [one["id"]],
        "hidden": [other["id"]],
        "muted_sources": ["tabloid.example"],
        "muted_words": ["football"],
        "followed_stories": [story],
    }
    assert tidings("user", "unmute", "ada", "--word", "FOOTBALL", "--json").json == {
        "unmuted": True
    }
    assert tidings("user", "unfollow", "ada", str(story)).code == 0
    assert tidings("user", "visit", "ada", "--json").json["former_visit"] == first["last_visit"]
    kept = tidings("user", "show", "ada", "--json").json
    assert (kept["muted_words"], kept["followed_stories"]) == ([], [])
    refused = tidings("user", "mark", "ada", one["id"], "https://unknown.example/", "--hide")
    assert (refused.code, "There is no article https://unknown" in refused.err) == (2, True)
    assert tidings("user", "show", "ada", "--json").json["hidden"] == [other["id"]]


def without_times(shape: dict[str, Any]) -> dict[str, Any]:
    return {key: each for key, each in shape.items() if key not in ("created_at", "last_visit")}


def test_a_user_is_signed_out(tidings: Tidings) -> None:
    assert tidings("user", "password", "owner", stdin=_PASSWORD).code == 0
    ended = tidings("user", "sign-out", "OWNER", "--json")
    assert (ended.code, ended.json["name"]) == (0, "owner")
    assert tidings("user", "sign-out", "nobody").code == 2
