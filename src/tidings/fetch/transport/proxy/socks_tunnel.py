"""Asks a SOCKS5 proxy for a connection to a host. python-socks speaks with it, and is imported
only here: few need it."""

import socket

from python_socks import ProxyConnectionError, ProxyError, ProxyType
from python_socks.async_.asyncio import Proxy

from tidings.fetch.transport.exchange_failure import ExchangeFailure
from tidings.fetch.transport.proxy.refusal import socks_refusal
from tidings.settings.proxy_address import ProxyAddress

_NO_LIMIT = 3600.0  # seconds; the caller has its own


async def socks_socket(
    proxy: ProxyAddress, address: str, host: str, port: int
) -> socket.socket | ExchangeFailure:
    """Return a socket that a proxy at an address connected to a host (a name or an address).

    Raise OSError if the proxy itself cannot be reached.
    """
    login = proxy.user or None, proxy.password or None
    try:
        asked = Proxy(ProxyType.SOCKS5, address, proxy.port, *login, rdns=True)
        return await asked.connect(host, port, timeout=_NO_LIMIT)
    except ProxyConnectionError as error:
        raise OSError(error.errno, error.strerror or "") from None
    except ProxyError as error:
        return socks_refusal(proxy, host, error.error_code, str(error))
    except UnicodeError:  # a label of more than 63 letters
        return socks_refusal(proxy, host, 8, "")
