import pytest

from tidings.settings.proxy_address import ProxyInvalid
from tidings.settings.proxy_rules import proxy_rules, proxy_variables

ENV = {
    "http_proxy": "http://plain.example:1",
    "HTTPS_PROXY": "http://secure.example:2",
    "ALL_PROXY": "socks5h://all.example:3",
}


def chosen(env: dict[str, str], scheme: str = "https", host: str = "news.example") -> str:
    rules = proxy_rules("env", env)
    assert rules is not None
    return str(rules.proxy_for(scheme, host))


@pytest.mark.parametrize("setting", ["", "none"])
def test_without_a_setting_the_environment_does_not_matter(setting: str) -> None:
    assert proxy_rules(setting, ENV) is None


def test_one_proxy_is_for_every_scheme_and_host_whatever_the_environment_excepts() -> None:
    rules = proxy_rules("http://one.example:1", {"no_proxy": "*"})
    assert rules is not None
    for scheme in ("http", "https"):
        assert str(rules.proxy_for(scheme, "news.example")) == "http://one.example:1"


def test_the_environment_names_a_proxy_for_each_scheme() -> None:
    assert chosen(ENV, "http") == "http://plain.example:1"
    assert chosen(ENV, "https") == "http://secure.example:2"
    assert chosen({"ALL_PROXY": ENV["ALL_PROXY"]}, "http") == "socks5h://all.example:3"
    assert chosen({}, "http") == "None"


def test_variables_in_lower_case_win() -> None:
    assert chosen(ENV | {"https_proxy": "low.example:9"}) == "http://low.example:9"
    assert chosen(ENV | {"https_proxy": ""}) == "http://secure.example:2"
    assert chosen(ENV | {"no_proxy": "other.example", "NO_PROXY": "*"}) != "None"


@pytest.mark.parametrize(
    ("exceptions", "host", "is_direct"),
    [
        ("*", "news.example", True),
        ("other.example, *", "news.example", True),
        ("news.example", "news.example", True),
        ("news.example", "www.news.example", True),
        (".news.example", "www.news.example", True),
        (".news.example", "news.example", True),
        ("*.news.example", "www.news.example", True),
        ("News.Example.", "news.example", True),
        ("news.example", "news.example.", True),
        ("news.example", "oldnews.example", False),
        ("example", "news.example", True),
        ("other.example news.example", "news.example", True),
        ("other.example,news.example", "news.example", True),
        ("news.example:8443", "news.example:8443", True),
        ("news.example:8443", "news.example", False),
        ("news.example:443", "news.example", True),
        ("10.0.0.0/8", "10.1.2.3", True),
        ("10.0.0.0/8", "10.1.2.3:8080", True),
        ("10.0.0.0/8", "11.1.2.3", False),
        ("10.1.2.3", "10.1.2.3", True),
        ("10.1.2.3:8080", "10.1.2.3:8080", True),
        ("10.1.2.3:8080", "10.1.2.3", False),
        ("2001:db8::/32", "[2001:db8::1]", True),
        ("[2001:db8::1]:8080", "[2001:db8::1]:8080", True),
        ("[2001:db8::1]:8080", "[2001:db8::1]", False),
        ("::1", "[::1]:443", True),
        ("", "news.example", False),
        ("/// :: ,,", "news.example", False),
    ],
)
def test_no_proxy_excepts_hosts_suffixes_ports_and_networks(
    exceptions: str, host: str, is_direct: bool
) -> None:
    for name in ("no_proxy", "NO_PROXY"):
        assert (chosen(ENV | {name: exceptions}, host=host) == "None") is is_direct


def test_a_bad_variable_is_named_without_its_value() -> None:
    with pytest.raises(ProxyInvalid, match="the variable HTTPS_PROXY is not a proxy") as error:
        proxy_rules("env", {"HTTPS_PROXY": "ftp://me:hush@proxy.example"})
    assert "hush" not in str(error.value)


def test_the_variables_that_name_a_proxy_are_known() -> None:
    assert proxy_variables(ENV | {"no_proxy": "*"}) == ["http_proxy", "HTTPS_PROXY", "ALL_PROXY"]
