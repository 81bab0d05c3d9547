"""Asks an HTTP proxy for a tunnel to a host (CONNECT: RFC 9110, 9.3.6), before any TLS in it."""

import asyncio
import re
from base64 import b64encode
from typing import cast

from tidings.fetch.transport.exchange_failure import ExchangeFailure
from tidings.fetch.transport.proxy.refusal import http_refusal
from tidings.model.web.reason import Reason
from tidings.settings.proxy_address import ProxyAddress

_STATUS = re.compile(rb"HTTP/1\.[01] ([1-9][0-9]{2})(?: ([^\r\n]*))?\r?\n")
_END = re.compile(rb"\r?\n\r?\n")
_MAX_HEAD = 16 * 1024  # bytes of an answer; proxies send a few hundred


def login_line(proxy: ProxyAddress) -> str:
    """Return the header line that says who we are, or nothing."""
    if not proxy.user:
        return ""
    login = b64encode(f"{proxy.user}:{proxy.password}".encode()).decode()
    return f"Proxy-Authorization: Basic {login}\r\n"


class ConnectTunnel(asyncio.Protocol):
    """The first exchange on a connection to a proxy. Await `open`; afterwards it is a tunnel."""

    def __init__(self, proxy: ProxyAddress, host: str, port: int, user_agent: str) -> None:
        self._proxy = proxy
        self._host = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        self._agent = user_agent
        self._received = b""
        self._head: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None

    async def open(self) -> ExchangeFailure | None:
        """Return None once the connection is a tunnel, or why the proxy gives none."""
        assert self._transport is not None
        self._transport.write(
            f"CONNECT {self._host} HTTP/1.1\r\nHost: {self._host}\r\nUser-Agent: {self._agent}\r\n"
            f"{login_line(self._proxy)}\r\n".encode()
        )
        return self._failure_in(await self._head)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """asyncio: the proxy is connected."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's do not subclass it

    def data_received(self, data: bytes) -> None:
        """asyncio: the proxy answers. The host in the tunnel does not speak before we do."""
        self._received += data
        if not self._head.done() and (
            _END.search(self._received) or len(self._received) > _MAX_HEAD
        ):
            self._head.set_result(self._received)

    def connection_lost(self, error: Exception | None) -> None:
        """asyncio: the proxy closed the connection."""
        if not self._head.done():
            self._head.set_result(self._received)

    def _failure_in(self, head: bytes) -> ExchangeFailure | None:
        found = _STATUS.match(head)
        if found is None:
            silent = "it closed the connection unanswered" if not head else "it answers otherwise"
            return self._failed(f"it is no HTTP proxy: {silent}")
        status, phrase = int(found[1]), (found[2] or b"").decode("latin-1")
        if not 200 <= status <= 299:
            return http_refusal(self._proxy, self._host, status, phrase)
        if _END.split(head, maxsplit=1)[1:] != [b""]:
            return self._failed("its answer has no end, or more after it")
        return None

    def _failed(self, cause: str) -> ExchangeFailure:
        return ExchangeFailure(Reason.PROXY, f"the proxy {self._proxy} gives no tunnel: {cause}")
