"""The headers that identify us."""

from importlib.metadata import version

from tidings.fetch.transport.request_headers import conditional_headers, default_headers, user_agent
from tidings.model.web.exchange import Request


def test_the_user_agent_has_name_version_and_url() -> None:
    expected = f"Tidings/{version('tidings')} (+https://a.test/bot)"
    assert user_agent("https://a.test/bot") == expected
    assert default_headers("https://a.test/bot")["User-Agent"] == expected


def test_the_user_agent_names_a_contact() -> None:
    ours = f"Tidings/{version('tidings')}"
    assert user_agent("", "me@a.test") == f"{ours} (me@a.test)"
    assert user_agent("", "https://a.test/us") == f"{ours} (+https://a.test/us)"
    both = f"{ours} (+https://a.test/bot; me@a.test)"
    assert default_headers("https://a.test/bot", "me@a.test")["User-Agent"] == both
    assert user_agent("https://a.test/bot", "https://a.test/bot") == f"{ours} (+https://a.test/bot)"


def test_only_encodings_with_a_size_limit_are_accepted() -> None:
    assert default_headers("x")["Accept-Encoding"] == "gzip, deflate"


def test_validators_are_sent_back_unless_they_are_dangerous() -> None:
    assert conditional_headers(Request("http://a.test/")) == {}
    assert conditional_headers(Request("http://a.test/", 'W/"é"', "x")) == {
        "If-None-Match": 'W/"é"',
        "If-Modified-Since": "x",
    }
    assert conditional_headers(Request("http://a.test/", "a\nb", "\ud800")) == {}
