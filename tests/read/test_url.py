import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.read.url import (
    article_id,
    canonical,
    domain_of,
    has_credentials,
    host_of,
    one_spelling,
    path_of,
    scheme_of,
    url_id,
)

BASE = "https://news.example/world/today.html?page=2"


@pytest.mark.parametrize(
    ("href", "url"),
    [
        ("/a", "https://news.example/a"),
        ("a", "https://news.example/world/a"),
        ("../a", "https://news.example/a"),
        ("../../../a", "https://news.example/a"),
        ("./", "https://news.example/world/"),
        ("?page=3", "https://news.example/world/today.html?page=3"),
        ("", "https://news.example/world/today.html?page=2"),
        ("#top", "https://news.example/world/today.html?page=2"),
        ("//cdn.example/a", "https://cdn.example/a"),
        ("http://other.example", "http://other.example/"),
        ("  /a \n", "https://news.example/a"),
        ("/a\tb\nc", "https://news.example/abc"),
        ("\\a", "https://news.example/a"),
    ],
)
def test_addresses_resolve_as_in_a_browser(href: str, url: str) -> None:
    assert canonical(href, BASE) == url


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("HTTP://News.Example:80/A", "http://news.example/A"),
        ("https://news.example:443", "https://news.example/"),
        ("https://news.example:8443/", "https://news.example:8443/"),
        ("https://news.example/a/./b/../c", "https://news.example/a/c"),
        ("https://bücher.example/ä", "https://xn--bcher-kva.example/%C3%A4"),
        ("https://news.example/a#part", "https://news.example/a"),
        ("https://news.example/a?", "https://news.example/a"),
        ("http://0x7f.1/", "http://127.0.0.1/"),
        ("http://[::1]:8000/a", "http://[::1]:8000/a"),
    ],
)
def test_each_page_has_one_canonical_address(written: str, url: str) -> None:
    assert canonical(written) == url


@pytest.mark.parametrize(
    ("written", "spelled"),
    [
        ("/%e3%81%82", "/%E3%81%82"),
        ("/あ", "/%E3%81%82"),
        ("/%7Ejoe/%2dx%5Fy%2Ez%41%7a%30", "/~joe/-x_y.zAz0"),
        ("/a?b=%7e%2f&c=%3d", "/a?b=~%2F&c=%3D"),
        ("/a%2Fb%3fc%23d%25e%26f%3Dg%2bh", "/a%2Fb%3Fc%23d%25e%26f%3Dg%2Bh"),
        (
            "/%2541",
            "/%2541",
        ),  # an escaped percent sign: decoded once only, it would be another page
        ("/%25%34%31", "/%2541"),
        ("/100%/%41", "/100%/%41"),  # a percent sign that is no escape: nothing may become one
        ("/%%34%31", "/%%34%31"),
        ("/100%/%e3", "/100%/%E3"),
        ("/a/%2e%2E/b/%2e/c", "/b/c"),
        ("/a/%2E%2E%2E", "/a/..."),
        ("/a?utm%5Fsource=x&b=1", "/a?b=1"),
    ],
)
def test_escapes_have_one_spelling(written: str, spelled: str) -> None:
    assert canonical(written, "https://news.example/") == f"https://news.example{spelled}"


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        ("?utm_source=x&id=7&fbclid=y", "?id=7"),
        ("?UTM_Campaign=x", ""),
        ("?gclid=1&&", ""),
        ("?b=2&a=1", "?b=2&a=1"),
        ("?reference=1", "?reference=1"),
        ("?a=utm_source", "?a=utm_source"),
    ],
)
def test_parameters_that_only_track_are_dropped(query: str, kept: str) -> None:
    assert canonical(f"https://news.example/a{query}") == f"https://news.example/a{kept}"


@pytest.mark.parametrize(
    "href",
    [
        "mailto:a@b.c",
        "javascript:void(0)",
        "ftp://a.example/",
        "http://",
        "http://[",
        "http://a b/",
    ],
)
def test_anything_but_a_web_address_is_none(href: str) -> None:
    assert canonical(href, BASE) is None


@pytest.mark.parametrize("href", ["/a", "a", "", "//"])
def test_a_relative_address_alone_is_none(href: str) -> None:
    assert canonical(href) is None


def test_a_bad_base_gives_none() -> None:
    assert canonical("/a", "not a base") is None


def test_the_scheme_is_returned() -> None:
    assert scheme_of("/a", BASE) == "https"
    assert scheme_of("MAILTO:a@b.c") == "mailto"
    assert scheme_of("nothing") is None


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://news.example/a", "news.example"),
        ("https://news.example:8443/a", "news.example:8443"),
        ("http://user:secret@news.example/", "news.example"),
        ("http://[::1]:80/", "[::1]:80"),
        ("http://news.example?x=/@y", "news.example"),
    ],
)
def test_the_host_comes_with_its_port(url: str, host: str) -> None:
    assert host_of(url) == host


@pytest.mark.parametrize(
    ("url", "domain"),
    [
        ("https://www.news.co.uk/a", "news.co.uk"),
        ("https://news.example/", "news.example"),
        ("https://a.b.news.de:8443/", "news.de"),
        ("http://127.0.0.1:8000/", "127.0.0.1:8000"),
        ("http://[::1]:8000/", "[::1]:8000"),
        ("http://localhost:9000/", "localhost:9000"),
    ],
)
def test_the_registered_domain_is_found(url: str, domain: str) -> None:
    assert domain_of(url) == domain


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("https://news.example/a/b?c=d", "/a/b?c=d"),
        ("https://news.example/", "/"),
        ("https://news.example", "/"),
    ],
)
def test_the_path_comes_with_its_query(url: str, path: str) -> None:
    assert path_of(url) == path


def test_credentials_are_noticed() -> None:
    assert has_credentials("https://user@news.example/")
    assert has_credentials("https://user:secret@news.example/a")
    assert not has_credentials("https://news.example/a@b")


def test_an_id_is_the_same_everywhere_and_fits_a_signed_column() -> None:
    assert url_id("https://news.example/") == url_id("https://news.example/")
    assert -(2**63) <= url_id("https://news.example/a") < 2**63
    assert int(article_id("https://news.example/a"), 16) == url_id("https://news.example/a") % 2**64
    assert len(article_id("https://news.example/a")) == 16


@given(st.text(max_size=60), st.none() | st.just(BASE))
def test_any_text_is_a_canonical_address_or_none(text: str, base: str | None) -> None:
    url = canonical(text, base)
    assert url is None or url.startswith(("http://", "https://"))
    assert url is None or canonical(url) == url


@given(st.text(alphabet="ab/.?&=#%:@[]\\ utm_sourcé", max_size=40))
def test_canonical_is_idempotent(text: str) -> None:
    url = canonical(text, BASE)
    assert url is not None or text
    if url is not None:
        assert canonical(url) == url
        assert "#" not in url
        assert host_of(url)
        assert domain_of(url)
        assert path_of(url).startswith("/")


def meaning(url: str) -> list[str]:
    """Return what a server may tell apart in an address (RFC 3986, 2.2 and 6.2.2).

    Each character is one item, and so is the escape of a reserved one. If there is a percent sign
    that is no escape, nobody knows what the server makes of escapes, so all are told apart.
    """
    hexadecimal = set("0123456789abcdefABCDEF")
    items, at, is_clear = [], 0, True
    while at < len(url):
        digits = url[at + 1 : at + 3] if url[at] == "%" else ""
        if len(digits) == 2 and set(digits) <= hexadecimal:
            items.append(f"%{digits.upper()}")
            at += 3
        else:
            is_clear = is_clear and url[at] != "%"
            items.append(url[at])
            at += 1
    return [_unreserved(item) for item in items] if is_clear else items


def _unreserved(item: str) -> str:
    character = chr(int(item[1:], 16)) if len(item) == 3 else item
    return (
        character if character.isascii() and (character.isalnum() or character in "-._~") else item
    )


pieces = st.one_of(
    st.builds("%{:02x}".format, st.integers(0, 255)),
    st.builds("%{:02X}".format, st.integers(0, 255)),
    st.sampled_from(["%", "%2", "%%", "%c", "/", ".", "..", "?", "&", "=", "#", "utm_", "a", "41"]),
    st.text(max_size=3),
)
paths = st.lists(pieces, max_size=12).map("".join)


@given(paths)
def test_spelling_escapes_changes_no_meaning_and_is_done_once(path: str) -> None:
    url = f"https://news.example/{path}"
    spelled = one_spelling(url)
    assert meaning(spelled) == meaning(url)
    assert one_spelling(spelled) == spelled


@given(paths)
def test_a_canonical_address_is_its_own_canonical_address(path: str) -> None:
    url = canonical(f"https://news.example/{path}")
    assert url is not None
    assert canonical(url) == url


@given(paths)
def test_escapes_in_lower_case_lead_to_the_same_address(path: str) -> None:
    url = canonical(f"https://news.example/{path}")
    assert url is not None
    assert canonical(re.sub("%[0-9A-F]{2}", lambda escape: escape[0].lower(), url)) == url
