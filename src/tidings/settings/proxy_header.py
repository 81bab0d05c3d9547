"""Which headers a proxy in front of the server sets."""

from enum import StrEnum


class ProxyHeader(StrEnum):
    """Only these are read; a client could have sent the others, and the proxy passed them on."""

    X_FORWARDED = "x-forwarded"  # X-Forwarded-For, -Proto and -Host, as nginx and Caddy set them
    FORWARDED = "forwarded"  # Forwarded (RFC 7239)
