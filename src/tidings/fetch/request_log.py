"""Creates an entry of the request log for every request. It does not store them."""

from collections.abc import Callable

from tidings.fetch.politeness.gate import Turn
from tidings.fetch.transport.exchange_failure import ExchangeFailure
from tidings.fetch.transport.raw_response import RawResponse
from tidings.fetch.transport.request_url import host_of
from tidings.model.web.exchange import Request
from tidings.model.web.reason import Reason
from tidings.model.web.request_log import MAX_PATH, LoggedRequest
from tidings.read.url import path_of
from tidings.settings.proxy_address import ProxyAddress

_NOT_MODIFIED = 304
_NOT_SENT = frozenset(
    {
        Reason.PRIVATE_ADDRESS,
        Reason.DNS,
        Reason.NOT_A_URL,
        Reason.PROXY,
        Reason.PROXY_DENIED,
    }
)


class RequestLogger:
    """Logs every request that was sent, and every one that was not allowed."""

    def __init__(self, write: Callable[[LoggedRequest], None]) -> None:
        self._write = write

    def log_sent(
        self,
        url: str,
        request: Request,
        turn: Turn,
        address: str,
        response: RawResponse | ExchangeFailure,
        seconds: float,
        proxy: ProxyAddress | None = None,
    ) -> None:
        """Log a request that was made."""
        failed = isinstance(response, ExchangeFailure)
        held_back = failed and response.status is None and response.reason in _NOT_SENT
        self._write(
            LoggedRequest(
                at=turn.at,
                host=host_of(url),
                path=path_of(url)[:MAX_PATH],
                address=address,
                purpose=request.purpose,
                site=request.site,
                status=response.status,
                reason=_reason(response),
                bytes=response.received,
                seconds=seconds,
                host_delay=turn.host_delay,
                domain_delay=turn.domain_delay,
                address_delay=turn.address_delay,
                sent=not held_back,
                proxy=str(proxy) if proxy is not None else "",
            )
        )

    def log_held_back(self, url: str, request: Request, at: float, reason: Reason) -> None:
        """Log a request that was not made."""
        self._write(
            LoggedRequest(
                at=at,
                host=host_of(url),
                path=path_of(url)[:MAX_PATH],
                address="",
                purpose=request.purpose,
                site=request.site,
                status=None,
                reason=reason,
                bytes=0,
                seconds=0.0,
                sent=False,
            )
        )


def _reason(response: RawResponse | ExchangeFailure) -> Reason | None:
    if isinstance(response, ExchangeFailure):
        return response.reason
    if response.status == _NOT_MODIFIED:
        return Reason.NOT_MODIFIED
    return Reason.REDIRECTED if 300 <= response.status < 400 else None
