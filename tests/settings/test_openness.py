import pytest

from tidings.settings.openness import (
    hides_subscriptions,
    is_public,
    refusal_to_start,
    strangers_may_read,
)
from tidings.settings.tree import ServeSettings

LOCAL = [
    ServeSettings(),
    ServeSettings(host="localhost"),
    ServeSettings(host="::1"),
    ServeSettings(host="[::1]", public_url="http://127.0.0.1:8000/"),
    ServeSettings(host="127.0.0.9", public_url="http://[::1]/news"),
]
PUBLIC = [
    ServeSettings(host="0.0.0.0"),
    ServeSettings(host="::"),
    ServeSettings(host="192.168.1.5"),
    ServeSettings(host="news.example"),
    ServeSettings(public_url="https://news.example/"),
    ServeSettings(public_url="https://127.0.0.1.example/"),
    ServeSettings(host="0.0.0.0", public_url="http://localhost/"),
]


def label(serve: ServeSettings) -> str:
    return f"{serve.host} {serve.public_url}"


@pytest.mark.parametrize("serve", LOCAL, ids=label)
def test_only_this_computer_connects(serve: ServeSettings) -> None:
    assert not is_public(serve)
    assert strangers_may_read(serve)
    assert refusal_to_start(serve, has_access=False) is None


@pytest.mark.parametrize("serve", PUBLIC, ids=label)
def test_a_public_server_does_not_start_without_access(serve: ServeSettings) -> None:
    assert is_public(serve)
    assert hides_subscriptions(serve)
    assert not strangers_may_read(serve)
    assert refusal_to_start(serve, has_access=True) is None
    said = refusal_to_start(serve, has_access=False)
    assert said is not None
    for way in ("tidings user add", "tidings token add", "serve.open = true", "--open"):
        assert way in said


def test_an_open_server_starts() -> None:
    serve = ServeSettings(host="0.0.0.0", open=True)
    assert refusal_to_start(serve, has_access=False) is None
    assert strangers_may_read(serve)


def test_the_cause_and_its_remedy_are_named() -> None:
    by_host = refusal_to_start(ServeSettings(host="0.0.0.0"), has_access=False)
    assert by_host is not None
    assert by_host.startswith('serve.host = "0.0.0.0" lets others')
    assert 'set serve.host = "127.0.0.1"' in by_host
    assert "public_url" not in by_host
    proxied = ServeSettings(public_url="https://news.example/")
    by_url = refusal_to_start(proxied, has_access=False)
    assert by_url is not None
    assert by_url.startswith('serve.public_url = "https://news.example/" says')
    assert "remove serve.public_url" in by_url
    assert "serve.host" not in by_url
