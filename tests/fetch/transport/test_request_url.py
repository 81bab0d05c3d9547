"""URLs of requests and redirects."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.fetch.transport.request_url import redirect_url, start_url
from tidings.model.web.reason import Reason

BASE = "http://a.test/x/y?q=1"


@pytest.mark.parametrize(
    ("location", "url"),
    [
        (b"/z", "http://a.test/z"),
        (b"z", "http://a.test/x/z"),
        (b"../z", "http://a.test/z"),
        (b"?p=2", "http://a.test/x/y?p=2"),
        (b"//b.test/z", "http://b.test/z"),
        (b"HTTPS://B.Test:443/z#part", "https://b.test/z"),
        (b"http:\\\\b.test\\z", "http://b.test/z"),
        (b"http://0x7f.1/", "http://127.0.0.1/"),
        (b"http://b%C3%BCcher.test/", "http://xn--bcher-kva.test/"),
        ("http://bücher.test/é".encode(), "http://xn--bcher-kva.test/%C3%A9"),
        (b" /z\t", "http://a.test/z"),
    ],
)
def test_a_location_is_resolved_as_browsers_do(location: bytes, url: str) -> None:
    assert redirect_url(BASE, location) == url


@given(st.binary(max_size=80) | st.binary(max_size=40).map(lambda tail: b"http://" + tail))
def test_any_location_is_a_web_address_or_a_reason(location: bytes) -> None:
    found = redirect_url(BASE, location)
    if not isinstance(found, Reason):
        assert found.isascii()
        assert found.startswith(("http://", "https://"))
        assert start_url(found) == found
    else:
        assert found in (Reason.BAD_REDIRECT, Reason.CREDENTIALS)


@given(st.text())
def test_any_text_is_a_start_url_or_a_reason(text: str) -> None:
    assert start_url(text)
