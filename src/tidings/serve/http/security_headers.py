"""The security headers of every response, unless its route sets its own."""

from typing import Final

SECURITY_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; connect-src 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

_CACHING: Final = b"cache-control"
_RAW: Final = [
    *((name.lower().encode(), value.encode()) for name, value in SECURITY_HEADERS.items()),
    (_CACHING, b"no-cache"),  # what names no time must be revalidated
]

RawHeaders = list[tuple[bytes, bytes]]


def add_security_headers(headers: RawHeaders) -> None:
    """Add what a response lacks; it also gets a Cache-Control."""
    present = {name for name, _ in headers}
    headers.extend(header for header in _RAW if header[0] not in present)


def keep_private(headers: RawHeaders) -> None:
    """Forbid proxies to keep a response that not everybody may see."""
    for at, (name, value) in enumerate(headers):
        if name == _CACHING and not any(word in value for word in (b"private", b"no-store")):
            kept = value.replace(b"public, ", b"").replace(b"public", b"")
            headers[at] = name, b"private, " + kept if kept else b"private"
