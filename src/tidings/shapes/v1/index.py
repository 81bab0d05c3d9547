"""The index of version 1 of the API."""

from typing import Annotated, TypedDict


class LinkV1(TypedDict):
    """One route."""

    operation: Annotated[str, "operationId in /openapi.json"]
    method: str
    path: Annotated[str, "with {names} to fill in"]
    summary: str


class IndexV1(TypedDict):
    """All routes, and where they are described."""

    version: Annotated[str, "of the API"]
    documentation: str
    openapi: str
    links: list[LinkV1]
