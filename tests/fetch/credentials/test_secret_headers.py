"""To whom secrets are sent: own hosts, over TLS, with the cookies that fit the address."""

from dataclasses import replace

import pytest

from tidings.fetch.credentials.cookies import read_cookies
from tidings.fetch.credentials.login import Login
from tidings.fetch.credentials.secret_headers import NO_SECRETS, secret_headers
from tidings.fetch.transport.exchange_failure import ExchangeFailure
from tidings.fetch.transport.raw_response import RawResponse
from tidings.model.web.reason import Reason

_BASIC = Login("paper", ("www.paper.example", "paper.example:8443"), "Aladdin", "open sesame")
_JAR = """\
# Netscape HTTP Cookie File
.paper.example\tTRUE\t/\tTRUE\t0\twide\tw
#HttpOnly_paper.example\tFALSE\t/news\tTRUE\t2000000000\tnews\tn
paper.example\tFALSE\t/\tTRUE\t1000\texpired\te
other.example\tFALSE\t/\tTRUE\t0\tother\to
"""
_NOW = 1_900_000_000.0


@pytest.mark.parametrize(
    "url",
    [
        "https://paper.example/news",
        "https://www.paper.example/",
        "https://paper.example:8443/",
    ],
)
def test_own_hosts_get_them(url: str) -> None:
    sent = secret_headers(_BASIC, "paper.example", url, _NOW)
    assert sent.headers == {"Authorization": "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="}  # RFC 7617, 2


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://paper.example/", "over https only"),
        ("http://www.paper.example/", "over https only"),
        ("https://images.paper.example/", "paper.example, www.paper.example"),
        ("https://paper.example.evil.example/", "only"),
        ("https://paper.example:444/", "only"),
        ("https://evil.example/paper.example", "only"),
    ],
)
def test_nobody_else_gets_them(url: str, reason: str) -> None:
    sent = secret_headers(_BASIC, "paper.example", url, _NOW)
    assert not sent.headers
    assert reason in sent.withheld


def test_tokens_cookies_and_headers_are_sent_together() -> None:
    login = Login("x", token="t", cookies="a=b; c=d", headers=(("X-Key", "k"),))
    sent = secret_headers(login, "paper.example", "https://paper.example/", _NOW)
    assert sent.headers == {"Authorization": "Bearer t", "Cookie": "a=b; c=d", "X-Key": "k"}
    assert "Bearer" not in repr(sent)


@pytest.mark.parametrize(
    ("url", "cookie"),
    [
        ("https://paper.example/", "wide=w"),
        ("https://paper.example/news?page=2", "news=n; wide=w"),
        ("https://paper.example/news/today", "news=n; wide=w"),
        ("https://paper.example/newsletter", "wide=w"),
        ("https://www.paper.example/news", "wide=w"),
    ],
)
def test_cookies_of_a_browser_go_where_the_browser_sends_them(url: str, cookie: str) -> None:
    login = Login("jar", ("www.paper.example",), file_cookies=read_cookies(_JAR))
    assert secret_headers(login, "paper.example", url, _NOW).headers == {"Cookie": cookie}


def test_cookies_of_other_sites_are_not_sent() -> None:
    login = Login("jar", file_cookies=read_cookies(_JAR))
    sent = secret_headers(login, "third.example", "https://third.example/", _NOW)
    assert (sent.headers, sent.withheld) == ({}, "none of the cookies fits this address")


def test_a_file_that_is_no_cookies_file_names_the_line() -> None:
    with pytest.raises(ValueError, match="line 2"):
        read_cookies("# Netscape\nsession=abc\n")
    assert "n\t" not in repr(read_cookies(_JAR))


def test_headers_and_messages_that_repeat_a_secret_are_cleaned() -> None:
    login = replace(_BASIC, headers=(("X-Key", "long-enough"),))
    secrets = secret_headers(login, "paper.example", "https://paper.example/", _NOW)
    headers = (("server", "x"), ("x-key", "changed"), ("x-echo", "key=long-enough"))
    response = secrets.cleaned(RawResponse(200, headers, None, ""))
    assert isinstance(response, RawResponse)
    assert response.headers == (("server", "x"),)
    failure = secrets.cleaned(ExchangeFailure(Reason.PROTOCOL, "bad line 'open sesame'"))
    assert isinstance(failure, ExchangeFailure)
    assert failure.detail == "bad line '***'"


@pytest.mark.parametrize(
    ("url", "status", "words"),
    [
        ("https://paper.example/", 401, ": the credentials paper are refused"),
        ("https://paper.example/", 403, ": the credentials paper are refused"),
        ("https://paper.example/", 404, ""),
        ("http://paper.example/", 401, "were not sent, they are sent over https only"),
        ("https://cdn.example/", 403, "were not sent, they are for paper.example"),
    ],
)
def test_a_refusal_says_what_became_of_the_credentials(url: str, status: int, words: str) -> None:
    said = secret_headers(_BASIC, "paper.example", url, _NOW).explanation(status)
    assert words in said
    assert bool(words) == bool(said)


def test_a_site_that_asks_for_a_login_says_how_to_give_one() -> None:
    assert "tidings credentials set" in NO_SECRETS.explanation(401)
    assert NO_SECRETS.explanation(403) == ""
