"""Converts datetimes to and from the database's format: seconds since 1970, UTC."""

from datetime import UTC, datetime
from typing import overload


@overload
def to_seconds(time: datetime) -> float: ...
@overload
def to_seconds(time: None) -> None: ...
def to_seconds(time: datetime | None) -> float | None:
    """Return the seconds since 1970 of an aware datetime; None stays None."""
    return None if time is None else time.timestamp()


@overload
def from_seconds(seconds: float) -> datetime: ...
@overload
def from_seconds(seconds: None) -> None: ...
def from_seconds(seconds: float | None) -> datetime | None:
    """Return the aware UTC datetime of seconds since 1970; None stays None."""
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
