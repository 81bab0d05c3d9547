"""Filters that several lists share, and how their texts become values."""

from datetime import datetime
from typing import Annotated, TypeVar

from fastapi import Query as Parameter

from tidings.serve.search_parameters import LANGUAGE, SINCE, SOURCE, UNTIL, ParameterInvalid
from tidings.serve.search_parameters import Parameter as SharedParameter
from tidings.serve.v1.frame.route import invalid

T = TypeVar("T")

SinceText = Annotated[str, Parameter(max_length=64, description=SINCE.description)]
UntilText = Annotated[str, Parameter(max_length=64, description=UNTIL.description)]
LanguageText = Annotated[str, Parameter(max_length=64, description=LANGUAGE.description)]
DomainText = Annotated[str, Parameter(max_length=255, description=SOURCE.description)]


def value_of(parameter: SharedParameter[T], text: str, now: datetime) -> T:
    """Return the value of a text, the default if it is empty; a 422 if it is not one."""
    try:
        return parameter.value_or_default(text, now)
    except ParameterInvalid as error:
        raise invalid(error.name, error.message) from error


def span_of(since: str, until: str, now: datetime) -> tuple[datetime | None, datetime | None]:
    """Return two times; a 422 if they are not times, or the second is before the first."""
    start, end = value_of(SINCE, since, now), value_of(UNTIL, until, now)
    if start is not None and end is not None and end < start:
        raise invalid("until", "expected a time after since")
    return start, end
