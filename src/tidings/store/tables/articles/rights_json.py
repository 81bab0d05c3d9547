"""Converts robots rules and rights to and from JSON, without unset values."""

import json
from dataclasses import asdict
from datetime import datetime
from functools import lru_cache
from typing import Any

from tidings.model.web.rights import NO_RESTRICTIONS, NOTHING_RESERVED, Rights, RobotsMeta

_DATE_FIELD = "unavailable_after"


@lru_cache(maxsize=256)  # a site has the same rules on all its pages
def robots_to_json(robots: RobotsMeta) -> str:
    """Return the rules of a page as JSON; empty if there are none."""
    if robots == NO_RESTRICTIONS:
        return ""
    values = {name: value for name, value in asdict(robots).items() if value not in (None, False)}
    if robots.unavailable_after is not None:
        values[_DATE_FIELD] = robots.unavailable_after.isoformat()
    return json.dumps(values)


def robots_from_json(text: str) -> RobotsMeta:
    """Return the rules that `robots_to_json` wrote."""
    if not text:
        return NO_RESTRICTIONS
    values: dict[str, Any] = json.loads(text)
    if _DATE_FIELD in values:
        values[_DATE_FIELD] = datetime.fromisoformat(values[_DATE_FIELD])
    return RobotsMeta(**values)


@lru_cache(maxsize=256)
def rights_to_json(rights: Rights) -> str:
    """Return the rights as JSON; empty if nothing was said."""
    if rights == NOTHING_RESERVED:
        return ""
    return json.dumps({name: value for name, value in asdict(rights).items() if value is not None})


def rights_from_json(text: str) -> Rights:
    """Return the rights that `rights_to_json` wrote."""
    return Rights(**json.loads(text)) if text else NOTHING_RESERVED
