"""Times as JSON: ISO 8601 in UTC."""

from datetime import UTC, datetime


def iso(moment: datetime) -> str:
    """Return the time in ISO 8601, UTC, whole seconds."""
    return moment.astimezone(UTC).isoformat(timespec="seconds").removesuffix("+00:00") + "Z"


def iso_or_none(moment: datetime | None) -> str | None:
    """Return the same, or None for an unknown time."""
    return None if moment is None else iso(moment)


def iso_milliseconds(moment: datetime) -> str:
    """Return the time in ISO 8601, UTC, with milliseconds."""
    return moment.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
