"""The routers of all lists and reports."""

from typing import Final

from fastapi import APIRouter

from tidings.serve.v1.reading import changes, stories

LISTS: Final[tuple[APIRouter, ...]] = (stories.router, changes.router)
