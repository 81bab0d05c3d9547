"""Whom to write to about our requests: a mail address or a page."""

import re
from urllib.parse import urlsplit

_MAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+\.[A-Za-z0-9-]+")
_MAX_LENGTH = 200  # characters: it is in every request


def is_web_address(text: str) -> bool:
    """Return whether a text is a web address that fits into a header and a page."""
    try:
        parts = urlsplit(text)
        is_web = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False
    return is_web and text.isascii() and not any(c.isspace() or c in '<>"()' for c in text)


def is_mail_address(text: str) -> bool:
    """Return whether a text is a mail address that fits into a header and a page."""
    return bool(_MAIL.fullmatch(text))


def is_contact(text: str) -> bool:
    """Return whether a text names somebody to write to."""
    return len(text) <= _MAX_LENGTH and (is_mail_address(text) or is_web_address(text))
