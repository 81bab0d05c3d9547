"""The response to one request, before redirects and statuses are interpreted."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RawResponse:
    """A response. Its body is read only if the status is a success."""

    status: int
    headers: tuple[tuple[str, str], ...]
    location: bytes | None
    address: str
    body: bytes = b""
    truncated: bool = False
    received: int = 0  # bytes of the body before inflation

    def header(self, name: str) -> str | None:
        """The first header of that name (in lower case), or None."""
        return next((value for key, value in self.headers if key == name), None)
