"""What doctor says about proxies, authorities and the contact."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tidings.engine.maintenance.network_check import network_notes, network_problems
from tidings.model.crawl.source_settings import NO_SETTINGS, SourceSettings
from tidings.settings.tree import FetchSettings

ENV = {"HTTP_PROXY": "http://me:hush@127.0.0.1:1", "no_proxy": "*"}
QUIET = FetchSettings(contact="me@news.example")


@pytest.fixture
def port() -> Iterator[int]:
    """A port at which somebody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def notes(settings: FetchSettings, env: dict[str, str] | None = None) -> list[str]:
    found = list(network_notes(settings, [], env or {}))
    assert "hush" not in str(found)
    return found


def problems(
    settings: FetchSettings, *sources: SourceSettings, env: dict[str, str] | None = None
) -> list[str]:
    found = list(network_problems(settings, sources, env or {}))
    assert "hush" not in str(found)
    return found


def test_doctor_asks_for_a_contact_if_there_is_none() -> None:
    (note,) = notes(FetchSettings())
    assert "set fetch.contact" in note
    assert notes(QUIET) == []
    assert notes(FetchSettings(bot_url="https://news.example/bot")) == []


def test_doctor_says_that_a_proxy_of_the_environment_is_not_used() -> None:
    expected = 'HTTP_PROXY is set but not used: fetch.proxy = "env" uses it.'
    assert notes(QUIET, ENV) == [expected]
    both = ENV | {"https_proxy": "x"}
    assert "HTTP_PROXY, https_proxy are set but not used" in notes(QUIET, both)[0]
    (note,) = notes(FetchSettings(contact="me@news.example", proxy="env"), ENV)
    assert note.startswith(
        "Requests go through the proxy http://127.0.0.1:1. It dials in our place"
    )


def test_doctor_says_who_checks_addresses() -> None:
    (note,) = notes(FetchSettings(contact="a@b.example", proxy="socks5://me:hush@127.0.0.1:1"))
    assert note.endswith("It dials the addresses that we look up and check.")


@pytest.mark.parametrize("scheme", ["http", "socks5h"])
def test_doctor_tries_whether_the_proxy_can_be_reached(port: int, scheme: str) -> None:
    there = f"{scheme}://me:hush@127.0.0.1:{port}"
    assert problems(FetchSettings(proxy=there)) == []
    assert problems(FetchSettings(), SourceSettings(proxy=there), NO_SETTINGS) == []
    with socket.create_server(("127.0.0.1", 0)) as server:
        gone = server.getsockname()[1]
    (problem,) = problems(FetchSettings(proxy=f"{scheme}://me:hush@127.0.0.1:{gone}"))
    assert f"{scheme}://127.0.0.1:{gone} cannot be reached (refuses connections)" in problem
    own = SourceSettings(proxy=f"{scheme}://127.0.0.1:{gone}")
    assert len(problems(FetchSettings(proxy=there), own)) == 1
    assert "One source has its own proxy" in str(list(network_notes(QUIET, [own], {})))


def test_doctor_names_a_ca_file_that_is_missing(tmp_path: Path) -> None:
    (problem,) = problems(FetchSettings(ca_file=str(tmp_path / "none.pem")))
    assert "there is no file" in problem
