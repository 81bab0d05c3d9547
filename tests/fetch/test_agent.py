"""How we introduce ourselves."""

from importlib.metadata import version

from tidings.fetch.agent import conditions, standing_headers, user_agent
from tidings.model.web.exchange import Request


def test_the_user_agent_says_who_and_where() -> None:
    expected = f"Tidings/{version('tidings')} (+https://a.test/bot)"
    assert user_agent("https://a.test/bot") == expected
    assert standing_headers("https://a.test/bot")["User-Agent"] == expected


def test_we_only_accept_what_we_can_stop_inflating() -> None:
    assert standing_headers("x")["Accept-Encoding"] == "gzip, deflate"


def test_validators_are_given_back_unless_they_could_do_harm() -> None:
    assert conditions(Request("http://a.test/")) == {}
    assert conditions(Request("http://a.test/", 'W/"é"', "x")) == {
        "If-None-Match": 'W/"é"',
        "If-Modified-Since": "x",
    }
    assert conditions(Request("http://a.test/", "a\nb", "\ud800")) == {}
