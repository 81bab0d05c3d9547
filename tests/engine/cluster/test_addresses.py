import socket

import pytest

from tidings.engine.cluster.addresses import (
    check_free,
    check_reachable,
    host_and_port,
    own_address,
    unreachable,
)
from tidings.engine.cluster.errors import ClusterUnusable


def test_an_address_has_a_host_and_a_port() -> None:
    assert host_and_port("head.example:6379") == ("head.example", 6379)


@pytest.mark.parametrize("wrong", ["", "head", "head:", ":6379", "head:x", "head:70000", "::1"])
def test_other_addresses_are_refused(wrong: str) -> None:
    with pytest.raises(ClusterUnusable, match="HOST:PORT"):
        host_and_port(wrong)


def test_the_own_address_is_that_on_the_way_to_the_head() -> None:
    assert own_address(("127.0.0.9", 1)) == "127.0.0.1"
    assert own_address()


def test_a_head_that_does_not_listen_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        assert unreachable(address) == ""
        with pytest.raises(ClusterUnusable, match=r"cluster\.port"):
            check_free(server.getsockname()[1])
    with pytest.raises(ClusterUnusable, match=f"No head answers at {address}"):
        check_reachable(address)
    check_free(int(address.rpartition(":")[2]))
