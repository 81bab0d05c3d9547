"""The headers of every request. They always identify us as Tidings."""

import re
from functools import lru_cache
from importlib.metadata import version

from tidings.model.web.exchange import Request
from tidings.settings.contact import is_mail_address

PRODUCT = "Tidings"  # the product token in robots.txt

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


@lru_cache(maxsize=8)
def user_agent(bot_url: str, contact: str = "") -> str:
    """Return the User-Agent: our name, version and where to complain."""
    places = [f"+{bot_url}"] if bot_url else []
    if contact and contact != bot_url:
        places.append(contact if is_mail_address(contact) else f"+{contact}")
    about = "; ".join(places) or "self-hosted news search engine; obeys robots.txt"
    return f"{PRODUCT}/{version('tidings')} ({about})"


def default_headers(bot_url: str, contact: str = "") -> dict[str, str]:
    """Return the headers of every request."""
    return {
        "User-Agent": user_agent(bot_url, contact),
        "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "Accept-Encoding": "gzip, deflate",  # only what inflate.py can stop at its limit
    }


def conditional_headers(request: Request) -> dict[str, str]:
    """Return the headers that make the request conditional, if it has validators."""
    if not (request.etag or request.last_modified):
        return {}  # most requests: pages are new
    pairs = (("If-None-Match", request.etag), ("If-Modified-Since", request.last_modified))
    return {name: value for name, value in pairs if value and _is_sendable(value)}


def _is_sendable(value: str) -> bool:
    # Validators come from the server. One that could end the header line or cannot be encoded
    # (a lone surrogate) is not sent back.
    if _CONTROL.search(value):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
