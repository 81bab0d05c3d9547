"""What publishers asked for, as our own export says it."""

from typing import Any, Final

from tidings.model.web.rights import Rights, RobotsMeta
from tidings.read.dates.date_parser import parse_date

_POLICY_CHARS: Final = 2_000


def rights_in(value: object) -> tuple[RobotsMeta, Rights, bool]:
    """Return the rules in the field `rights`, and whether the page was fetched with credentials."""
    fields: dict[str, Any] = value if isinstance(value, dict) else {}
    snippet, expiry = fields.get("max_snippet"), fields.get("unavailable_after")
    robots = RobotsMeta(
        noarchive=fields.get("noarchive") is True,
        nosnippet=fields.get("nosnippet") is True,
        max_snippet=snippet if isinstance(snippet, int) and snippet >= 0 else None,
        unavailable_after=parse_date(expiry) if isinstance(expiry, str) else None,
    )
    policy = fields.get("tdm_policy")
    rights = Rights(
        search=_yes_or_no(fields.get("search")),
        ai_input=_yes_or_no(fields.get("ai_input")),
        ai_train=_yes_or_no(fields.get("ai_train")),
        tdm_reserved=_yes_or_no(fields.get("tdm_reserved")),
        tdm_policy=policy[:_POLICY_CHARS] if isinstance(policy, str) else None,
    )
    return robots, rights, fields.get("with_login") is True


def _yes_or_no(value: object) -> bool | None:
    return value if isinstance(value, bool) else None
