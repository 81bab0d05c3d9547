"""Refuses what a foreign page makes a reader's browser send (CSRF).

Browsers add cookies and passwords to requests by themselves. They also say truthfully which page a
request comes from, in headers that no page can change.
"""

from typing import Final
from urllib.parse import urlsplit

from tidings.serve.gate.request_head import RequestHead

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})  # they change nothing (RFC 9110, 9.2.1)
_OURS: Final = ("same-origin", "none")  # none: typed, or from a bookmark
_PORTS: Final = {"http": 80, "https": 443}


def is_foreign(head: RequestHead, url: str, public_url: str, *, is_required: bool) -> bool:
    """Return whether an unsafe request to our address `url` comes from another page.

    `public_url` is ours, too. Browsers send Sec-Fetch-Site only over TLS or to this computer, but
    always Origin. A request with neither is no page's, yet refused where a proof `is_required`.
    """
    if len(head.fetch_sites) > 1 or len(head.origins) > 1:
        return True
    if head.fetch_sites:
        return head.fetch_sites[0] not in _OURS
    if not head.origins:
        return is_required
    origin = _origin(head.origins[0])
    return origin is None or origin not in (_origin(url), _origin(public_url))


def _origin(url: str) -> tuple[str, str, int] | None:
    """Return scheme, host and port; None for `null` and everything that is no web address."""
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return None
    if port is None or not parts.hostname:
        return None
    return parts.scheme, parts.hostname, port
