"""How we introduce ourselves: the headers of every request; never as somebody else."""

import re
from functools import lru_cache
from importlib.metadata import version

from tidings.model.web.exchange import Request

PRODUCT = "Tidings"  # the product token that robots.txt groups are matched against

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


@lru_cache(maxsize=8)
def user_agent(bot_url: str) -> str:
    """Return the User-Agent, which names us, our version and where to complain."""
    where = f"+{bot_url}" if bot_url else "self-hosted news search engine; obeys robots.txt"
    return f"{PRODUCT}/{version('tidings')} ({where})"


def default_headers(bot_url: str) -> dict[str, str]:
    """Return the headers that every request carries."""
    return {
        "User-Agent": user_agent(bot_url),
        "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "Accept-Encoding": "gzip, deflate",  # only what inflate.py can stop at its limit
    }


def conditional_headers(request: Request) -> dict[str, str]:
    """Return the headers that make the request conditional, if it has what they need."""
    pairs = (("If-None-Match", request.etag), ("If-Modified-Since", request.last_modified))
    return {name: value for name, value in pairs if value and _is_sendable(value)}


def _is_sendable(value: str) -> bool:
    # Validators are the server's own words given back; one that could end the header line, or
    # has no bytes (a lone surrogate), is not given back.
    if _CONTROL.search(value):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
