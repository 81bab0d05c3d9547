"""Where a request or redirect leads, spelled as a browser would dial it; not the canonical URL.

Trackers stay: a server that redirects to `?utm_source=...` would be asked in a circle otherwise.
"""

from functools import lru_cache

import can_ada

from tidings.model.web.reason import Reason
from tidings.read import url as urls
from tidings.read.url import has_credentials

_RECENT = 2048  # URLs; each is asked about a dozen times while it is being fetched


@lru_cache(maxsize=_RECENT)
def host_of(url: str) -> str:
    """Return host[:port] of an address that is being fetched."""
    return urls.host_of(url)


@lru_cache(maxsize=_RECENT)
def start_url(href: str) -> str | Reason:
    """Return the address a request starts at, or why it may not."""
    try:
        url = can_ada.parse(href)
    except (ValueError, TypeError):  # TypeError: lone surrogates have no UTF-8
        return Reason.NOT_A_URL
    return _fetchable(url, Reason.BAD_SCHEME)


def redirect_url(base: str, location: bytes | None) -> str | Reason:
    """Return the address a redirect at `base` leads to, or why it is not followed."""
    if not location:
        return Reason.BAD_REDIRECT
    try:
        url = can_ada.parse(base) + _ascii(location)
    except ValueError:
        return Reason.BAD_REDIRECT
    return _fetchable(url, Reason.BAD_REDIRECT)


def _ascii(location: bytes) -> str:
    # Servers send raw UTF-8 or Latin-1 here; percent-encoding the bytes as they are, like
    # browsers, gives the server back what it meant without guessing.
    return "".join(chr(byte) if byte < 0x80 else f"%{byte:02X}" for byte in location)


def _fetchable(url: can_ada.URL, bad_scheme: Reason) -> str | Reason:
    if url.protocol not in ("http:", "https:") or not url.hostname:
        return bad_scheme
    url.hash = ""
    href = str(url.href)
    return Reason.CREDENTIALS if has_credentials(href) else href
