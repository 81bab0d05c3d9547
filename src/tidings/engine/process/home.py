"""The home: the one folder that holds everything. Who may write to it: `home_lock.py`.

Rows may be in a database elsewhere, and files on a store: `home_database.py`, `home_archive.py`.
"""

import os
from dataclasses import dataclass, field
from pathlib import Path

from tidings.settings.tree import DatabaseSettings, Settings, StoreSettings


class HomeUnusable(Exception):
    """The home cannot be used; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Home:
    """The paths inside a home, and the settings of what may be elsewhere."""

    folder: Path
    database_settings: DatabaseSettings = field(default_factory=DatabaseSettings)
    store_settings: StoreSettings = field(default_factory=StoreSettings)

    @property
    def exists(self) -> bool:
        """Whether there is a home, here or in a database."""
        is_elsewhere = bool(self.database_settings.url) or self.places.exists()
        return is_elsewhere or self.database.exists()

    @property
    def database(self) -> Path:
        """The database of record, if it is a file."""
        return self.folder / "tidings.db"

    @property
    def archive(self) -> Path:
        """The WARC files."""
        return self.folder / "archive"

    @property
    def index(self) -> Path:
        """The search index, which can always be rebuilt."""
        return self.folder / "index"

    @property
    def links(self) -> Path:
        """The link graph and the ranks computed from it; both can always be rebuilt."""
        return self.folder / "links"

    @property
    def knowledge(self) -> Path:
        """What articles taught about words and topics, a file for each version."""
        return self.folder / "knowledge"

    @property
    def jobs(self) -> Path:
        """What jobs under way have not committed; a folder for each number."""
        return self.folder / "jobs"

    @property
    def earlier_corpus(self) -> Path:
        """The number of articles that contain each term, as earlier versions stored it."""
        return self.folder / "corpus"

    @property
    def earlier_topics(self) -> Path:
        """The topic model, as earlier versions stored it."""
        return self.folder / "topics"

    @property
    def places(self) -> Path:
        """Where rows and files are, if not in this folder."""
        return self.folder / "places.json"

    @property
    def credentials(self) -> Path:
        """The logins for sources, readable by the owner only."""
        return self.folder / "credentials.toml"

    @property
    def lock(self) -> Path:
        """The lock of the one process that crawls."""
        return self.folder / "lock"


def home_of(settings: Settings) -> Home:
    """Return the home that the settings name, whether it exists or not."""
    return Home(settings.home, settings.database, settings.store)


def ensure_home(settings: Settings) -> Home:
    """Return the home, and create its folders if needed."""
    home = home_of(settings)
    try:
        home.folder.mkdir(parents=True, exist_ok=True)
        home.archive.mkdir(exist_ok=True)
        home.index.mkdir(exist_ok=True)
        home.links.mkdir(exist_ok=True)
    except OSError as error:
        raise _unusable(home.folder, error) from error
    if not os.access(home.folder, os.W_OK | os.X_OK):
        raise HomeUnusable(f"{home.folder} is not writable: choose another folder with --home.")
    return home


def existing_home(settings: Settings) -> Home:
    """Return a home that exists already; one in a database may be new to this machine."""
    home = home_of(settings)
    if not home.exists:
        raise HomeUnusable(
            f"There is no Tidings home at {home.folder}: add a source with 'tidings add URL', "
            "or name another folder with --home."
        )
    return home if home.database.exists() else ensure_home(settings)


def _unusable(folder: Path, error: OSError) -> HomeUnusable:
    why = error.strerror or str(error)
    return HomeUnusable(f"{folder} cannot be used ({why}): choose another folder with --home.")
