"""What is said about real servers that cannot be read: the true cause, first and in words."""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from tests.fetch.conftest import SELF_SIGNED, Names, Server, quick, reset
from tests.servers.certificates import CertificateAuthority
from tests.servers.needs import needs
from tests.servers.own_process import free_port, listens, readable_folder, running
from tests.servers.web_servers import nginx

from tidings.fetch.client import WebFetcher
from tidings.fetch.transport.failure_cause import connection_cause, lookup_cause, protocol_cause
from tidings.fetch.transport.tls_cause import tls_cause
from tidings.model.web.exchange import FetchFailure, Request, Response
from tidings.model.web.reason import Reason

pytestmark = needs("openssl")

_BLOCK = """
    server {{
        listen 127.0.0.1:{port} {flags};
        server_name _;
        root {root};
        {more}
    }}
"""
_TLS = "ssl_certificate {file}; ssl_certificate_key {file};"


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with readable_folder() as each:
        yield each


@pytest.fixture(scope="module")
def authority(folder: Path) -> CertificateAuthority:
    return CertificateAuthority(folder / "authority")


@pytest.fixture
async def trusting(
    authority: CertificateAuthority, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[WebFetcher]:
    """A fetcher that trusts the test's authority and finds every name at 127.0.0.1."""
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.certificate))
    names = Names(paper_test=[["127.0.0.1"]])
    settings = quick(connect_seconds=60.0, total_seconds=60.0)
    async with WebFetcher(settings, resolver=names) as each:
        yield each


async def failure_at(fetcher: WebFetcher, url: str) -> FetchFailure:
    outcome = await fetcher.fetch(Request(url))
    assert isinstance(outcome, FetchFailure), outcome
    assert outcome.waits_for_robots
    return outcome


@contextmanager
def web(folder: Path, *blocks: tuple[str, str]) -> Iterator[list[int]]:
    """Run nginx with a server for each pair of flags and settings; yield their ports."""
    with ExitStack() as stack:
        own = stack.enter_context(readable_folder())
        root = own / "root"
        root.mkdir()
        (root / "index.html").write_text("<h1>News</h1>")
        ports = [free_port() for _ in blocks]
        http = "".join(
            _BLOCK.format(port=port, flags=flags, root=root, more=more)
            for port, (flags, more) in zip(ports, blocks, strict=True)
        )
        stack.enter_context(nginx(root, free_port(), own / "nginx", http=http))
        yield ports


@pytest.fixture(scope="module")
def papers(folder: Path, authority: CertificateAuthority) -> Iterator[dict[str, str]]:
    """Servers with all kinds of certificates behind nginx: what is wrong with each, and its URL."""
    paper = "DNS:paper.test"
    files = {
        "nothing": authority.sign(paper),
        "expired": authority.sign(paper, start="20200101000000Z", end="20210305120000Z"),
        "early": authority.sign(paper, start="20980101000000Z"),
        "other name": authority.sign(*(f"DNS:{letter}.test" for letter in "abcde")),
        "stranger": CertificateAuthority(folder / "other", "Nobody Knows").sign(paper),
        "itself": folder / "self-signed.pem",
    }
    files["itself"].write_bytes(SELF_SIGNED.read_bytes())
    blocks = [("ssl", _TLS.format(file=file)) for file in files.values()]
    with web(folder, *blocks, ("", ""), ("http2", "")) as ports:
        names = [*files, "plain", "http2"]
        yield {
            name: f"{'http' if name == 'http2' else 'https'}://paper.test:{port}/"
            for name, port in zip(names, ports, strict=True)
        }


@needs("nginx")
@pytest.mark.parametrize(
    ("wrong", "reason", "cause"),
    [
        ("expired", Reason.TLS, "the certificate expired on 2021-03-05"),
        ("early", Reason.TLS, "the certificate is not valid before 2098-01-01"),
        (
            "other name",
            Reason.TLS,
            "the certificate is for another name (a.test, b.test, c.test, 2 more)",
        ),
        (
            "stranger",
            Reason.TLS,
            "the certificate is signed by an unknown authority (Nobody Knows)",
        ),
        ("itself", Reason.TLS, "the certificate is signed by an unknown authority (by itself)"),
        ("plain", Reason.TLS, "speaks plain HTTP (or another protocol) on an https port"),
        ("http2", Reason.PROTOCOL, "only speaks HTTP/2, at robots.txt"),
    ],
)
async def test_nginx_is_refused_for_the_true_cause(
    papers: dict[str, str], trusting: WebFetcher, wrong: str, reason: Reason, cause: str
) -> None:
    failure = await failure_at(trusting, papers[wrong])
    assert (failure.reason, failure.detail) == (reason, cause)


@needs("nginx")
async def test_a_good_certificate_is_accepted(papers: dict[str, str], trusting: WebFetcher) -> None:
    outcome = await trusting.fetch(Request(papers["nothing"]))
    assert isinstance(outcome, Response)
    assert b"News" in outcome.body


@pytest.mark.parametrize(
    ("options", "cause"),
    [
        (("-alpn", "h2"), "only speaks HTTP/2"),
        (
            ("-tls1_1", "-cipher", "ALL:@SECLEVEL=0"),
            "only speaks a version of TLS that is too old",
        ),
        (
            ("-tls1_2", "-cipher", "PSK"),
            "has no version or cipher of TLS in common with us",
        ),
    ],
    ids=["http2", "old", "ciphers"],
)
async def test_a_handshake_that_fails_says_what_the_server_speaks(
    authority: CertificateAuthority, trusting: WebFetcher, options: tuple[str, ...], cause: str
) -> None:
    file, port = authority.sign("DNS:paper.test"), free_port()
    command = ("openssl", "s_server", "-quiet", "-accept", port, "-cert", file, "-key", file)
    log = file.with_suffix(".log")
    with running(*command, *options, ready=lambda: listens(port), log=log):
        failure = await failure_at(trusting, f"https://paper.test:{port}/")
    assert (failure.reason, failure.detail) == (Reason.TLS, cause)


async def test_a_tls_server_that_goes_on_in_http2_is_named(
    authority: CertificateAuthority, trusting: WebFetcher
) -> None:
    async def speak_http2(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(bytes([0, 0, 6, 4, 0, 0, 0, 0, 0]) + b"\0\3\0\0\0\x64")
        await writer.drain()
        await reader.read()
        writer.close()

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(authority.sign("DNS:paper.test"))
    context.set_alpn_protocols(["h2"])
    listener = await asyncio.start_server(speak_http2, "127.0.0.1", 0, ssl=context)
    async with listener:
        port = listener.sockets[0].getsockname()[1]
        failure = await failure_at(trusting, f"https://paper.test:{port}/")
        await trusting.close()
    assert (failure.reason, failure.detail) == (
        Reason.PROTOCOL,
        "only speaks HTTP/2, at robots.txt",
    )


async def test_a_closed_port_refuses_connections() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        async with WebFetcher(quick()) as fetcher:
            url = f"http://127.0.0.1:{closed.getsockname()[1]}/"
            failure = await failure_at(fetcher, url)
    assert (failure.reason, failure.detail) == (Reason.CONNECT, "refuses connections")


async def test_a_reset_is_named(server: Server) -> None:
    async def hang_up(writer: asyncio.StreamWriter) -> None:
        reset(writer)

    server.routes["/robots.txt"] = hang_up
    async with WebFetcher(quick()) as fetcher:
        failure = await failure_at(fetcher, server.url("/a"))
    assert (failure.reason, failure.detail) == (Reason.CONNECT, "resets the connection")


@pytest.mark.parametrize(
    ("banner", "cause"),
    [
        (b"SSH-2.0-OpenSSH_9.2\r\n", "speaks SSH, not HTTP, at robots.txt"),
        (b"220 mail.test ESMTP\r\n", "speaks SMTP or FTP, not HTTP, at robots.txt"),
        (b"\x15\x03\x01\x00\x02\x02\x28", "speaks TLS on an http port, at robots.txt"),
    ],
)
async def test_a_server_that_speaks_first_is_named(banner: bytes, cause: str) -> None:
    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(banner)
        await writer.drain()
        await reader.read()
        writer.close()

    listener = await asyncio.start_server(greet, "127.0.0.1", 0)
    async with listener, WebFetcher(quick()) as fetcher:
        url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}/"
        failure = await failure_at(fetcher, url)
    assert (failure.reason, failure.detail) == (Reason.PROTOCOL, cause)


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (socket.gaierror(socket.EAI_NONAME, "x"), "the name does not exist"),
        (socket.gaierror(socket.EAI_AGAIN, "x"), "the name server does not answer"),
        (UnicodeError("label too long"), "the name is not valid"),
        (OSError("odd"), "odd"),
    ],
)
def test_a_failed_lookup_in_words(error: Exception, cause: str) -> None:
    assert lookup_cause(error) == cause


def test_an_unknown_error_is_named_by_its_own_words() -> None:
    assert connection_cause(OSError(999, "strange  news")) == "[Errno 999] strange news"
    assert connection_cause(ConnectionResetError()) == "resets the connection"
    assert protocol_cause(b"rubbish", ValueError("bad line")) == "bad line"
    assert tls_cause(ssl.SSLError("odd")) == "the TLS handshake fails: ('odd',)"
