"""What the API answers when it has no good answer, for its description; trouble.py answers it."""

from typing import Any

from pydantic import BaseModel

Answers = dict[int | str, dict[str, Any]]


class ProblemOut(BaseModel):
    """What went wrong, in a sentence."""

    error: str


class UnwellOut(ProblemOut):
    """Why readers cannot be served."""

    status: str


WRONG: Answers = {422: {"model": ProblemOut, "description": "a parameter is wrong"}}
UNREADABLE: Answers = {
    503: {"model": ProblemOut, "description": "the database or the index cannot be read"}
}
UNWELL: Answers = {503: UNREADABLE[503] | {"model": UnwellOut}}
NO_ARTICLE: Answers = {404: {"model": ProblemOut, "description": "there is no such article"}}
NO_STORY: Answers = {404: {"model": ProblemOut, "description": "there is no such story"}}
