"""The scribe: puts every exchange into a line for the ledger; what becomes of it is others'."""

from collections.abc import Callable

from tidings.fetch.politeness.gate import Turn
from tidings.fetch.transport.exchange_failure import ExchangeFailure
from tidings.fetch.transport.raw_response import RawResponse
from tidings.fetch.transport.request_url import host_of
from tidings.model.web.exchange import Request
from tidings.model.web.reason import Reason
from tidings.model.web.request_log import LoggedRequest
from tidings.read.url import path_of

_MAX_PATH = 300  # characters; enough to know it again in a server's log
_NOT_MODIFIED = 304
_NOT_SENT = frozenset({Reason.PRIVATE_ADDRESS, Reason.DNS, Reason.NOT_A_URL})


class RequestLogger:
    """Writes down what was asked of whom, and what was not asked because we may not."""

    def __init__(self, write: Callable[[LoggedRequest], None]) -> None:
        self._write = write

    def asked(
        self,
        url: str,
        request: Request,
        turn: Turn,
        address: str | None,
        answer: RawResponse | ExchangeFailure,
        seconds: float,
    ) -> None:
        """Write a line about a request that was made."""
        troubled = isinstance(answer, ExchangeFailure)
        kept_back = troubled and answer.status is None and answer.reason in _NOT_SENT
        self._write(
            LoggedRequest(
                at=turn.at,
                host=host_of(url),
                path=path_of(url)[:_MAX_PATH],
                address=(answer.address if isinstance(answer, RawResponse) else "")
                or address
                or "",
                purpose=request.purpose,
                site=request.site,
                status=answer.status,
                reason=_reason(answer),
                bytes=answer.received,
                seconds=seconds,
                host_delay=turn.host_delay,
                domain_delay=turn.domain_delay,
                address_delay=turn.address_delay,
                sent=not kept_back,
            )
        )

    def kept_back(self, url: str, request: Request, at: float, reason: Reason) -> None:
        """Write a line about a request that was not made."""
        self._write(
            LoggedRequest(
                at=at,
                host=host_of(url),
                path=path_of(url)[:_MAX_PATH],
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


def _reason(answer: RawResponse | ExchangeFailure) -> Reason | None:
    if isinstance(answer, ExchangeFailure):
        return answer.reason
    if answer.status == _NOT_MODIFIED:
        return Reason.NOT_MODIFIED
    return Reason.REDIRECTED if 300 <= answer.status < 400 else None
