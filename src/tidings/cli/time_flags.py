"""Moments as people write them on the command line."""

from datetime import datetime

from tidings.cli.exit_codes import Misuse
from tidings.serve.rendering.time_format import EXPECTED, parse_moment


def moment_of(flag: str, text: str | None, now: datetime) -> datetime | None:
    """Return the moment that a flag names; None where it was not given."""
    if text is None:
        return None
    moment = parse_moment(text, now, end_of_day=flag == "--until")
    if moment is None:
        raise Misuse(f"{flag} {text}: expected {EXPECTED}.")
    return moment
