"""Requests through proxies: tinyproxy and microsocks where they show it, else a scripted one."""

import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.fetch.conftest import Names, Page, Server, quick, redirect
from tests.fetch.transport.scripted_proxy import scripted_proxy
from tests.servers.certificates import CertificateAuthority
from tests.servers.needs import needs
from tests.servers.own_process import free_port, readable_folder
from tests.servers.proxy_servers import (
    connections_through,
    microsocks,
    requests_through,
    tinyproxy,
)

from tidings.fetch.client import WebFetcher
from tidings.fetch.site_policy import SitePolicy
from tidings.model.web.exchange import FetchFailure, FetchOutcome, Request, Response
from tidings.model.web.reason import Reason
from tidings.model.web.request_log import LoggedRequest, RequestPurpose
from tidings.settings.load import SettingsWrong

PASSWORD = "hush-hush"


class RunningProxies:
    """Real proxies, with and without a password, each with its port and its log."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ports = {name: free_port() for name in ("http", "http-login", "socks", "socks-login")}
        self.logs: dict[str, Path] = {}

    def url(self, name: str, scheme: str, login: str = "") -> str:
        return f"{scheme}://{login}{'@' if login else ''}127.0.0.1:{self.ports[name]}"


@pytest.fixture(scope="module")
def proxies() -> Iterator[RunningProxies]:
    with readable_folder() as folder:
        running = RunningProxies(folder)
        ports, logs = running.ports, running.logs
        login = f"BasicAuth me {PASSWORD}"
        with (
            tinyproxy(ports["http"], folder / "http", extra="ConnectPort 443") as logs["http"],
            tinyproxy(ports["http-login"], folder / "login", extra=login) as logs["http-login"],
            microsocks(ports["socks"], folder / "socks") as logs["socks"],
            microsocks(
                ports["socks-login"], folder / "socks-login", user="me", password=PASSWORD
            ) as logs["socks-login"],
        ):
            yield running


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> CertificateAuthority:
    return CertificateAuthority(tmp_path_factory.mktemp("certificates"))


async def fetched(url: str, proxy: str, **changes: object) -> FetchOutcome:
    async with WebFetcher(quick(proxy=proxy, **changes)) as fetcher:
        return await fetcher.fetch(Request(url))


def failed(outcome: FetchOutcome) -> tuple[Reason, str]:
    assert isinstance(outcome, FetchFailure), outcome
    assert PASSWORD not in repr(outcome)
    return outcome.reason, outcome.detail


WAYS = [
    ("http", "http", ""),
    ("http-login", "http", f"me:{PASSWORD}"),
    ("socks", "socks5", ""),
    ("socks", "socks5h", ""),
    ("socks-login", "socks5", f"me:{PASSWORD}"),
    ("socks-login", "socks5h", f"me:{PASSWORD}"),
]


@needs("tinyproxy", "microsocks")
@pytest.mark.parametrize(("name", "scheme", "login"), WAYS)
async def test_a_page_and_its_robots_file_come_through_the_proxy(
    proxies: RunningProxies, server: Server, name: str, scheme: str, login: str
) -> None:
    server.routes["/page"] = Page(b"a page")
    response = await fetched(server.url("/page"), proxies.url(name, scheme, login))
    assert isinstance(response, Response)
    assert response.body == b"a page"
    assert server.paths() == ["/robots.txt", "/page"]
    log = proxies.logs[name]
    if scheme == "http":
        expected = [f"GET {server.url(path)} HTTP/1.1" for path in ("/robots.txt", "/page")]
        assert requests_through(log)[-2:] == expected
    else:  # both on one connection
        assert connections_through(log).count(f"127.0.0.1:{server.port}") == 1


@needs("tinyproxy", "microsocks", "openssl")
@pytest.mark.parametrize(("name", "scheme", "login"), WAYS[1:])
async def test_https_goes_through_a_tunnel_and_trusts_a_ca_of_ones_own(
    proxies: RunningProxies,
    authority: CertificateAuthority,
    server: Server,
    name: str,
    scheme: str,
    login: str,
) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(authority.sign("IP:127.0.0.1"))
    server.routes["/page"] = Page(b"a page")
    async with scripted_proxy("plain", server.port, tls=context) as origin:
        url = f"https://127.0.0.1:{origin.port}/page"
        proxy = proxies.url(name, scheme, login)
        response = await fetched(url, proxy, ca_file=str(authority.certificate))
        assert isinstance(response, Response), response
        assert response.body == b"a page"
        assert origin.connections == 1  # the tunnel is used again
        reason, detail = failed(await fetched(url, proxy))
        assert "through the proxy" in detail
        assert reason is Reason.TLS
        assert "unknown authority (Test Authority)" in detail
    log = proxies.logs[name]
    if scheme == "http":
        assert f"CONNECT 127.0.0.1:{origin.port} HTTP/1.1" in requests_through(log)
    else:
        assert f"127.0.0.1:{origin.port}" in connections_through(log)


@needs("tinyproxy", "microsocks")
@pytest.mark.parametrize(
    ("name", "scheme", "login", "problem"),
    [
        ("http-login", "http", "", "asks for a user name and password"),
        ("http-login", "http", f"me:not{PASSWORD}", "does not accept the user name and password"),
        ("socks-login", "socks5h", "", "asks for a user name and password"),
        ("socks-login", "socks5h", f"me:{PASSWORD}x", "does not accept the user name and password"),
    ],
)
@pytest.mark.parametrize("target", ["http", "https"])
async def test_a_proxy_that_wants_a_password_says_so(
    proxies: RunningProxies,
    server: Server,
    name: str,
    scheme: str,
    login: str,
    problem: str,
    target: str,
) -> None:
    url = server.url("/page").replace("http:", f"{target}:")
    reason, detail = failed(await fetched(url, proxies.url(name, scheme, login)))
    assert reason is Reason.PROXY
    assert f"the proxy {proxies.url(name, scheme)} {problem}" in detail
    assert server.seen == []


@needs("tinyproxy", "microsocks")
@pytest.mark.parametrize(
    ("name", "scheme", "target", "reason", "problem"),
    [
        ("http", "http", "http", Reason.CONNECT, "cannot reach 127.0.0.1:{port} (500)"),
        ("http-login", "http", "https", Reason.CONNECT, "(500 Unable to connect)"),
        ("http", "http", "https", Reason.PROXY_DENIED, "refuses 127.0.0.1:{port} (403 Access"),
        ("socks", "socks5h", "http", Reason.CONNECT, "127.0.0.1: the connection was refused"),
    ],
)
async def test_a_host_that_the_proxy_cannot_or_must_not_reach_is_told_from_the_proxy(
    proxies: RunningProxies, name: str, scheme: str, target: str, reason: Reason, problem: str
) -> None:
    port = free_port()
    login = f"me:{PASSWORD}" if name.endswith("login") else ""
    async with WebFetcher(quick(proxy=proxies.url(name, scheme, login))) as fetcher:
        outcome = await fetcher.fetch(Request(f"{target}://127.0.0.1:{port}/"), politely=False)
    found, detail = failed(outcome)
    assert found is reason
    assert problem.format(port=port) in detail
    assert proxies.url(name, scheme) in detail


@pytest.mark.parametrize("scheme", ["http", "https", "socks5", "socks5h"])
@pytest.mark.parametrize("target", ["http", "https"])
async def test_a_proxy_that_is_down_is_named(server: Server, scheme: str, target: str) -> None:
    proxy = f"{scheme}://127.0.0.1:{free_port()}"
    url = server.url("/").replace("http:", f"{target}:")
    reason, detail = failed(await fetched(url, proxy.replace("://", f"://me:{PASSWORD}@")))
    assert reason is Reason.PROXY
    assert detail == f"the proxy {proxy} cannot be reached (refuses connections)"
    assert server.seen == []


@pytest.mark.parametrize("scheme", ["http", "socks5h"])
async def test_a_host_that_does_not_answer_the_proxy_is_not_the_proxys_failure(scheme: str) -> None:
    async with scripted_proxy("silent") as silent:
        proxy = f"{scheme}://127.0.0.1:{silent.port}"
        settings = quick(proxy=proxy, connect_seconds=0.2)
        async with WebFetcher(settings) as fetcher:
            outcome = await fetcher.fetch(Request("https://news.example/"), politely=False)
    detail = f"no connection to news.example in 0.2 s through the proxy {proxy}"
    assert failed(outcome) == (Reason.TIMEOUT_CONNECT, detail)


async def test_a_proxy_whose_name_does_not_resolve_is_named(server: Server) -> None:
    settings = quick(proxy="http://proxy.example:3128")
    async with WebFetcher(settings, resolver=Names()) as fetcher:
        reason, detail = failed(await fetcher.fetch(Request(server.url())))
    assert reason is Reason.PROXY
    assert "the proxy http://proxy.example:3128 cannot be reached" in detail


@pytest.mark.parametrize(
    ("reply", "reason", "problem"),
    [
        (b"SSH-2.0-OpenSSH\r\n\r\n", Reason.PROXY, "it is no HTTP proxy"),
        (b"HTTP/1.1 200 OK\r\n\r\nmore", Reason.PROXY, "more after it"),
        (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 5_000, Reason.PROXY, "has no end"),
        (b"HTTP/1.1 503 Service\x1b[31m\r\n\r\n", Reason.CONNECT, "(503 Service [31m)"),
        (b"HTTP/1.1 403 Forbidden\r\n\r\n", Reason.PROXY_DENIED, "(403 Forbidden)"),
        (b"HTTP/1.1 302 Found\r\nLocation: http://evil/\r\n\r\n", Reason.PROXY_DENIED, "302"),
    ],
)
async def test_an_odd_answer_to_connect_is_a_failure(
    reply: bytes, reason: Reason, problem: str
) -> None:
    async with scripted_proxy("http", reply=reply) as proxy:
        found, detail = failed(
            await fetched("https://news.example/", f"http://127.0.0.1:{proxy.port}")
        )
    assert problem in detail
    assert found in (reason, Reason.ROBOTS_UNREACHABLE)


@pytest.mark.parametrize(
    ("status", "headers", "reason", "problem"),
    [
        (
            503,
            "X-Squid-Error: ERR_DNS_FAIL 0",
            Reason.CONNECT,
            "cannot reach news.example (503 ERR",
        ),
        (403, "X-Squid-Error: ERR_ACCESS_DENIED 0", Reason.PROXY_DENIED, "refuses news.example"),
        (407, 'Proxy-Authenticate: Basic realm="p"', Reason.PROXY, "asks for a user name"),
        (403, "Server: tinyproxy/1.11.1", Reason.PROXY_DENIED, "refuses news.example (403)"),
        (403, "Server: nginx", Reason.CLIENT_ERROR, "status 403"),
        (503, "Server: nginx", Reason.SERVER_ERROR, "status 503"),
    ],
)
async def test_an_error_of_an_http_proxy_is_told_from_that_of_the_host(
    status: int, headers: str, reason: Reason, problem: str
) -> None:
    reply = f"HTTP/1.1 {status} Odd\r\n{headers}\r\nContent-Length: 0\r\n\r\n".encode()
    async with (
        scripted_proxy("http", reply=reply) as proxy,
        WebFetcher(quick(proxy=f"http://127.0.0.1:{proxy.port}")) as fetcher,
    ):
        outcome = await fetcher.fetch(Request("http://news.example/"), politely=False)
    found, detail = failed(outcome)
    assert found is reason
    assert problem in detail


@pytest.mark.parametrize(
    ("code", "reason", "problem"),
    [
        (1, Reason.CONNECT, "could not connect to news.example"),
        (2, Reason.PROXY_DENIED, "forbids connections to news.example"),
        (3, Reason.CONNECT, "its network is unreachable"),
        (4, Reason.CONNECT, "the host is unreachable"),
        (5, Reason.CONNECT, "the connection was refused"),
        (6, Reason.TIMEOUT_CONNECT, "in time"),
        (7, Reason.PROXY, "does not support connections"),
        (8, Reason.PROXY, "does not support this kind of address"),
        (99, Reason.PROXY, "does not answer as SOCKS5 does"),
    ],
)
async def test_the_replies_of_socks_are_put_into_words(
    code: int, reason: Reason, problem: str
) -> None:
    reply = bytes([5, code, 0, 1, 0, 0, 0, 0, 0, 0])
    async with (
        scripted_proxy("socks", reply=reply) as proxy,
        WebFetcher(quick(proxy=f"socks5h://127.0.0.1:{proxy.port}")) as fetcher,
    ):
        outcome = await fetcher.fetch(Request("http://news.example/"), politely=False)
    found, detail = failed(outcome)
    assert found is reason
    assert problem in detail


@pytest.mark.parametrize("kind", ["http", "socks"])
async def test_the_proxy_looks_names_up(server: Server, kind: str) -> None:
    names = Names()
    scheme = "socks5h" if kind == "socks" else kind
    async with scripted_proxy(kind, server.port) as proxy:
        settings = quick(proxy=f"{scheme}://127.0.0.1:{proxy.port}")
        async with WebFetcher(settings, resolver=names) as fetcher:
            await fetcher.fetch(Request("http://news.example/page"), politely=False)
    assert "news.example" in proxy.asked[0]
    assert names.asked == []


async def test_with_socks5_we_look_names_up_and_the_guard_sees_the_address(server: Server) -> None:
    names = Names(news_example=[["10.1.2.3", "127.0.0.1"]], inside_example=[["10.1.2.3"]])
    server.routes["/page"] = Page(b"a page")
    async with scripted_proxy("socks", server.port) as proxy:
        settings = quick(proxy=f"socks5://127.0.0.1:{proxy.port}")
        async with WebFetcher(settings, resolver=names) as fetcher:
            response = await fetcher.fetch(Request("http://news.example/page"))
            refused = await fetcher.fetch(Request("http://inside.example/page"))
    assert isinstance(response, Response)
    assert response.address == "127.0.0.1"
    assert set(proxy.asked) == {"127.0.0.1"}
    assert failed(refused) == (Reason.PRIVATE_ADDRESS, "10.1.2.3")


@pytest.mark.parametrize("scheme", ["http", "socks5", "socks5h"])
@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "https://2130706433/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::1]/",
        "http://localhost/",
        "https://printer.localhost./",
        "http://news.example/moved",
    ],
)
async def test_the_guard_refuses_private_addresses_in_urls_and_redirects(
    server: Server, scheme: str, url: str
) -> None:
    names = Names(news_example=[["93.184.216.34"]])
    server.routes["/moved"] = redirect("http://169.254.169.254/latest/meta-data/")
    server.routes["http://news.example/moved"] = server.routes["/moved"]
    async with scripted_proxy(scheme.rstrip("5h"), server.port) as proxy:
        # The proxy's own address may be private: the user named it.
        settings = quick(proxy=f"{scheme}://127.0.0.1:{proxy.port}", allow_private=())
        async with WebFetcher(settings, resolver=names) as fetcher:
            for politely in (True, False):
                reason, _ = failed(await fetcher.fetch(Request(url), politely=politely))
                is_looked_up = scheme == "socks5" and "localhost" in url  # `names` knows none
                assert reason is Reason.PRIVATE_ADDRESS or (is_looked_up and reason is Reason.DNS)
    assert not [each for each in proxy.asked if "169.254" in each or "localhost" in each]
    assert all("moved" in path or "robots.txt" in path for path in server.paths())


@needs("openssl")
@pytest.mark.parametrize("target", ["http", "https"])
async def test_a_proxy_may_be_spoken_to_over_tls(
    server: Server, authority: CertificateAuthority, target: str
) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(authority.sign("DNS:localhost"))
    server.routes["/page"] = server.routes[f"http://localhost:{server.port}/page"] = Page(b"ok")
    settings = quick(ca_file=str(authority.certificate))
    async with (
        scripted_proxy("plain", server.port, tls=context) as origin,
        scripted_proxy(
            "http", origin.port if target == "https" else server.port, tls=context
        ) as proxy,
    ):
        url = f"{target}://localhost:{server.port}/page"
        for ca_file in (settings.ca_file, ""):
            secure = quick(proxy=f"https://localhost:{proxy.port}", ca_file=ca_file)
            async with WebFetcher(secure) as fetcher:
                outcome = await fetcher.fetch(Request(url), politely=False)
            if ca_file:
                assert isinstance(outcome, Response), outcome
                assert outcome.body == b"ok"
            else:
                reason, detail = failed(outcome)
                assert reason is Reason.PROXY
                assert "certificate" in detail


async def test_connections_are_kept_apart_by_proxy(server: Server) -> None:
    server.routes["/page"] = Page(b"a page")
    async with (
        scripted_proxy("socks", server.port) as one,
        scripted_proxy("socks", server.port) as other,
    ):
        settings = {1: f"socks5h://127.0.0.1:{one.port}", 2: f"socks5h://127.0.0.1:{other.port}"}
        policies = {site: SitePolicy(proxy=proxy) for site, proxy in settings.items()}
        policies[3] = SitePolicy(proxy="none")
        async with WebFetcher(quick(proxy=settings[1]), policies=policies.__getitem__) as fetcher:
            for site in (1, 2, 3, 1, 2, 3):
                outcome = await fetcher.fetch(
                    Request(server.url("/page"), site=site), politely=False
                )
                assert isinstance(outcome, Response)
        assert (one.connections, other.connections, server.connections) == (1, 1, 3)


@pytest.mark.parametrize(("scheme", "address"), [("socks5", "127.0.0.1"), ("socks5h", "")])
async def test_the_request_log_names_the_proxy_without_its_password(
    server: Server, scheme: str, address: str
) -> None:
    log: list[LoggedRequest] = []
    names = Names(news_example=[["127.0.0.1"]])
    server.routes["/page"] = Page(b"a page")
    async with scripted_proxy("socks", server.port) as proxy:
        place = f"127.0.0.1:{proxy.port}"
        settings = quick(proxy=f"{scheme}://me:{PASSWORD}@{place}", delay=0.01)
        async with WebFetcher(settings, resolver=names, on_request=log.append) as fetcher:
            response = await fetcher.fetch(Request("http://news.example/page"))
    assert isinstance(response, Response)
    assert response.address == address
    found = {(each.path, each.proxy, each.address, each.sent) for each in log}
    assert found == {
        (path, f"{scheme}://{place}", address, True) for path in ("/robots.txt", "/page")
    }
    # Nobody else knows the address, so only the host and its domain are counted.
    assert all((each.address_delay > 0) is bool(address) for each in log)


async def test_posts_go_through_the_proxy_too(server: Server) -> None:
    server.routes["http://hub.example/hub"] = Page(b"", 202)
    async with (
        scripted_proxy("http", server.port) as proxy,
        WebFetcher(quick(proxy=f"http://127.0.0.1:{proxy.port}")) as fetcher,
    ):
        await fetcher.post("http://hub.example/hub", b"hub.mode=x", {}, RequestPurpose.HUB)
    assert [(each.method, each.body) for each in server.seen] == [("POST", b"hub.mode=x")]
    assert proxy.asked[0].startswith(
        "POST http://hub.example/hub HTTP/1.1\r\nHost: hub.example\r\n"
    )


async def test_the_environment_is_used_only_if_the_settings_say_so(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.routes["/page"] = Page(b"a page")
    async with scripted_proxy("socks", server.port) as proxy:
        monkeypatch.setenv("ALL_PROXY", f"socks5h://127.0.0.1:{proxy.port}")
        monkeypatch.setenv("no_proxy", "127.0.0.2")
        for setting, host, expected in (
            ("", "127.0.0.1", 0),
            ("env", "127.0.0.2", 0),
            ("env", "127.0.0.1", 1),
        ):
            outcome = await fetched(server.url("/page", host), setting)
            assert isinstance(outcome, Response)
            assert proxy.connections == expected


async def test_a_source_may_use_the_environment_even_if_that_is_wrong(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    policies = {1: SitePolicy(proxy="env"), 0: SitePolicy()}
    monkeypatch.setenv("http_proxy", f"ftp://me:{PASSWORD}@127.0.0.1")
    async with WebFetcher(quick(), policies=policies.__getitem__) as fetcher:
        outcome = await fetcher.fetch(Request(server.url(), site=1))
    reason, detail = failed(outcome)
    assert reason is Reason.PROXY
    assert "the variable http_proxy is not a proxy" in detail


@pytest.mark.parametrize("text", [None, "", "no certificate", "\udc80"])
def test_a_ca_file_that_is_none_is_refused_at_once(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "ca.pem"
    if text is not None:
        path.write_bytes(text.encode(errors="surrogateescape"))
    problem = "there is no file" if text is None else "holds no certificate"
    with pytest.raises(SettingsWrong, match=rf"fetch\.ca_file: .*{problem}"):
        WebFetcher(quick(ca_file=str(path)))


def test_what_few_need_is_not_imported_without_a_proxy() -> None:
    program = "import sys, tidings.fetch.client; assert 'python_socks' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True)
