"""The schemas of the API's errors; error_handlers.py sends them."""

from typing import Any

from pydantic import BaseModel

ErrorResponses = dict[int | str, dict[str, Any]]


class ProblemOut(BaseModel):
    """An error as a sentence."""

    error: str


class UnwellOut(ProblemOut):
    """Why the server cannot serve."""

    status: str


BAD_PARAMETER: ErrorResponses = {422: {"model": ProblemOut, "description": "invalid parameter"}}
HOME_UNREADABLE: ErrorResponses = {
    503: {"model": ProblemOut, "description": "the database or the index cannot be read"}
}
UNHEALTHY: ErrorResponses = {503: HOME_UNREADABLE[503] | {"model": UnwellOut}}
NO_ARTICLE: ErrorResponses = {404: {"model": ProblemOut, "description": "no such article"}}
NO_STORY: ErrorResponses = {404: {"model": ProblemOut, "description": "no such story"}}
