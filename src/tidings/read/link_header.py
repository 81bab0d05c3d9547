"""The HTTP Link header (RFC 8288): addresses by relation; ignores all other parameters."""

import re
from collections.abc import Iterable
from itertools import islice
from typing import Final

_MAX_LINKS: Final = 100  # over all headers; no honest server sends more
_LINK = re.compile(r"<([^<>]*)>((?:[^,\"<]|\"(?:[^\"\\]|\\.)*\")*)")
_PARAMETER = re.compile(r"([\w*-]+)\s*=\s*(?:\"((?:[^\"\\]|\\.)*)\"|([^\s;,\"]+))")


def link_targets(values: Iterable[str], relation: str) -> tuple[str, ...]:
    """Return the addresses, as written, that Link headers give for a relation."""
    links = (match for value in values for match in _LINK.finditer(value))
    return tuple(
        match[1].strip()
        for match in islice(links, _MAX_LINKS)
        if match[1].strip() and relation in _relations(match[2])
    )


def _relations(parameters: str) -> list[str]:
    # RFC 8288, 3.3: of several rel parameters only the first counts.
    found = _PARAMETER.finditer(parameters)
    relations = ((each[2] or each[3] or "") for each in found if each[1].lower() == "rel")
    return next(relations, "").lower().split()
