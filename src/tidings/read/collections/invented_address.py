"""Addresses of records that have none: of a name that never exists on the web (RFC 6761, 6.4)."""

import re
from typing import Final
from urllib.parse import quote

_LETTERS: Final = re.compile(r"[A-Za-z]{2,12}(?=[-_.]?[0-9]|[-_])")
_UNUSABLE: Final = re.compile(r"[^a-z0-9]+")
_LONGEST: Final = 60  # of a part of a host name 63 are allowed


def invented_address(name: str, collection: str) -> str:
    """Return the address of a record: its collection is the site, its name the path.

    The letters with which a name begins, such as AP in AP880212-0001, are its collection.
    """
    letters = _LETTERS.match(name)
    site = letters[0].lower() if letters else _UNUSABLE.sub("-", collection.lower()).strip("-")
    return f"http://{(site or 'collection')[:_LONGEST]}.invalid/{quote(name, safe='')}"
