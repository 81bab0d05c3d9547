"""Origins: the scheme, host and port of a page, as browsers send them (RFC 6454)."""

from typing import Final
from urllib.parse import urlsplit

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}


def is_origin(text: str) -> bool:
    """Return whether a browser could send this text as its origin."""
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        return False
    if parts.scheme not in _DEFAULT_PORTS or not host or port == _DEFAULT_PORTS[parts.scheme]:
        return False
    shown = f"[{host}]" if ":" in host else host
    return text == f"{parts.scheme}://{shown}" + (f":{port}" if port is not None else "")
