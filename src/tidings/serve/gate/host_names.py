"""Which host names are ours.

A foreign page can make its name resolve to 127.0.0.1 and then read what we serve there as its own
(DNS rebinding). But its requests carry the foreign name as their host.
"""

import re
from functools import lru_cache
from urllib.parse import urlsplit

from tidings.settings.openness import is_loopback
from tidings.settings.tree import ServeSettings

# RFC 3986, 3.2.2: a name or an IPv4 address, or an IPv6 address in brackets; then a port.
_HOST = re.compile(r"([\w.-]+|\[[0-9A-Fa-f:.]+\])(?::([0-9]{0,5}))?", re.ASCII)
_MAX_PORT = 65_535
_LOCAL = (
    "This Tidings serves its own computer only: open it as http://127.0.0.1 or http://localhost, "
    "or set serve.public_url to its public address."
)
_MALFORMED = "Send one Host header, with the name and port of this server."


class HostNames:
    """The names under which this server is asked; `advice` is for whoever uses another."""

    def __init__(self, settings: ServeSettings) -> None:
        self._is_checked = is_loopback(settings.host)
        self._public = _split_url(settings.public_url)
        self.advice = _LOCAL if self._is_checked else _MALFORMED
        self.is_ours = lru_cache(256)(self._is_ours)
        self.scheme_of = lru_cache(256)(self._scheme_of)

    def _is_ours(self, host: str) -> bool:
        """Return whether a Host header, or what a trusted proxy says instead, names us."""
        name = name_in(host)
        if not self._is_checked:
            return name != ""
        return is_loopback(name) or (name != "" and name == self._public[1])

    def _scheme_of(self, host: str, scheme: str) -> str:
        """Return the scheme of a request as its sender sees it.

        Our public name has the scheme of the public URL, also behind a proxy that tells nothing.
        """
        name = self._public[1]
        return self._public[0] if name and name_in(host) == name else scheme


def name_in(host: str) -> str:
    """Return the name in a Host header; empty if the header is malformed."""
    match = _HOST.fullmatch(host)
    if match is None or int(match[2] or 0) > _MAX_PORT:
        return ""
    return match[1].strip("[]").lower()


def _split_url(url: str) -> tuple[str, str]:
    try:
        parts = urlsplit(url)
    except ValueError:
        return "", ""
    return parts.scheme, parts.hostname or ""
