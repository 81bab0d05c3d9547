"""The routers of all lists and reports."""

from typing import Final

from fastapi import APIRouter

from tidings.serve.v1.reading import (
    changes,
    entities,
    jobs,
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
    jobs.router,
    status.router,
    statistics.router,
)
