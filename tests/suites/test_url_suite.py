"""Addresses: what web-platform-tests test of URLs, by class, as far as a crawler meets it."""

import pytest

from tidings.crawl.links.admission import refusal
from tidings.fetch.transport.request_url import redirect_url, start_url
from tidings.model.web.reason import Reason
from tidings.read.url import canonical, domain_of, host_of, path_of
from tidings.settings.tree import CrawlSettings

BASE = "https://a.test/b/c/d?e#f"

# What is written in a page, and the address it means there; None: nothing to fetch.
CLASSES: dict[str, list[tuple[str, str | None]]] = {
    "resolved against the page": [
        ("x", "https://a.test/b/c/x"),
        ("./x", "https://a.test/b/c/x"),
        ("../x", "https://a.test/b/x"),
        ("../../../x", "https://a.test/x"),
        ("x/../y/./z/..", "https://a.test/b/c/y/"),
        ("/x", "https://a.test/x"),
        ("?x", "https://a.test/b/c/d?x"),
        ("", "https://a.test/b/c/d?e"),
        ("#x", "https://a.test/b/c/d?e"),
        ("//o.test/x", "https://o.test/x"),
        ("///o.test/x", "https://o.test/x"),
        ("http:x", "http://x/"),
        ("https:x", "https://a.test/b/c/x"),
        ("https:/x", "https://a.test/x"),
        ("https:///o.test/x", "https://o.test/x"),
        (".", "https://a.test/b/c/"),
        ("..", "https://a.test/b/"),
        (":80/x", "https://a.test/b/c/:80/x"),
        ("x:y", None),
    ],
    "spaces, tabs and line ends": [
        ("  /x  ", "https://a.test/x"),
        ("\n/x\r\n", "https://a.test/x"),
        ("/x\ty\nz", "https://a.test/xyz"),
        ("ht\ntps://o.test/x", "https://o.test/x"),
        ("/x y", "https://a.test/x%20y"),
        ("/x?y z", "https://a.test/x?y%20z"),
        ("\x00\x1b/x\x0c ", "https://a.test/x"),
        ("https://o .test/", None),
    ],
    "backslashes": [
        ("\\x\\y", "https://a.test/x/y"),
        ("https:\\\\o.test\\x", "https://o.test/x"),
        ("//o.test\\@b.test/x", "https://o.test/@b.test/x"),
        ("/x?\\y", "https://a.test/x?\\y"),
    ],
    "letters, digits and marks beyond ASCII": [
        ("/é", "https://a.test/%C3%A9"),
        ("/你好?你=好", "https://a.test/%E4%BD%A0%E5%A5%BD?%E4%BD%A0=%E5%A5%BD"),
        ("/\U0001f600", "https://a.test/%F0%9F%98%80"),
        ("/\ufeffx", "https://a.test/%EF%BB%BFx"),
        ("/\ud800x", None),  # half a character: browsers would replace it
    ],
    "other characters": [
        ('/"<>`{}', "https://a.test/%22%3C%3E%60%7B%7D"),
        ("/x|y[z]", "https://a.test/x|y[z]"),
        ("/x?'<>\"", "https://a.test/x?%27%3C%3E%22"),
        ("/;x=y,z!$&()*+:@", "https://a.test/;x=y,z!$&()*+:@"),
        ("/x;y?z;w", "https://a.test/x;y?z;w"),
        ("/\x7f", "https://a.test/%7F"),
    ],
    # On purpose not as in browsers, which keep every spelling.
    "escapes": [
        ("/%c3%a9", "https://a.test/%C3%A9"),
        ("/%7E%41", "https://a.test/~A"),
        ("/%2e/%2E%2e/x", "https://a.test/x"),
        ("/x%2fy", "https://a.test/x%2Fy"),
        ("/%", "https://a.test/%"),
        ("/%2", "https://a.test/%2"),
        ("/%zz%41", "https://a.test/%zz%41"),
        ("/%00%0a%ff", "https://a.test/%00%0A%FF"),
    ],
    "hosts": [
        ("https://EXAMPLE.Test/X", "https://example.test/X"),
        ("https://ex%41mple.test/", "https://example.test/"),
        ("https://bücher.test/", "https://xn--bcher-kva.test/"),
        ("https://ＧＯ.test/", "https://go.test/"),
        ("https://faß.test/", "https://xn--fa-hia.test/"),
        ("https://o\u00ad.test/", "https://o.test/"),
        ("https://o。test/", "https://o.test/"),
        ("https://o.test./", "https://o.test./"),
        ("https://o_p.test/", "https://o_p.test/"),
        ("https://xn--/", None),
        ("https://o%2Ftest/", None),
        ("https://o<test/", None),
        ("https://%zz/", None),
        ("https://", None),
        ("https://?x", None),
    ],
    "numbers as hosts": [
        ("http://127.1/", "http://127.0.0.1/"),
        ("http://0x7F.0.0.1/", "http://127.0.0.1/"),
        ("http://017700000001/", "http://127.0.0.1/"),
        ("http://2130706433/", "http://127.0.0.1/"),
        ("http://１２７.0.0.1/", "http://127.0.0.1/"),
        ("http://256.256.256.256/", None),
        ("http://1.2.3.4.5/", None),
        ("http://[::1]/", "http://[::1]/"),
        ("http://[0:0:0::0:0:1]/", "http://[::1]/"),
        ("http://[::127.0.0.1]/", "http://[::7f00:1]/"),
        ("http://[1::2::3]/", None),
        ("http://[::1%25eth0]/", None),
    ],
    "ports": [
        ("https://o.test:443/", "https://o.test/"),
        ("http://o.test:443/", "http://o.test:443/"),
        ("http://o.test:0080/", "http://o.test/"),
        ("http://o.test:/", "http://o.test/"),
        ("http://o.test:65535/", "http://o.test:65535/"),
        ("http://o.test:65536/", None),
        ("http://o.test:x/", None),
    ],
    "other schemes": [
        ("mailto:x@o.test", None),
        ("javascript:x", None),
        ("data:text/html,x", None),
        ("tel:+123", None),
        ("ftp://o.test/", None),
        ("file:///x", None),
        ("blob:https://o.test/x", None),
        ("about:blank", None),
        ("view-source:https://o.test/", None),
        ("wss://o.test/", None),
        ("HTTPS://o.test/", "https://o.test/"),
    ],
}
CASES = [(name, *case) for name, cases in CLASSES.items() for case in cases]


@pytest.mark.parametrize(("_name", "href", "url"), CASES)
def test_an_address_is_read_as_in_a_browser(_name: str, href: str, url: str | None) -> None:
    assert canonical(href, BASE) == url
    if url is not None:
        assert canonical(url) == url
        assert url.startswith(("http://", "https://"))
        assert host_of(url)
        assert path_of(url).startswith("/")
        assert domain_of(url)


@pytest.mark.parametrize("href", ["https://u@o.test/", "https://u:p@o.test/", "https://:p@o.test/"])
def test_addresses_with_passwords_are_not_followed(href: str) -> None:
    url = canonical(href)
    assert url is not None
    assert refusal(url, "o.test", CrawlSettings()) is Reason.CREDENTIALS
    assert start_url(href) is Reason.CREDENTIALS


# A redirect is followed as the server spells it: it may tell apart what the standard does not.
REDIRECTS: list[tuple[bytes, str | Reason]] = [
    (b"/x", "https://a.test/x"),
    (b"x", "https://a.test/b/c/x"),
    (b"//o.test/x#y", "https://o.test/x"),
    (b"/%c3%a9", "https://a.test/%c3%a9"),
    (b"/%7Ex", "https://a.test/%7Ex"),
    ("/é".encode(), "https://a.test/%C3%A9"),
    (b"/\xe9", "https://a.test/%E9"),
    (b"?utm_source=x", "https://a.test/b/c/d?utm_source=x"),
    (b"", Reason.BAD_REDIRECT),
    (b"javascript:x", Reason.BAD_REDIRECT),
    (b"https://[", Reason.BAD_REDIRECT),
]


@pytest.mark.parametrize(("location", "url"), REDIRECTS)
def test_a_redirect_leads_where_a_browser_goes(location: bytes, url: str | Reason) -> None:
    assert redirect_url(BASE, location) == url
