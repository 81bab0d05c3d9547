"""The description of the API: what FastAPI finds in the routes, and what it cannot know."""

from typing import Any, Final

from fastapi import FastAPI

from tidings.serve.problem import ProblemV1
from tidings.serve.schema import schema_of

_REFERENCE: Final = "#/components/schemas/{model}"
_TAGS: Final = {
    "search": "Find articles.",
    "articles": "Articles, with their text, summaries, revisions, copies and relatives.",
    "stories": "Articles about one event.",
    "changes": "What publishers edited and deleted.",
    "entities": "People, organisations and places.",
    "sources": "The followed sites, with their health and settings.",
    "folders": "The folders of sources.",
    "opml": "The list of sources as a file.",
    "requests": "What was requested from servers, and how politely.",
    "jobs": "What rebuilding, ingesting and bulk crawls did, and how well they were planned.",
    "status": "What there is, what is talked about, and why.",
    "statistics": "Articles, lengths and delays in numbers.",
    "mine": "Agents that search the live web for a query.",
    "commands": "How far a change has come.",
    "stream": "What happens, as it happens.",
    "me": "What a user keeps.",
    "tokens": "Keys for programs.",
    "users": "People who sign in.",
    "index": "All routes of version 1.",
    "api": "Version 0: it keeps working, but new programs should use version 1.",
}


class DocumentedApp(FastAPI):
    """An application that describes its errors and both versions of its API."""

    def openapi(self) -> dict[str, Any]:
        """Return the description, which is made once."""
        if self.openapi_schema is None:
            described = super().openapi()
            described["components"]["schemas"].update(_problem_schemas())
            described["tags"] = [
                {"name": name, "description": words} for name, words in _TAGS.items()
            ]
        assert self.openapi_schema is not None
        return self.openapi_schema


def _problem_schemas() -> dict[str, Any]:
    schema = schema_of(ProblemV1).model_json_schema(ref_template=_REFERENCE)
    return {**schema.pop("$defs"), "ProblemV1": schema}
