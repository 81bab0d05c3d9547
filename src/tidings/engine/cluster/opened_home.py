"""Whether a node can open the home whose jobs it is to run, and which home that is."""

import hashlib
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from tidings.engine.cluster.errors import ClusterUnusable
from tidings.engine.process.home import (
    Home,
    HomeUnusable,
    ensure_home,
    existing_home,
    home_of,
)
from tidings.engine.process.home_database import opened_database
from tidings.engine.process.home_files import opened_files
from tidings.engine.process.home_places import HERE, places_of
from tidings.settings.tree import Settings
from tidings.store.database.errors import StoreError, StoreUnusable

_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")  # of this machine, until it is restarted


@dataclass(frozen=True, slots=True)
class HomeMark:
    """Which home a node opens."""

    digest: str  # the same wherever the same home is opened
    is_local: bool  # some of it is in the folder: only this machine can open it


def checked_home(settings: Settings, *, create: bool = False) -> HomeMark:
    """Open the home as a task does, and return which one it is; raises ClusterUnusable."""
    if not create and not home_of(settings).exists:
        raise ClusterUnusable(
            f"There is no home at {settings.home}: name that of the head with --home, or on "
            "another machine set database.url and store.url to those of the head's home."
        )
    try:
        home = ensure_home(settings) if create else existing_home(settings)
        with closing(opened_database(home)):
            files = opened_files(home)
        if files is not None:
            next(iter(files.list("jobs/")), None)  # the server answers, and knows the keys
    except (HomeUnusable, StoreError, StoreUnusable) as error:
        raise ClusterUnusable(f"This node cannot open its home: {error}") from error
    return _mark(home)


def _mark(home: Home) -> HomeMark:
    """Name the database and the store without servers: machines may reach them by other names."""
    places = places_of(home)
    is_local = HERE in (places.database, places.files)
    here = f"{_BOOT.read_text()} {home.folder.resolve()}" if is_local else ""
    name = f"{urlsplit(places.database).path} {places.files} {here}"
    return HomeMark(hashlib.blake2b(name.encode(), digest_size=8).hexdigest(), is_local)
