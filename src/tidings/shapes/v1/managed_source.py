"""A source as those see it who manage it: what they set. Its health has a shape of its own."""

from datetime import datetime
from typing import Annotated, Final, TypedDict

from tidings.model.crawl.source import Source
from tidings.shapes.iso_time import iso, iso_or_none
from tidings.shapes.source_settings import SettingsOut, settings_shape


class ManagedSourceV1(TypedDict):
    """A followed source, and what was set for it."""

    id: Annotated[str, "names it in paths, where domains repeat"]
    url: str
    domain: Annotated[str, "names it in paths"]
    name: str
    folder: Annotated[str, "names separated by /; empty: none"]
    about: Annotated[str | None, "its topic in words"]
    added: str
    paused: Annotated[str | None, "since when nothing is fetched"]
    settings: SettingsOut


class RetriedSourceV1(TypedDict):
    """A source that is tried again."""

    url: str
    due: Annotated[int, "URLs that are due now"]
    closed_until: Annotated[str | None, "until when its server asked us to wait"]


MANAGED_SOURCE_EXAMPLE: Final[ManagedSourceV1] = {
    "id": "7",
    "url": "https://post.example/",
    "domain": "post.example",
    "name": "The Post",
    "folder": "News/World",
    "about": None,
    "added": "2026-11-18T16:00:00Z",
    "paused": None,
    "settings": {
        "delay": None,
        "faster": False,
        "languages": [],
        "include": [],
        "exclude": [],
        "headers": [],
        "proxy": None,
        "credentials": None,
    },
}


def managed_source(source: Source, paused_at: datetime | None) -> ManagedSourceV1:
    """Return the shape of a source."""
    return {
        "id": str(source.id),
        "url": source.url,
        "domain": source.domain,
        "name": source.name,
        "folder": source.folder,
        "about": source.about.words or None,
        "added": iso(source.added_at),
        "paused": iso_or_none(paused_at),
        "settings": settings_shape(source.settings),
    }
