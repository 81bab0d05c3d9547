"""Opens a home for access: for a server, and for the verbs `token`, `user` and `login`."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime

from tidings.engine.access.access import Access
from tidings.engine.access.identity_checks import utc_now
from tidings.engine.access.marks import Marks
from tidings.engine.process.home import ensure_home, existing_home
from tidings.engine.process.home_database import opened_database
from tidings.settings.openness import hides_subscriptions
from tidings.settings.tree import Settings


@dataclass(frozen=True, slots=True)
class HomeAccess:
    """Who may do what in a home, and what its users keep."""

    access: Access
    marks: Marks


@contextmanager
def opened_access(
    settings: Settings, clock: Callable[[], datetime] = utc_now, *, create: bool = False
) -> Iterator[HomeAccess]:
    """Open a home for access; with `create`, make it if there is none."""
    home = ensure_home(settings) if create else existing_home(settings)
    # Somebody waits for each write, and there are few: they wait for no others.
    home = replace(home, store_settings=replace(settings.store, commit_seconds=0.0))
    with_logins = not hides_subscriptions(settings.serve)
    with closing(opened_database(home, with_logins=with_logins)) as database:
        yield HomeAccess(Access(database, clock, settings.serve), Marks(database, clock))
