import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

import pytest

from tidings.serve.http.addresses import machine_addresses, other_urls


def bound(host: str) -> socket.socket:
    """Return a socket that is bound, but does not listen."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family)
    made.bind((host, 0))
    return made


def test_a_server_on_loopback_is_reached_by_nobody_else() -> None:
    with bound("127.0.0.1") as listener:
        assert other_urls(listener) == []


def test_every_address_that_is_named_is_one_of_this_machine() -> None:
    with bound("0.0.0.0") as listener:
        port = listener.getsockname()[1]
        urls = other_urls(listener)
    assert len(set(urls)) == len(urls)
    for url in urls:
        parts = urlsplit(url)
        assert parts.port == port
        address = ip_address(parts.hostname or "")
        assert address.version == 4
        assert not address.is_loopback
        bound(str(address)).close()  # only an own address can be bound


@pytest.mark.skipif(not socket.has_ipv6, reason="no IPv6 here")
def test_a_socket_for_both_families_names_both() -> None:
    try:
        listener = bound("::")
    except OSError:
        pytest.skip("no IPv6 here")
    with listener:
        found = {ip_address(urlsplit(url).hostname or "") for url in other_urls(listener)}
    assert found == set(machine_addresses())
