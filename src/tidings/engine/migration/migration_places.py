"""Where a migration moves rows from and to, and what becomes of the files of SQLite."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from urllib.parse import unquote_plus

from tidings.engine.process.home import Home, HomeUnusable
from tidings.engine.process.home_places import HERE, HomePlaces, noted_places
from tidings.settings.home_addresses import without_secrets
from tidings.settings.tree import DatabaseSettings
from tidings.store.database.copying.copy_end import CopyEnd
from tidings.store.database.copying.migration_progress import origin_of
from tidings.store.database.copying.open_end import open_end
from tidings.store.database.database import Database, open_database

SQLITE: Final = "sqlite"  # the target that is the file in the home
_DRAFT: Final = "tidings.db.arriving"
_LEFT: Final = "tidings.db.moved-"  # and when
_SIDE_FILES: Final = ("", "-wal", "-shm")


@dataclass(frozen=True, slots=True)
class MigrationPlan:
    """Where rows are and where they go."""

    source_home: Home  # with the settings of where the rows are now
    former: HomePlaces
    places: HomePlaces  # to note at the end
    target_url: str  # with its password, if it was given; HERE for SQLite
    notes: tuple[str, ...]  # what to change in the settings

    @property
    def source_location(self) -> Path | str:
        """The database that holds the rows."""
        return self.source_home.database_settings.url or self.source_home.database

    @property
    def target_settings(self) -> DatabaseSettings:
        """How to connect to the new database."""
        return replace(self.source_home.database_settings, url=self.target_url)

    @property
    def draft(self) -> Path | str:
        """The new database while it is filled."""
        return self.target_url or self.source_home.folder / _DRAFT

    @property
    def target_location(self) -> Path | str:
        """The new database when it is in use."""
        return self.target_url or self.source_home.database

    @property
    def is_done(self) -> bool:
        """Whether the rows are there already."""
        return without_secrets(self.source_home.database_settings.url) == self.places.database

    @property
    def origin_name(self) -> str:
        """Where the rows are, for people."""
        return _name(self.source_location)

    @property
    def target_name(self) -> str:
        """Where they go, for people."""
        return _name(self.target_location)


def migration_plan(home: Home, to: str) -> MigrationPlan:
    """Return where rows are and where they go; raises HomeUnusable."""
    noted = noted_places(home)
    if noted is None:
        url = HERE if home.database.exists() else home.database_settings.url
        noted = HomePlaces(without_secrets(url), home.store_settings.url.rstrip("/"))
    target = HERE if to == SQLITE else to
    source = replace(home.database_settings, url=with_secrets(noted.database, home))
    places = replace(noted, database=without_secrets(target))
    return MigrationPlan(
        replace(home, database_settings=source), noted, places, target, _notes(home, target)
    )


def _notes(home: Home, target: str) -> tuple[str, ...]:
    named, notes = without_secrets(home.database_settings.url), []
    if named not in (HERE, without_secrets(target)):
        notes.append(f"The settings still say database.url = {named}: change or remove that.")
    has_secrets = unquote_plus(target) != unquote_plus(without_secrets(target))
    if has_secrets and target != home.database_settings.url:
        notes.append(
            "The password is not stored: set database.password_file, PGPASSWORD or ~/.pgpass."
        )
    return tuple(notes)


def _name(location: Path | str) -> str:
    return str(location.resolve()) if isinstance(location, Path) else without_secrets(location)


def with_secrets(noted: str, home: Home) -> str:
    """Return the URL of the settings, which may have a password, if it is the noted one."""
    url = home.database_settings.url
    return url if without_secrets(url) == noted else noted


class Target:
    """The database that is filled."""

    def __init__(self, database: Database, end: CopyEnd) -> None:
        self.end = end
        self._database = database

    def close(self) -> None:
        """Let it go; more than once does no harm."""
        self.end.close()
        self._database.close()


@contextmanager
def opened_target(plan: MigrationPlan, location: Path | str, purpose: str) -> Iterator[Target]:
    """Own the new database, and make its tables; raises HomeUnusable or StoreUnusable."""
    settings = plan.target_settings
    database = open_database(location, plan.source_home.store_settings, database=settings)
    try:
        _own(database, purpose, plan.target_name)
        target = Target(database, open_end(location, settings))
    except BaseException:
        database.close()
        raise
    try:
        yield target
    finally:
        target.close()


def _own(database: Database, purpose: str, name: str) -> None:
    ownership = database.ownership()
    if ownership is None:
        return
    if not ownership.take(purpose, f"{os.getpid()} on {socket.gethostname()}"):
        owner = ownership.owner()
        who = f"process {owner.process}, which is {owner.purpose}" if owner else "another Tidings"
        raise HomeUnusable(f"{name} is in use ({who}): stop it, or choose another database.")


def copied_before(plan: MigrationPlan) -> Path | str:
    """Return where an earlier migration put, or left, the rows; raises HomeUnusable."""
    if isinstance(plan.draft, str):
        return plan.draft
    if plan.draft.exists():
        return plan.draft
    left = sorted(plan.draft.parent.glob(f"{_LEFT}*[0-9]"))
    if not left:
        raise HomeUnusable(f"There is nothing to compare in {plan.draft.parent}.")
    return left[-1]


def take_back_target(plan: MigrationPlan) -> None:
    """Continue with a file that was in its place when the process was killed before the note."""
    file = plan.source_home.database
    if plan.target_url or not file.exists():
        return
    end = open_end(file)
    try:
        is_ours = origin_of(end) == plan.origin_name
    finally:
        end.close()
    if not is_ours:
        raise HomeUnusable(f"{file} exists already: move it away to make room for the new one.")
    _rename(file, plan.source_home.folder / _DRAFT)


def put_target_in_place(plan: MigrationPlan) -> None:
    """Give the file its name, if the new database is one."""
    if isinstance(plan.draft, Path):
        _rename(plan.draft, plan.source_home.database)


def leave_source(plan: MigrationPlan) -> None:
    """Rename the file that holds the former rows, so that nobody goes on with it."""
    file = plan.source_home.database
    if plan.target_url and file.exists():
        when = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        _rename(file, file.with_name(f"{_LEFT}{when}"))


def _rename(file: Path, new: Path) -> None:
    """Rename a database with the files beside it; the data may be in the second one."""
    for suffix in reversed(_SIDE_FILES):
        with suppress(FileNotFoundError):
            Path(f"{file}{suffix}").rename(f"{new}{suffix}")
