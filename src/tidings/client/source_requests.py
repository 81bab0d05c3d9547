"""Sources and their folders: `client.sources`.

A source is named by its domain, or by its id where two have one. A change is executed by whoever
owns the home; if that takes longer than a moment, the answer is a `CommandV1` that says how far it
has come, and `command` asks again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from tidings.client.paged_list import PagedList
    from tidings.client.pages import ListPage
    from tidings.client.requests import ApiRequests
    from tidings.shapes.source_preview import SourcePreviewOut
    from tidings.shapes.source_settings import SettingsOut
    from tidings.shapes.v1.command import CommandV1
    from tidings.shapes.v1.folder import FolderV1, ImportedV1, RenamedFolderV1
    from tidings.shapes.v1.managed_source import ManagedSourceV1, RetriedSourceV1
    from tidings.shapes.v1.request import PolitenessV1, RequestV1
    from tidings.shapes.v1.source import FullSourceV1, SourceCompletenessV1, SourceV1


class SourceRequests:
    """Requests about sources."""

    def __init__(self, requests: ApiRequests) -> None:
        self._requests = requests

    def list(
        self, *, folder: str | None = None, limit: int | None = None, cursor: str | None = None
    ) -> PagedList[SourceV1, ListPage[SourceV1]]:
        """List the followed sources with their health."""
        return self._requests.list("/sources", {"folder": folder, "limit": limit}, cursor)

    def get(self, source: str) -> FullSourceV1:
        """Return a source with its health, settings and feeds."""
        return cast("FullSourceV1", self._requests.get("/sources/{source}", source=source))

    def preview(self, url: str) -> SourcePreviewOut:
        """Return what would be followed at a URL: feeds, sitemaps, newest headlines."""
        return cast("SourcePreviewOut", self._requests.post("/sources/preview", {"url": url}))

    def add(
        self,
        url: str,
        *,
        about: str | None = None,
        folder: str | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> ManagedSourceV1 | CommandV1:
        """Follow a site or a feed; about a topic only, if one is given."""
        body = {"url": url, "about": about, "folder": folder, "settings": settings}
        return cast("ManagedSourceV1 | CommandV1", self._requests.post("/sources", body))

    def change(self, source: str, **changes: str | None) -> ManagedSourceV1 | CommandV1:
        """Change name, folder or about of a source; None removes it."""
        found = self._requests.patch("/sources/{source}", changes, source=source)
        return cast("ManagedSourceV1 | CommandV1", found)

    def remove(self, source: str, *, with_articles: bool = False) -> CommandV1 | None:
        """Stop following a source; its articles stay, unless they are to be deleted, too."""
        query = {"articles": "delete" if with_articles else None}
        found = self._requests.delete("/sources/{source}", query, source=source)
        return cast("CommandV1 | None", found)

    def pause(self, source: str) -> ManagedSourceV1 | CommandV1:
        """Fetch nothing of a source for now."""
        found = self._requests.post("/sources/{source}/pause", source=source)
        return cast("ManagedSourceV1 | CommandV1", found)

    def resume(self, source: str) -> ManagedSourceV1 | CommandV1:
        """Fetch a paused source again."""
        found = self._requests.post("/sources/{source}/resume", source=source)
        return cast("ManagedSourceV1 | CommandV1", found)

    def retry(self, source: str) -> RetriedSourceV1 | CommandV1:
        """Try again what failed at a source."""
        found = self._requests.post("/sources/{source}/retry", source=source)
        return cast("RetriedSourceV1 | CommandV1", found)

    def settings(self, source: str) -> SettingsOut:
        """Return the settings of a source."""
        return cast("SettingsOut", self._requests.get("/sources/{source}/settings", source=source))

    def change_settings(self, source: str, **changes: object) -> SettingsOut | CommandV1:
        """Change settings of a source; None removes one."""
        found = self._requests.patch("/sources/{source}/settings", changes, source=source)
        return cast("SettingsOut | CommandV1", found)

    def folders(self) -> PagedList[FolderV1, ListPage[FolderV1]]:
        """List the folders of sources."""
        return self._requests.list("/folders")

    def rename_folder(self, folder: str, path: str) -> RenamedFolderV1 | CommandV1:
        """Move a folder; an empty path dissolves it."""
        found = self._requests.patch("/folders/{folder}", {"path": path}, folder=folder)
        return cast("RenamedFolderV1 | CommandV1", found)

    def export_opml(self) -> str:
        """Return all sources with their folders as OPML."""
        return self._requests.text("/opml")

    def import_opml(self, opml: bytes) -> ImportedV1 | CommandV1:
        """Follow the sources of an OPML file."""
        return cast("ImportedV1 | CommandV1", self._requests.upload("/opml", opml, "text/x-opml"))

    def command(self, command: str) -> CommandV1:
        """Return how far a change has come."""
        return cast("CommandV1", self._requests.get("/commands/{command}", command=command))

    def completeness(self, source: str, *, hours: int | None = None) -> SourceCompletenessV1:
        """Compare what a source brought with what its rhythm made us expect."""
        query = {"hours": hours}
        found = self._requests.get("/sources/{source}/completeness", query, source=source)
        return cast("SourceCompletenessV1", found)

    def requests(
        self,
        source: str,
        *,
        host: str | None = None,
        status: int | None = None,
        outcome: str | None = None,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> PagedList[RequestV1, ListPage[RequestV1]]:
        """List the requests that were made for a source, the last one first."""
        query = {
            "host": host, "status": status, "outcome": outcome, "since": since, "until": until,
            "limit": limit,
        }  # fmt: skip
        return self._requests.list("/sources/{source}/requests", query, cursor, source=source)

    def politeness(self, source: str, *, hours: int | None = None) -> PolitenessV1:
        """Report whether all delays were kept at a source."""
        query = {"hours": hours}
        found = self._requests.get("/sources/{source}/politeness", query, source=source)
        return cast("PolitenessV1", found)
