"""How we introduce ourselves."""

from importlib.metadata import version

from tidings.fetch.transport.request_headers import conditional_headers, default_headers, user_agent
from tidings.model.web.exchange import Request


def test_the_user_agent_says_who_and_where() -> None:
    expected = f"Tidings/{version('tidings')} (+https://a.test/bot)"
    assert user_agent("https://a.test/bot") == expected
    assert default_headers("https://a.test/bot")["User-Agent"] == expected


def test_we_only_accept_what_we_can_stop_inflating() -> None:
    assert default_headers("x")["Accept-Encoding"] == "gzip, deflate"


def test_validators_are_given_back_unless_they_could_do_harm() -> None:
    assert conditional_headers(Request("http://a.test/")) == {}
    assert conditional_headers(Request("http://a.test/", 'W/"é"', "x")) == {
        "If-None-Match": 'W/"é"',
        "If-Modified-Since": "x",
    }
    assert conditional_headers(Request("http://a.test/", "a\nb", "\ud800")) == {}
