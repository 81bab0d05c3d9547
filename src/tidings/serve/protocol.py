"""HTTP as uvicorn speaks it with httptools: quicker than h11, and here with a limit for heads."""

from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MAX_HEAD: Final = 64 * 1024  # bytes of a request's line and headers, as h11 has it


class LimitedProtocol(HttpToolsProtocol):
    """Hangs up on who never comes to the end of his headers."""

    _head = 0  # bytes of a head that has not ended yet
    _in_head = True

    def on_message_begin(self) -> None:
        """Note that a head begins."""
        self._in_head = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Note that it has ended."""
        self._in_head = False
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        """Read on, unless the head has become too long."""
        super().data_received(data)
        self._head = self._head + len(data) if self._in_head else 0
        if self._head > MAX_HEAD and not self.transport.is_closing():
            self.send_400_response("The headers are too long.")
