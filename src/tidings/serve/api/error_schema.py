"""The schemas of the API's errors; error_handlers.py sends them."""

from typing import Any

from pydantic import BaseModel

ErrorResponses = dict[int | str, dict[str, Any]]


class ProblemOut(BaseModel):
    """What went wrong, in a sentence."""

    error: str


class UnwellOut(ProblemOut):
    """Why readers cannot be served."""

    status: str


BAD_PARAMETER: ErrorResponses = {422: {"model": ProblemOut, "description": "a parameter is wrong"}}
HOME_UNREADABLE: ErrorResponses = {
    503: {"model": ProblemOut, "description": "the database or the index cannot be read"}
}
UNHEALTHY: ErrorResponses = {503: HOME_UNREADABLE[503] | {"model": UnwellOut}}
NO_ARTICLE: ErrorResponses = {404: {"model": ProblemOut, "description": "there is no such article"}}
NO_STORY: ErrorResponses = {404: {"model": ProblemOut, "description": "there is no such story"}}
