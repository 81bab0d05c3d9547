"""Asks a SOCKS5 proxy for a connection to a host, on a socket of ours.

python-socks speaks with it, and is imported only here: few need it.
"""

import socket
from typing import Any, cast

from python_socks import ProxyError, ProxyType
from python_socks.async_.asyncio import Proxy

from tidings.fetch.transport.exchange_failure import ExchangeFailure
from tidings.fetch.transport.proxy.refusal import socks_refusal
from tidings.settings.proxy_address import ProxyAddress

_NO_LIMIT = 3600.0  # seconds; the caller has its own


class _OurSocket:
    """Stands where python-socks expects a proxy in front of the proxy: the way to it is there."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock

    async def connect(self, **_: object) -> socket.socket:
        return self._sock


async def socks_refusal_of(
    proxy: ProxyAddress, sock: socket.socket, host: str, port: int
) -> ExchangeFailure | None:
    """Make a socket to the proxy one to a host (a name or an address), or return why not.

    It is closed then, and if OSError is raised because the proxy breaks off.
    """
    login = proxy.user or None, proxy.password or None
    ours = cast(Any, _OurSocket(sock))
    asked = Proxy(ProxyType.SOCKS5, proxy.host, proxy.port, *login, rdns=True, forward=ours)
    try:
        await asked.connect(host, port, timeout=_NO_LIMIT)
    except ProxyError as error:
        return socks_refusal(proxy, host, error.error_code, str(error))
    except UnicodeError:  # a label of more than 63 letters
        return socks_refusal(proxy, host, 8, "")
    return None
