"""All routes of version 1 of the API."""

from typing import Final

from fastapi import APIRouter, FastAPI

from tidings.serve.problem import V1
from tidings.serve.v1 import index
from tidings.serve.v1.reading import article_parts, articles, search
from tidings.serve.v1.reading.lists import LISTS
from tidings.serve.v1.writing.routes import WRITING

# In the order in which they are tried: those that are used most come first.
ROUTERS: Final[tuple[APIRouter, ...]] = (
    search.router,
    articles.router,
    article_parts.router,
    *LISTS,
    *WRITING,
    index.router,
)


def add_v1(app: FastAPI) -> None:
    """Add version 1 to an application."""
    for router in ROUTERS:
        app.include_router(router, prefix=V1)
