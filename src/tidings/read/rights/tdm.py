"""TDMRep, the TDM Reservation Protocol: text and data mining rights in file, header and meta.

By the protocol, a header overrides the file and meta overrides both; within one, a reservation
wins.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from tidings.model.web.rights import NOTHING_RESERVED, Rights
from tidings.read.rights.path_pattern import path_matches

WELL_KNOWN = "/.well-known/tdmrep.json"

_RESERVATION, _POLICY = "tdm-reservation", "tdm-policy"
_MAX_RULES = 1_000
_MAX_POLICY = 2_000


@dataclass(frozen=True, slots=True)
class TdmRule:
    """One entry of tdmrep.json."""

    location: str
    reserved: bool
    policy: str | None = None


def read_tdmrep(body: bytes) -> tuple[TdmRule, ...]:
    """Return the rules of a tdmrep.json; skips invalid entries."""
    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        return ()
    entries = document if isinstance(document, list) else [document]
    found = (_rule(entry) for entry in entries[:_MAX_RULES] if isinstance(entry, dict))
    return tuple(rule for rule in found if rule is not None)


def _rule(entry: dict[str, object]) -> TdmRule | None:
    location = entry.get("location")
    reserved = _reserved(entry.get(_RESERVATION))
    if not isinstance(location, str) or not location or reserved is None:
        return None
    return TdmRule(location, reserved, _policy(entry.get(_POLICY)))


def _reserved(value: object) -> bool | None:
    return {"1": True, "0": False, "True": True, "False": False}.get(str(value).strip())


def _policy(value: object) -> str | None:
    if not isinstance(value, str) or len(value) > _MAX_POLICY:
        return None
    try:
        parts = urlsplit(value.strip())
    except ValueError:
        return None
    return value.strip() if parts.scheme in ("http", "https") and parts.netloc else None


def tdm_rights_at(rules: Iterable[TdmRule], path: str) -> Rights:
    """Return the rights that a host's rules give a path: the longest pattern wins."""
    matching = [rule for rule in rules if _location_matches(rule.location, path)]
    if not matching:
        return NOTHING_RESERVED
    best = max(matching, key=lambda rule: (len(rule.location), rule.reserved))
    return Rights(tdm_reserved=best.reserved, tdm_policy=best.policy)


def _location_matches(location: str, path: str) -> bool:
    anchored = location if location.startswith(("/", "*")) else f"/{location}"
    return path_matches(anchored, path)


def tdm_rights(pairs: Iterable[tuple[str, str]]) -> Rights:
    """Return the rights in headers or meta elements (names in lower case)."""
    reserved: bool | None = None
    policy = None
    for name, value in pairs:
        if name == _RESERVATION and (value_reserved := _reserved(value)) is not None:
            reserved = value_reserved or bool(reserved)
        elif name == _POLICY:
            policy = policy or _policy(value)
    return (
        NOTHING_RESERVED if reserved is None else Rights(tdm_reserved=reserved, tdm_policy=policy)
    )
