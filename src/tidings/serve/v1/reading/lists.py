"""The routers of all lists and reports."""

from typing import Final

from fastapi import APIRouter

from tidings.serve.v1.reading import (
    changes,
    entities,
    requests,
    sources,
    statistics,
    status,
    stories,
)

LISTS: Final[tuple[APIRouter, ...]] = (
    stories.router,
    changes.router,
    entities.router,
    sources.router,
    requests.router,
    status.router,
    statistics.router,
)
