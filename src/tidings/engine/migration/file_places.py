"""Where a migration moves files from and to."""

import sys
from dataclasses import dataclass, replace
from typing import Final

from tidings.engine.process.home import Home, HomeUnusable
from tidings.engine.process.home_places import HERE, HomePlaces, noted_places
from tidings.settings.home_addresses import without_secrets
from tidings.store.archive.shared_volumes import SharedVolumes
from tidings.store.archive.volumes import archive_files
from tidings.store.files.file_store import FileStore
from tidings.store.files.store_opening import open_store

FILES: Final = "files"  # the target that is the folders of the home


@dataclass(frozen=True, slots=True)
class FilesPlan:
    """Where files are and where they go."""

    home: Home  # with the settings of where they are now
    origin: str  # a store's URL, or HERE
    target: str
    former: HomePlaces
    notes: tuple[str, ...]  # what to change in the settings

    @property
    def places(self) -> HomePlaces:
        """What to note at the end."""
        return replace(self.former, files=self.target)

    @property
    def is_done(self) -> bool:
        """Whether the files are there already."""
        return self.origin == self.target

    @property
    def origin_name(self) -> str:
        """Where the files are, for people."""
        return self.origin or str(self.home.folder.resolve())

    @property
    def target_name(self) -> str:
        """Where they go, for people."""
        return self.target or str(self.home.folder.resolve())

    def store(self) -> FileStore:
        """Return the store, whichever end it is; raises StoreUnusable."""
        return self.opened(self.target or self.origin)

    def opened(self, url: str) -> FileStore:
        """Return a store with the keys of the settings, which is waited for as in a crawl."""
        settings = replace(self.home.store_settings, url=url)
        return open_store(settings, try_seconds=settings.patience_seconds)

    def volumes(self) -> SharedVolumes:
        """Return the files of the store; nothing of the folder is removed to make room."""
        return SharedVolumes(self.home.archive, self.store(), sys.maxsize)


def files_plan(home: Home, to: str) -> FilesPlan:
    """Return where files are and where they go; raises HomeUnusable."""
    target = HERE if to == FILES else to.rstrip("/")
    named = home.store_settings.url.rstrip("/")
    former = noted_places(home)
    if former is None:
        database = HERE if home.database.exists() else home.database_settings.url
        is_here = home.database.exists() or bool(archive_files(home.archive))
        former = HomePlaces(without_secrets(database), HERE if is_here else named)
    if former.files not in (HERE, target) and target != HERE:
        raise HomeUnusable(
            f"The files are in {former.files}: move them back first, with 'tidings migrate --to "
            f"{FILES}'."
        )
    url = home.database_settings.url
    if without_secrets(url) != former.database:
        url = former.database
    source = replace(
        home,
        database_settings=replace(home.database_settings, url=url),
        store_settings=replace(home.store_settings, url=former.files),
    )
    notes: tuple[str, ...] = ()
    if named not in (HERE, target):
        notes = (f"The settings still say store.url = {named}: change or remove that.",)
    return FilesPlan(source, former.files, target, former, notes)
