"""What publishers ask for, as the database keeps it: JSON without what was not said."""

import json
from dataclasses import asdict
from datetime import datetime
from functools import lru_cache
from typing import Any

from tidings.model.web.rights import NO_RESTRICTIONS, NOTHING_RESERVED, Rights, RobotsMeta

_MOMENT = "unavailable_after"


@lru_cache(maxsize=256)  # a site asks for the same on all its pages
def robots_to_json(robots: RobotsMeta) -> str:
    """Return the rules of a page as text; nothing asked is an empty one."""
    if robots == NO_RESTRICTIONS:
        return ""
    said = {name: value for name, value in asdict(robots).items() if value not in (None, False)}
    if robots.unavailable_after is not None:
        said[_MOMENT] = robots.unavailable_after.isoformat()
    return json.dumps(said)


def robots_from_json(text: str) -> RobotsMeta:
    """Return the rules that `robots_text` wrote."""
    if not text:
        return NO_RESTRICTIONS
    said: dict[str, Any] = json.loads(text)
    if _MOMENT in said:
        said[_MOMENT] = datetime.fromisoformat(said[_MOMENT])
    return RobotsMeta(**said)


@lru_cache(maxsize=256)
def rights_to_json(rights: Rights) -> str:
    """Return the rights as text; nothing said is an empty one."""
    if rights == NOTHING_RESERVED:
        return ""
    return json.dumps({name: value for name, value in asdict(rights).items() if value is not None})


def rights_from_json(text: str) -> Rights:
    """Return the rights that `rights_text` wrote."""
    return Rights(**json.loads(text)) if text else NOTHING_RESERVED
