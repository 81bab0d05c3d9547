"""Real lookups, a black-holed IPv6 address and TLS over IPv6, in a network of the test's own."""

import json

from tests.servers.needs import needs
from tests.servers.own_network import needs_own_network, run_in_own_network
from tests.servers.own_process import readable_folder

from tidings.model.web.reason import Reason

_IPV4, _IPV6 = "45.45.45.45", "2600:1::1"
_PATIENCE = 20.0  # seconds: far more than a head start, far less than a connection may take here


@needs("nginx", "openssl", "unshare", "ip", "mount")
@needs_own_network()
def test_names_and_addresses_of_a_real_network() -> None:
    with readable_folder() as folder:
        printed = run_in_own_network(
            "tests.fetch.transport.own_network_process", folder, (f"{_IPV4}/32",)
        )
    outcomes = json.loads(printed)
    body, address, seconds = outcomes.pop("http://paper.test:8080/")
    assert (body, address) == ("News", _IPV4)
    assert seconds < _PATIENCE
    assert outcomes.pop("https://six.test:8443/")[:2] == ["News", _IPV6]
    assert outcomes == {
        "http://gone.test/": [Reason.DNS, "the name does not exist"],
        "http://empty.test/": [Reason.DNS, "the name has no address"],
        "http://silent.test/": [Reason.DNS, "the name server does not answer"],
    }
