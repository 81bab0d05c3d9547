import pytest

from tidings.settings.proxy_address import ProxyAddress, ProxyInvalid, parse_proxy


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://proxy.example:3128", ProxyAddress("http", "proxy.example", 3128)),
        ("HTTP://Proxy.Example:3128/", ProxyAddress("http", "proxy.example", 3128)),
        ("proxy.example:3128", ProxyAddress("http", "proxy.example", 3128)),
        ("http://proxy.example", ProxyAddress("http", "proxy.example", 1080)),
        ("https://proxy.example", ProxyAddress("https", "proxy.example", 443)),
        ("socks5://127.0.0.1", ProxyAddress("socks5", "127.0.0.1", 1080)),
        ("socks5h://[::1]:9050", ProxyAddress("socks5h", "::1", 9050)),
        ("http://me@p.example:1", ProxyAddress("http", "p.example", 1, "me")),
        ("socks5h://me:p%40ss@p.example:1", ProxyAddress("socks5h", "p.example", 1, "me", "p@ss")),
        ("http://me:p@ss:w@p.example:1", ProxyAddress("http", "p.example", 1, "me", "p@ss:w")),
    ],
)
def test_an_address_is_read_as_curl_reads_it(text: str, expected: ProxyAddress) -> None:
    assert parse_proxy(text) == expected


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("ftp://me:hush@proxy.example", "must begin with"),
        ("socks4://me:hush@proxy.example", "must begin with"),
        ("http://me:hush@", "host or port"),
        ("http://me:hush@proxy.example:70000", "host or port"),
        ("http://me:hush@proxy.example:0", "host or port"),
        ("http://me:hush@[proxy.example", "host or port"),
        ("http://me:hush@proxy.example:x", "host or port"),
        ("http://me:hush@proxy.example:1/path", "nothing may follow"),
        ("http://me:hush/more@proxy.example:1", "host or port"),
        ("http://me:hush@proxy.example:1#x", "nothing may follow"),
        ("http://me:hush\r\nX: y@proxy.example:1", "spaces or control"),
        ("http://me:hush%0d%0aX: y@proxy.example:1", "spaces or control"),
        ("http://me:hush%0d%0aX@proxy.example:1", "user name or password"),
        ("http://:hush@proxy.example:1", "user name or password"),
        ("socks5://me@proxy.example:1", "SOCKS needs"),
        ("socks5://me:hüsh@proxy.example:1", "SOCKS needs"),
    ],
)
def test_what_is_no_proxy_is_refused_without_its_password(text: str, problem: str) -> None:
    with pytest.raises(ProxyInvalid, match=problem) as error:
        parse_proxy(text)
    assert "hush" not in str(error.value)


def test_nobody_sees_the_password() -> None:
    proxy = parse_proxy("socks5h://somebody:hush@proxy.example:1080")
    assert str(proxy) == "socks5h://proxy.example:1080"
    assert "hush" not in repr(proxy)
    assert "somebody" not in repr(proxy)
