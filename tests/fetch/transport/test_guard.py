"""No connection is made to a private address, whatever its spelling and origin."""

import asyncio
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fetch.conftest import Names, Page, Server, quick, redirect

from tidings.fetch.client import WebFetcher
from tidings.fetch.transport.guard import AddressRefused, Guard, is_public
from tidings.model.web.exchange import FetchFailure, Request, Response
from tidings.model.web.reason import Reason

PRIVATE = """
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.254
168.63.129.16 169.254.169.254 169.254.0.23 172.16.0.1 172.31.255.255 192.0.0.192 192.0.2.1
192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.7 224.0.0.1
239.255.255.250 240.0.0.1 255.255.255.255
:: ::1 fe80::1 fe80::1%1 fec0::1 fc00::1 fd00:ec2::254 fd20:ce::254 ff02::1 100::1 2001:db8::1
3fff::1 2001:2::1 2001:10::1 5f00::1 4000::1
::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254
64:ff9b::127.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b:1::8.8.8.8 64:ff9b:1:7f00:0:100::
2002:7f00:1:: 2002:a9fe:a9fe::1 2002:c0a8:1::1
2001:0:4136:e378:8000:63bf:80ff:fffe 2001:0:7f00:1::
""".split()

PUBLIC = """
1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1 168.63.129.15 172.15.255.255
172.32.0.1 192.0.1.1 198.17.255.255 198.20.0.1 223.255.255.255 2606:4700::1111 2a00:1450::1
::ffff:8.8.8.8 64:ff9b::8.8.8.8 2002:808:808::1
""".split()


@pytest.mark.parametrize("address", PRIVATE)
def test_a_special_address_is_not_public(address: str) -> None:
    assert not is_public(ip_address(address))
    assert not Guard().allows(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_other_addresses_are_public(address: str) -> None:
    assert is_public(ip_address(address))
    assert Guard().allows(address)


@pytest.mark.parametrize("spelling", ["127.1", "0x7f.1", "2130706433", "017700000001", "", "host"])
def test_an_address_that_cannot_be_parsed_is_refused(spelling: str) -> None:
    assert not Guard(["127.0.0.0/8"]).allows(spelling)


def test_only_the_allowed_private_networks_pass() -> None:
    guard = Guard(["127.0.0.1/8", "fd00::/8"])
    assert guard.allows("127.0.0.1")
    assert guard.allows("::ffff:127.0.0.1")
    assert guard.allows("fd00::1")
    assert not guard.allows("10.0.0.1")
    assert not guard.allows("::1")


@given(st.integers(0, 2**32 - 1).map(IPv4Address))
def test_an_ipv4_address_is_treated_alike_in_every_embedding(address: IPv4Address) -> None:
    number = int(address)
    for embedding in (0xFFFF << 32 | number, 0x64FF9B << 96 | number):
        assert is_public(IPv6Address(embedding)) == is_public(address)
    assert is_public(IPv6Address(0x2002 << 112 | number << 80)) == is_public(address)
    assert not is_public(IPv6Address(number))


@given(st.integers(0, 2**32 - 1).map(IPv4Address))
def test_what_python_calls_private_is_never_public(address: IPv4Address) -> None:
    if address.is_private or address.is_multicast or address.is_reserved or address.is_loopback:
        assert not is_public(address)


@given(st.integers(0, 2**128 - 1).map(IPv6Address))
def test_only_global_unicast_ipv6_is_public(address: IPv6Address) -> None:
    if address.is_private or address.is_link_local or address.is_multicast or address.is_loopback:
        assert not is_public(address) or address.ipv4_mapped or address.sixtofour


@given(st.text())
def test_any_text_is_checked_without_an_exception(text: str) -> None:
    assert Guard().allows(text) in (True, False)


def test_no_socket_is_created_for_a_refused_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> socket.socket:
        raise AssertionError("a socket was created")

    monkeypatch.setattr(socket, "socket", never)
    with pytest.raises(AddressRefused):
        Guard().socket_for((socket.AF_INET, socket.SOCK_STREAM, 0, "", ("127.0.0.1", 80)))


def spellings(port: int) -> list[str]:
    hosts = """
    127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.0.0.1 0177.0.0.1 017700000001 0 0.0.0.0
    [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [64:ff9b::7f00:1] [2002:7f00:1::] [::]
    127.0.0.1. ①②⑦.⓪.⓪.① 127%2e0%2e0%2e1
    """
    return [f"http://{host}:{port}/a" for host in hosts.split()]


async def test_no_spelling_of_loopback_is_connected_to(server: Server) -> None:
    server.routes["/a"] = Page(b"secret")
    async with WebFetcher(quick(allow_private=())) as fetcher:
        for url in spellings(server.port):
            for politely in (True, False):
                outcome = await fetcher.fetch(Request(url), politely=politely)
                assert isinstance(outcome, FetchFailure), url
                assert outcome.reason is Reason.PRIVATE_ADDRESS, (url, outcome)
    assert server.connections == 0


async def test_a_name_for_a_private_address_is_refused(server: Server) -> None:
    names = Names(inner_test=[["127.0.0.1", "::1", "10.0.0.1"]])
    async with WebFetcher(quick(allow_private=()), resolver=names) as fetcher:
        outcome = await fetcher.fetch(Request(server.url("/a", "inner.test")))
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason is Reason.PRIVATE_ADDRESS
    assert "127.0.0.1" in outcome.detail
    assert server.connections == 0


# On loopback, 127.0.0.2 stands for a public address: only it is allowed.
PUBLIC_STAND_IN = quick(allow_private=("127.0.0.2/32",))


async def peer_addresses(server: Server) -> set[str]:
    """Collect the addresses of the server that were connected to."""
    connected: set[str] = set()

    async def note(writer: asyncio.StreamWriter) -> None:
        connected.add(writer.get_extra_info("sockname")[0])
        writer.write(Page(b"noted").raw())

    server.routes |= {"/a": note, "/robots.txt": note}
    return connected


@pytest.mark.parametrize("addresses", [["127.0.0.3", "127.0.0.2"], ["127.0.0.2", "127.0.0.3"]])
async def test_of_two_addresses_only_the_public_one_is_connected_to(
    server: Server, addresses: list[str]
) -> None:
    connected = await peer_addresses(server)
    async with WebFetcher(PUBLIC_STAND_IN, resolver=Names(two_test=[addresses])) as fetcher:
        for _ in range(3):
            outcome = await fetcher.fetch(Request(server.url("/a", "two.test")))
            assert isinstance(outcome, Response)
            assert outcome.address == "127.0.0.2"
    assert connected == {"127.0.0.2"}


async def test_a_name_that_turns_private_is_refused_the_second_time(server: Server) -> None:
    connected = await peer_addresses(server)
    names = Names(rebind_test=[["127.0.0.2"], ["127.0.0.3"]])
    async with WebFetcher(PUBLIC_STAND_IN, resolver=names) as fetcher:
        request = Request(server.url("/a", "rebind.test"))
        first = await fetcher.fetch(request, politely=False)
        second = await fetcher.fetch(request, politely=False)
    assert isinstance(first, Response)
    assert isinstance(second, FetchFailure)
    assert second.reason is Reason.PRIVATE_ADDRESS
    assert connected == {"127.0.0.2"}


@pytest.mark.parametrize("target", ["127.0.0.3", "0x7f000003", "inner.test", "[::1]"])
async def test_a_redirect_to_a_private_address_is_refused(server: Server, target: str) -> None:
    server.routes["/a"] = redirect(server.url("/secret", target))
    names = Names(inner_test=[["127.0.0.3"]])
    async with WebFetcher(PUBLIC_STAND_IN, resolver=names) as fetcher:
        outcome = await fetcher.fetch(Request(server.url("/a", "127.0.0.2")))
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason is Reason.PRIVATE_ADDRESS
    assert len(outcome.hops) == 1
    assert "/secret" not in server.paths()


async def test_robots_redirected_to_a_private_address_are_not_fetched(server: Server) -> None:
    server.routes |= {"/robots.txt": redirect(server.url("/secret", "127.0.0.3")), "/a": Page()}
    async with WebFetcher(PUBLIC_STAND_IN) as fetcher:
        outcome = await fetcher.fetch(Request(server.url("/a", "127.0.0.2")))
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason is Reason.ROBOTS_UNREACHABLE
    assert server.paths() == ["/robots.txt"]


async def test_a_dead_public_address_next_to_a_private_one_is_a_connect_failure() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.2", 0))
        names = Names(two_test=[["127.0.0.3", "127.0.0.2"]])
        async with WebFetcher(PUBLIC_STAND_IN, resolver=names) as fetcher:
            request = Request(f"http://two.test:{closed.getsockname()[1]}/")
            outcome = await fetcher.fetch(request, politely=False)
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason is Reason.CONNECT
