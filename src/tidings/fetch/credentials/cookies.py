"""Cookies of a Netscape cookies.txt, as browsers export them: which of them a URL gets.

They are what the user gave us. Cookies that servers set are never kept.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tidings.read.url import path_of

_HTTP_ONLY = "#HttpOnly_"
_FIELDS = 7


@dataclass(frozen=True, slots=True)
class StoredCookie:
    """One line of a cookies.txt."""

    domain: str  # lower case, without a leading dot
    has_subdomains: bool
    path: str
    expires: int  # seconds since 1970; 0: at the end of a browser's session, for us never
    name: str
    value: str = field(repr=False)

    def is_for(self, host: str, path: str, now: float) -> bool:
        """Return whether a URL's host name and path get it at a time (RFC 6265, 5.4)."""
        if self.expires and self.expires <= now:
            return False
        own = host == self.domain or (self.has_subdomains and host.endswith(f".{self.domain}"))
        return own and _is_below(path, self.path)


def read_cookies(text: str) -> tuple[StoredCookie, ...]:
    """Return the cookies of a cookies.txt; raises ValueError with the number of a bad line."""
    cookies = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.removeprefix(_HTTP_ONLY)
        if line.strip() and not line.startswith("#"):
            cookies.append(_cookie(line, number))
    return tuple(cookies)


def _cookie(line: str, number: int) -> StoredCookie:
    fields = line.split("\t")
    if len(fields) != _FIELDS or not (line.isascii() and line.replace("\t", "").isprintable()):
        raise ValueError(f"line {number} is not a cookie: expected {_FIELDS} fields and tabs")
    domain, subdomains, path, _, expires, name, value = fields
    if not expires.removeprefix("-").isdigit() or ";" in name + value:
        raise ValueError(f"line {number} is not a cookie: bad time or value")
    is_wide = subdomains.upper() == "TRUE"
    return StoredCookie(
        domain.lstrip(".").lower(), is_wide, path, max(0, int(expires)), name, value
    )


def cookie_header(cookies: Iterable[StoredCookie], url: str, host: str, now: float) -> str:
    """Return the Cookie header for a URL, whose host has no port here; empty if there is none."""
    path = path_of(url).partition("?")[0]
    fitting = [cookie for cookie in cookies if cookie.is_for(host, path, now)]
    fitting.sort(key=lambda cookie: len(cookie.path), reverse=True)  # RFC 6265, 5.4, 2
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in fitting)


def _is_below(path: str, folder: str) -> bool:
    if path == folder:
        return True
    return path.startswith(folder) and (folder.endswith("/") or path[len(folder)] == "/")
