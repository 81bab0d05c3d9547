"""Normalises the URL of a request or redirect as browsers do; not the canonical URL.

Tracking parameters stay: without them, a redirect to `?utm_source=...` would be a loop.
"""

from functools import lru_cache

import can_ada

from tidings.model.web.reason import Reason
from tidings.read import url as urls
from tidings.read.url import has_credentials

_RECENT = 2048  # URLs; each is looked up about a dozen times during a fetch


@lru_cache(maxsize=_RECENT)
def host_of(url: str) -> str:
    """Return host[:port] of a URL that is being fetched."""
    return urls.host_of(url)


@lru_cache(maxsize=_RECENT)
def start_url(href: str) -> str | Reason:
    """Return the URL at which a request starts, or why it is refused."""
    try:
        url = can_ada.parse(href)
    except (ValueError, TypeError):  # TypeError: lone surrogates
        return Reason.NOT_A_URL
    return _fetchable(url, Reason.BAD_SCHEME)


def redirect_url(base: str, location: bytes | None) -> str | Reason:
    """Return the URL that a redirect at `base` leads to, or why it is not followed."""
    if not location:
        return Reason.BAD_REDIRECT
    try:
        url = can_ada.parse(base) + _ascii(location)
    except ValueError:
        return Reason.BAD_REDIRECT
    return _fetchable(url, Reason.BAD_REDIRECT)


def _ascii(location: bytes) -> str:
    # Servers send raw UTF-8 or Latin-1 here. Percent-encoding the bytes, as browsers do, returns
    # them to the server unchanged, without guessing.
    return "".join(chr(byte) if byte < 0x80 else f"%{byte:02X}" for byte in location)


def _fetchable(url: can_ada.URL, bad_scheme: Reason) -> str | Reason:
    if url.protocol not in ("http:", "https:") or not url.hostname:
        return bad_scheme
    url.hash = ""
    href = str(url.href)
    return Reason.CREDENTIALS if has_credentials(href) else href
