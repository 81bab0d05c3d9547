"""The moments that --since and --until name."""

from datetime import datetime

from tidings.cli.exit_codes import Misuse
from tidings.serve.search_parameters import SINCE, UNTIL, ParameterInvalid

_PARAMETERS = {"--since": SINCE, "--until": UNTIL}


def moment_of(flag: str, text: str | None, now: datetime) -> datetime | None:
    """Return the moment that a flag names; None if the flag is absent."""
    if text is None:
        return None
    parameter = _PARAMETERS[flag]
    try:
        return parameter.value(text, now)
    except ParameterInvalid as error:
        raise Misuse(f"{flag} {text}: expected {parameter.expected}.") from error
