"""The description of the API: what FastAPI finds in the routes, and what it cannot know."""

from typing import Any, Final

from fastapi import FastAPI

from tidings.serve.problem import ProblemV1
from tidings.serve.schema import schema_of

_REFERENCE: Final = "#/components/schemas/{model}"
_TAGS: Final = [
    {
        "name": "api",
        "description": "Version 0: it keeps working, but new programs should use version 1.",
    },
]


class DocumentedApp(FastAPI):
    """An application that describes its errors and both versions of its API."""

    def openapi(self) -> dict[str, Any]:
        """Return the description, which is made once."""
        if self.openapi_schema is None:
            described = super().openapi()
            described["components"]["schemas"].update(_problem_schemas())
            described["tags"] = _TAGS
        assert self.openapi_schema is not None
        return self.openapi_schema


def _problem_schemas() -> dict[str, Any]:
    schema = schema_of(ProblemV1).model_json_schema(ref_template=_REFERENCE)
    return {**schema.pop("$defs"), "ProblemV1": schema}
