"""Fetches from nginx in a network of its own, with real lookups; prints what came of it.

Run by test_own_network.py, never outside of such a network.
"""

import asyncio
import json
import os
import sys
from pathlib import Path

from tests.servers.certificates import CertificateAuthority
from tests.servers.name_server import name_server
from tests.servers.own_network import BLACK_HOLE
from tests.servers.web_servers import nginx

from tidings.fetch.client import WebFetcher
from tidings.model.web.exchange import FetchFailure, Request
from tidings.model.web.request_log import LoggedRequest
from tidings.settings.tree import FetchSettings

IPV4, IPV6 = "45.45.45.45", "2600:1::1"
ZONE = {
    "paper.test": [IPV4, BLACK_HOLE],
    "six.test": [IPV6],
    "empty.test": [],
    "silent.test": None,
}
URLS = [
    "http://paper.test:8080/",
    "https://six.test:8443/",
    "http://gone.test/",
    "http://empty.test/",
    "http://silent.test/",
]
_SERVER = """
    listen {ipv4}:8080;
    listen [{ipv6}]:8443 ssl;
    ssl_certificate {file};
    ssl_certificate_key {file};
"""


async def fetch_all() -> dict[str, list[object]]:
    """Fetch every URL with a fetcher of its own, so that none waits for another."""
    return dict(zip(URLS, await asyncio.gather(*map(essence, URLS)), strict=True))


async def essence(url: str) -> list[object]:
    """Fetch a URL; return what the test compares."""
    logged: list[LoggedRequest] = []
    settings = FetchSettings(delay=0.0, connect_seconds=60.0)
    async with WebFetcher(settings, on_request=logged.append) as fetcher:
        outcome = await fetcher.fetch(Request(url))
    if isinstance(outcome, FetchFailure):
        return [outcome.reason, outcome.detail]
    return [outcome.body.decode(), outcome.address, sum(line.seconds for line in logged)]


def main(folder: Path) -> None:
    """Start the servers, fetch everything and print the outcomes."""
    authority = CertificateAuthority(folder / "authority")
    os.environ["SSL_CERT_FILE"] = str(authority.certificate)
    server = _SERVER.format(ipv4=IPV4, ipv6=IPV6, file=authority.sign("DNS:six.test"))
    root = folder / "root"
    root.mkdir()
    (root / "index.html").write_text("News")
    with name_server(ZONE), nginx(root, 8079, folder / "nginx", server=server):
        print(json.dumps(asyncio.run(fetch_all())))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
