"""The verbs token add, list and revoke: a token is shown once, and never again."""

from pathlib import Path

import pytest
from tests.cli.conftest import Tidings


def test_a_token_is_made_listed_and_revoked(tidings: Tidings, tmp_path: Path) -> None:
    made = tidings("token", "add", "my phone", "--scope", "read", "--expires", "90d")
    assert made.code == 0, made.err
    text = made.out.strip()
    assert text.startswith("tdg_")
    assert "shown this once" in made.err
    assert text not in made.err
    [listed] = tidings("token", "list", "--json").json
    assert (listed["name"], listed["scope"], listed["state"]) == ("my phone", "read", "valid")
    assert listed["expires_at"] > listed["created_at"]
    assert (listed["last_used_at"], listed["revoked_at"], listed["user"]) == (None, None, None)
    shown = tidings("token", "list").out
    secret = text.rpartition("_")[2]
    assert "my phone" in shown
    assert secret not in shown
    assert not any(secret.encode() in file.read_bytes() for file in (tmp_path / "home").iterdir()
                   if file.is_file())  # fmt: skip
    revoked = tidings("token", "revoke", listed["id"], "--json")
    assert revoked.json["state"] == "revoked"
    assert tidings("token", "list", "--json").json == [revoked.json]


def test_a_token_as_json_has_its_text_once(tidings: Tidings) -> None:
    made = tidings("token", "add", "script", "--scope", "admin", "--json").json
    assert made["token"].startswith(f"tdg_{made['id']}_")
    assert (made["scope"], made["expires_at"]) == ("admin", None)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("add", "phone", "--scope", "read", "--expires", "soon"), "such as 90d"),
        (("add", "phone", "--scope", "read", "--expires", "0d"), "such as 90d"),
        (("add", "phone", "--scope", "all"), "invalid choice"),
        (("add", "phone"), "--scope"),
        (("add", " ", "--scope", "read"), "such as 'phone'"),
        (("add", "phone", "--scope", "read", "--user", "nobody"), "There is no user nobody"),
        (("revoke", "123"), "There is no token 123"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_wrong_input_gets_a_sentence(
    tidings: Tidings, arguments: tuple[str, ...], message: str
) -> None:
    assert tidings("token", "add", "first", "--scope", "read").code == 0
    refused = tidings("token", *arguments)
    assert (refused.code, message in refused.err) == (2, True), refused.err
    assert len(tidings("token", "list", "--json").json) == 1


def test_without_a_home_there_is_nothing_to_list(tidings: Tidings, tmp_path: Path) -> None:
    assert tidings("token", "list").code == 1
    assert not (tmp_path / "home").exists()


def test_a_link_is_printed_for_the_address_in_the_settings(tidings: Tidings) -> None:
    link = tidings("login")
    assert link.code == 0, link.err
    assert link.out.startswith("http://127.0.0.1:8000/login?key=tdl_")
    assert "ten minutes" in link.err
    public = tidings("login", "--json", "--set", "serve.public_url=https://news.example/paper/")
    assert public.json["link"].startswith("https://news.example/paper/login?key=tdl_")
    everywhere = tidings("login", "--set", "serve.host=::", "--set", "serve.port=81")
    assert everywhere.out.startswith("http://[::1]:81/login?key=tdl_")
    assert tidings("login", "--set", "serve.port=0").code == 2


@pytest.mark.usefixtures("home_copy")
def test_neither_secrets_nor_hashes_leave_with_exports_and_reports(tidings: Tidings) -> None:
    made = tidings("token", "add", "a-phone", "--scope", "read", "--json").json
    assert tidings("user", "add", "ada-l", stdin=b"a long sentence").code == 0
    said = ""
    for verb in (
        ("export", "articles"),
        ("export", "opml"),
        ("doctor", "--json"),
        ("status", "--json"),
        ("token", "list", "--json"),
        ("user", "show", "ada-l", "--json"),
    ):
        result = tidings(*verb)
        assert result.code == 0, result.err
        said += result.out + result.err
    assert "ada-l" in said
    assert not any(each in said for each in (made["token"], made["token"][17:], "scrypt$"))
