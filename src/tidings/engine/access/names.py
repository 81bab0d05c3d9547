"""Which names and passwords are taken, and in which spelling."""

import re
import unicodedata
from typing import Final

MIN_PASSWORD: Final = 10  # characters; OWASP: at least 8, and no rules about kinds of characters
_MAX_PASSWORD: Final = 256  # characters: room for any sentence
_MAX_NAME: Final = 64
_MAX_TOKEN_NAME: Final = 100
# Letters and digits of any script. A colon would break HTTP Basic, a slash our own addresses.
_NAME: Final = re.compile(r"[^\W_][\w.@-]*")


class AccessRefused(Exception):
    """What somebody wants cannot be done; the message says why, and what to do."""


class NoSuchAccess(AccessRefused):
    """There is no user or token of this name."""


def user_name(text: str) -> str:
    """Return a name in its one spelling, in which capitals do not matter; raises AccessRefused."""
    name = spelled(text)
    if not name:
        raise AccessRefused(
            f"A user's name has up to {_MAX_NAME} letters, digits, or . _ - @ and begins with a "
            "letter or digit."
        )
    return name


def spelled(text: str) -> str:
    """Return the spelling under which a name is stored; empty if it cannot be one."""
    if len(text) > 4 * _MAX_NAME:
        return ""
    folded = unicodedata.normalize("NFKC", text.strip()).casefold()
    name = unicodedata.normalize("NFKC", folded)
    return name if len(name) <= _MAX_NAME and _NAME.fullmatch(name) else ""


def new_password(text: str, name: str) -> str:
    """Return a password in its one spelling; raises AccessRefused if it is too weak."""
    password = spelled_password(text)
    if len(text) > _MAX_PASSWORD:
        raise AccessRefused(f"A password has at most {_MAX_PASSWORD} characters.")
    if len(password) < MIN_PASSWORD:
        raise AccessRefused(f"A password has at least {MIN_PASSWORD} characters: choose a longer.")
    if any(unicodedata.category(char) in ("Cc", "Cs") for char in password):
        raise AccessRefused("A password has no control characters: nobody could type it again.")
    if password.casefold() == name:
        raise AccessRefused("A password must not be the user's name: choose another.")
    return password


def spelled_password(text: str) -> str:
    """Return the spelling in which a password is hashed: keyboards spell é in two ways.

    What is far too long becomes empty, which is nobody's password.
    """
    return unicodedata.normalize("NFC", text) if len(text) <= 4 * _MAX_PASSWORD else ""


def token_name(text: str) -> str:
    """Return the name of a token, for people to read; raises AccessRefused."""
    name = " ".join(text.split())
    if not name or len(name) > _MAX_TOKEN_NAME or not name.isprintable():
        raise AccessRefused(
            f"A token's name has up to {_MAX_TOKEN_NAME} characters and says who uses it, such as "
            "'phone'."
        )
    return name
