"""The verbs credentials set, list and remove: secrets come from standard input, and stay hidden."""

from pathlib import Path

import pytest
from tests.cli.conftest import Tidings

_SECRET = "s3cret-horse"


def test_a_login_is_stored_listed_and_removed(tidings: Tidings, tmp_path: Path) -> None:
    stored = tidings("credentials", "set", "paper", "--user", "me", "--host", "www.paper.example",
                     stdin=b"s3cret-horse\n")  # fmt: skip
    assert stored.code == 0
    file = tmp_path / "home" / "credentials.toml"
    assert file.stat().st_mode & 0o777 == 0o600
    assert _SECRET in file.read_text()
    assert tidings("credentials", "set", "paper", "--header", "X-Key", stdin=b"k3y-k3y").code == 0
    assert tidings("credentials", "set", "weekly", "--token", stdin=b"t0ken-t0ken").code == 0
    assert tidings("credentials", "set", "daily", "--cookies", stdin=b"a=c00kie-1").code == 0
    listed = tidings("credentials", "list", "--json")
    assert listed.json == [
        {"name": "daily", "kinds": ["cookies"], "hosts": []},
        {
            "name": "paper",
            "kinds": ["user and password", "header X-Key"],
            "hosts": ["www.paper.example"],
        },
        {"name": "weekly", "kinds": ["bearer token"], "hosts": []},
    ]
    shown = stored.out + stored.err + listed.out + listed.err + tidings("credentials", "list").out
    assert not any(each in shown for each in (_SECRET, "k3y", "t0ken", "c00kie"))
    assert tidings("credentials", "remove", "paper").code == 0
    assert _SECRET not in file.read_text()
    assert tidings("credentials", "remove", "paper").code == 2


def test_only_hosts_can_be_changed(tidings: Tidings) -> None:
    assert tidings("credentials", "set", "weekly", "--token", stdin=b"t0ken-t0ken").code == 0
    changed = tidings("credentials", "set", "weekly", "--host", "a.example", "--json")
    assert changed.json == {"name": "weekly", "kinds": ["bearer token"], "hosts": ["a.example"]}


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (("--user", "me"), b"", "No secret was given"),
        ((), b"", "Say what to store"),
        (("--token",), "tö-ken".encode(), "token has characters"),
        (("--header", "Cookie"), b"a=b", "cannot be set"),
        (("--host", "a.example"), b"", "no user, token"),
        (("--cookies-file", "missing.txt"), b"", "there is no"),
    ],
)
def test_wrong_input_gets_a_sentence(
    tidings: Tidings, tmp_path: Path, arguments: tuple[str, ...], stdin: bytes, message: str
) -> None:
    refused = tidings("credentials", "set", "paper", *arguments, stdin=stdin)
    assert (refused.code, message in refused.err) == (2, True), refused.err
    assert tidings("credentials", "list", "--json").json == []


def test_a_file_that_others_may_read_is_refused(tidings: Tidings, tmp_path: Path) -> None:
    assert tidings("credentials", "set", "weekly", "--token", stdin=b"t0ken-t0ken").code == 0
    file = tmp_path / "home" / "credentials.toml"
    file.chmod(0o644)
    for arguments in (("list",), ("remove", "weekly")):
        refused = tidings("credentials", *arguments)
        assert (refused.code, f"chmod 600 {file}" in refused.err) == (2, True), refused.err


def test_the_file_may_be_elsewhere(tidings: Tidings, tmp_path: Path) -> None:
    setting = ("--set", f"fetch.credentials_file={tmp_path}/logins.toml")
    assert tidings("credentials", "set", "x", "--token", *setting, stdin=b"t0ken-t0ken").code == 0
    assert (tmp_path / "logins.toml").stat().st_mode & 0o777 == 0o600
    assert tidings("credentials", "list", "--json").json == []
