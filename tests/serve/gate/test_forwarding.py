import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.serve.gate.forwarding import Sender, TrustedProxies
from tidings.serve.gate.request_head import head_of
from tidings.settings.proxy_header import ProxyHeader
from tidings.settings.tree import ServeSettings

PROXY = "10.0.0.1"
Headers = list[tuple[str, str]]


def sender(headers: Headers, peer: str = PROXY, **settings: object) -> Sender:
    serve = ServeSettings(**{"trusted_proxies": ("10.0.0.0/8", "::1"), **settings})  # type: ignore[arg-type]
    raw = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers]
    return TrustedProxies(serve).sender_of(head_of(raw), peer, "http")


@pytest.mark.parametrize(
    ("chain", "address"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("6.6.6.6, 192.0.2.1", "192.0.2.1"),
        ("127.0.0.1, 192.0.2.1", "192.0.2.1"),
        ("192.0.2.1, 10.9.9.9", "192.0.2.1"),
        ("6.6.6.6, 192.0.2.1, 10.9.9.9,10.0.0.2", "192.0.2.1"),
        ("192.0.2.1:4711", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::1"),
        ("[2001:db8::1]:80", "2001:db8::1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("192.0.2.1, unknown", PROXY),
        ("192.0.2.1, unknown, 10.0.0.9", "10.0.0.9"),
        ("10.0.0.3, 10.0.0.2", "10.0.0.3"),
        ("<script>", PROXY),
        (" , ,", PROXY),
        ("1.2.3.4, " * 5_000 + "192.0.2.1", "192.0.2.1"),
    ],
    ids=range(15),
)
def test_the_client_is_the_last_that_is_no_proxy(chain: str, address: str) -> None:
    assert sender([("X-Forwarded-For", chain), ("Host", "a.example")]).address == address


def test_a_header_sent_twice_is_one_list() -> None:
    lines = [("X-Forwarded-For", "6.6.6.6"), ("X-Forwarded-For", "192.0.2.1")]
    assert sender(lines).address == "192.0.2.1"


@pytest.mark.parametrize("peer", ["192.0.2.7", "127.0.0.1", "11.0.0.1", "", "not an address"])
def test_others_are_not_believed(peer: str) -> None:
    forged = [
        ("Host", "a.example"),
        ("X-Forwarded-For", "10.0.0.1"),
        ("X-Forwarded-Proto", "https"),
        ("X-Forwarded-Host", "evil.example"),
        ("Forwarded", "for=10.0.0.1;proto=https;host=evil.example"),
    ]
    for header in ProxyHeader:
        assert sender(forged, peer, proxy_header=header) == Sender(peer, "http", "a.example")
    assert sender(forged, PROXY, trusted_proxies=()) == Sender(PROXY, "http", "a.example")


def test_proxies_tell_scheme_and_host() -> None:
    told = [
        ("Host", "127.0.0.1:8000"),
        ("X-Forwarded-For", "192.0.2.1"),
        ("X-Forwarded-Proto", "https"),
        ("X-Forwarded-Host", "news.example"),
    ]
    assert sender(told) == Sender("192.0.2.1", "https", "news.example", is_forwarded=True)
    assert sender(told, "::1").scheme == "https"
    assert sender(told, "::ffff:10.1.1.1").scheme == "https"


@pytest.mark.parametrize(
    ("scheme", "believed"),
    [("HTTPS", "https"), ("http, https", "https"), ("https, http", "http"), ("gopher", "http")],
)
def test_the_nearest_proxy_names_the_scheme(scheme: str, believed: str) -> None:
    assert sender([("X-Forwarded-Proto", scheme)]).scheme == believed


@pytest.mark.parametrize(
    "headers",
    [
        [("X-Forwarded-Host", "news.example, evil.example"), ("Host", "news.example")],
        [("X-Forwarded-Host", "news.example"), ("X-Forwarded-Host", "evil.example")],
        [("X-Forwarded-Host", "news.example"), ("Host", "a.example"), ("Host", "b.example")],
        [("Host", "a.example"), ("Host", "b.example"), ("X-Forwarded-For", "192.0.2.1")],
    ],
    ids=["listed", "twice", "two hosts beside", "two hosts"],
)
def test_contradictory_hosts_are_no_host(headers: Headers) -> None:
    assert sender(headers).host == ""


def test_only_the_configured_family_is_read() -> None:
    both = [
        ("Host", "a.example"),
        ("X-Forwarded-For", "192.0.2.1"),
        ("Forwarded", 'For="[2001:db8::5]:80"; proto=https;host=news.example'),
    ]
    assert sender(both) == Sender("192.0.2.1", "http", "a.example", is_forwarded=True)
    told = sender(both, proxy_header=ProxyHeader.FORWARDED)
    assert told == Sender("2001:db8::5", "https", "news.example", is_forwarded=True)
    chain = [("Forwarded", "for=6.6.6.6, for=192.0.2.1;by=10.0.0.1"), ("Forwarded", "for=10.1.1.1")]
    assert sender(chain, proxy_header=ProxyHeader.FORWARDED).address == "192.0.2.1"
    hidden = [("Forwarded", "for=192.0.2.1, for=_hidden")]
    assert sender(hidden, proxy_header=ProxyHeader.FORWARDED).address == PROXY


@given(
    st.lists(st.text(st.characters(max_codepoint=255, exclude_characters="\r\n")), max_size=4),
    st.sampled_from(ProxyHeader),
)
def test_any_text_is_read_without_failing(values: list[str], header: ProxyHeader) -> None:
    names = ("X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "Forwarded")
    lines = [(name, value) for name in names for value in values]
    assert sender(lines, proxy_header=header).scheme in ("http", "https")
