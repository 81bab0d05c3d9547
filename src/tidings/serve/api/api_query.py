"""The parameters of `/api/search`, read strictly: an invalid one is refused by its name.

They are read by hand, and the answer is not validated: FastAPI and pydantic doubled the CPU time
that a request needs on top of its search.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from tidings.model.search.results import Query
from tidings.serve.search_parameters import (
    ALL,
    FACETS,
    Parameter,
    ParameterInvalid,
    T,
    ends_before_it_begins,
    last_values,
    openapi_parameter,
    query_of,
)


@dataclass(frozen=True, slots=True)
class ApiQuery:
    """A query, and whether the answer includes its facets."""

    query: Query
    facets: bool


def api_query_of(pairs: Iterable[tuple[str, str]], now: datetime) -> ApiQuery:
    """Return the query of a URL's parameters; raises ParameterInvalid."""
    given = last_values(pairs)

    def read(parameter: Parameter[T]) -> T:
        text = given.get(parameter.name)
        return parameter.default if text is None else parameter.value_or_default(text, now)

    query = query_of(read)
    if ends_before_it_begins(query):
        raise ParameterInvalid("since", "expected a time before until")
    return ApiQuery(query, read(FACETS))


PARAMETERS: Final = [openapi_parameter(parameter) for parameter in ALL]
