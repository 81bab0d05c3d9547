"""How an exchange through a proxy differs from a direct one, once the connection is there."""

from dataclasses import replace

from tidings.fetch.transport.connection import Origin
from tidings.fetch.transport.exchange_failure import ExchangeFailure
from tidings.fetch.transport.proxy.connect_tunnel import login_line
from tidings.fetch.transport.proxy.refusal import NEEDS_LOGIN, http_refusal
from tidings.fetch.transport.raw_response import RawResponse
from tidings.settings.proxy_address import ProxyAddress


def takes_urls(proxy: ProxyAddress, origin: Origin) -> bool:
    """Return whether the proxy reads the request itself; otherwise there is a tunnel."""
    return origin[0] == "http" and not proxy.is_socks


def with_whole_url(request: bytes, url: str, proxy: ProxyAddress) -> bytes:
    """Return the request as an HTTP proxy wants it (RFC 9112, 3.2.2), with our login."""
    line, _, rest = request.partition(b"\r\n")
    method = line.partition(b" ")[0]
    return b"%s %s HTTP/1.1\r\n%s%s" % (method, url.encode(), login_line(proxy).encode(), rest)


def seen_through(
    proxy: ProxyAddress, origin: Origin, response: RawResponse | ExchangeFailure
) -> RawResponse | ExchangeFailure:
    """Return the response, unless it is the proxy's own; a failure names the proxy."""
    if isinstance(response, ExchangeFailure):
        detail = f"{response.detail} (through the proxy {proxy})".lstrip()
        return replace(response, detail=detail)
    if response.status >= 400 and takes_urls(proxy, origin):
        return _refusal_in(response, proxy, origin[1]) or response
    return response


def _refusal_in(response: RawResponse, proxy: ProxyAddress, host: str) -> ExchangeFailure | None:
    """Return the proxy's refusal if it answered itself, not the host.

    The errors of squid and tinyproxy can be told from the host's; of others, only that they want
    a password.
    """
    server = (response.header("server") or "").lower()
    squid_error = response.header("x-squid-error") or ""
    is_tinyproxy = server.startswith("tinyproxy") and response.header("via") is None
    if response.status == NEEDS_LOGIN or squid_error or is_tinyproxy:
        return http_refusal(proxy, host, response.status, squid_error.partition(" ")[0])
    return None
