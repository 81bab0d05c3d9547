"""A server that others can reach starts only if somebody decided who may read."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.cli.conftest import Tidings

from tidings.cli.exit_codes import Misuse
from tidings.cli.server_start import check_may_start
from tidings.settings.tree import Settings

PUBLIC = {
    "every address": ("--host", "0.0.0.0"),
    "an address of the network": ("--host", "192.0.2.1"),
    "behind a proxy": ("--set", "serve.public_url=https://news.example/"),
}


@pytest.mark.parametrize("flags", PUBLIC.values(), ids=PUBLIC)
@pytest.mark.parametrize("verb", ["run", "serve"])
def test_a_public_server_without_access_is_refused(
    tidings: Tidings, verb: str, flags: tuple[str, str]
) -> None:
    assert tidings("login").code == 0  # makes a home, and no access for good
    refused = tidings(verb, "--port", "0", *flags)
    assert refused.code == 2
    [sentence] = refused.err.splitlines()
    for way in ("tidings user add", "tidings token add", "--open", "only this machine connects"):
        assert way in sentence


def test_a_home_that_listens_everywhere_today_is_told_what_to_do(
    tidings: Tidings, tmp_path: Path
) -> None:
    assert tidings("login").code == 0
    (tmp_path / "home" / "tidings.toml").write_text('[serve]\nhost = "0.0.0.0"\n')
    refused = tidings("run", "--port", "0")
    assert refused.code == 2
    assert 'serve.host = "0.0.0.0" lets others than this machine connect' in refused.err
    assert "in tidings.toml" in refused.err


def with_user(tidings: Tidings) -> None:
    assert tidings("user", "add", "ada", stdin=b"a long sentence").code == 0


def with_token(tidings: Tidings) -> None:
    assert tidings("token", "add", "phone", "--scope", "read").code == 0


@pytest.mark.parametrize("make", [with_user, with_token])
def test_a_user_or_a_token_is_enough(
    tidings: Tidings, tmp_path: Path, make: Callable[[Tidings], None]
) -> None:
    settings = Settings(home=tmp_path / "home")
    public = replace(settings, serve=replace(settings.serve, host="0.0.0.0"))
    with pytest.raises(Misuse):
        check_may_start(public, create=True)
    make(tidings)
    check_may_start(public)


def test_an_open_server_and_a_token_in_the_settings_are_enough(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home")
    public = replace(settings.serve, host="0.0.0.0")
    with pytest.raises(Misuse):
        check_may_start(replace(settings, serve=public), create=True)
    for serve in (replace(public, open=True), replace(public, token="of the settings")):
        check_may_start(replace(settings, serve=serve))


@contextmanager
def serving(environment: dict[str, str], *flags: str) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-m", "tidings.cli", "serve", "--port", "0", *flags]
    with ExitStack() as stack:
        process = stack.enter_context(
            subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
        )
        stack.callback(process.terminate)
        yield process


def fetched(url: str, cookie: str = "") -> tuple[int, str, str]:
    """Return status, cookie and body."""
    parts = urlsplit(url)
    connection = HTTPConnection(parts.netloc, timeout=60)
    connection.request("GET", f"{parts.path}?{parts.query}", headers={"Cookie": cookie})
    response = connection.getresponse()
    given = (response.headers["Set-Cookie"] or "").partition(";")[0]
    body = response.read().decode()
    connection.close()
    return response.status, given, body


def test_the_printed_link_signs_its_owner_in_once(
    tidings: Tidings, environment: dict[str, str]
) -> None:
    assert tidings("login").code == 0
    with serving(environment) as process:
        assert process.stderr is not None
        front_page = process.stderr.readline().split()[3]
        link = process.stderr.readline().split()[-1]
        assert link.startswith(f"{front_page}login?key=tdl_")
        status, cookie, _ = fetched(link)
        assert (status, "=tds_" in cookie) == (303, True)
        assert "Signed in as owner" in fetched(f"{front_page}login", cookie)[2]
        status, nothing, body = fetched(link)
        assert (status, nothing) == (403, "")
        assert "used already" in body
        process.terminate()
        rest = process.stderr.read()
    assert "tds_" not in rest


def test_a_log_for_programs_has_no_link(tidings: Tidings, environment: dict[str, str]) -> None:
    assert tidings("login").code == 0
    flags = ("--log-format", "json", "--open", "--set", "serve.public_url=https://news.example/")
    with serving(environment, *flags) as process:
        assert process.stderr is not None
        first = json.loads(process.stderr.readline())["text"]
        assert first.startswith("Tidings is at http://127.0.0.1:")
        process.terminate()
        rest = process.stderr.read()
    assert "tdl_" not in rest
    assert all(json.loads(line) for line in rest.splitlines())
