"""What a server said to one request, as it came over the wire; what it means is others'."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RawResponse:
    """What a server said. Only a success has its body read."""

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
