"""The database of a home, wherever it is: everybody opens it here."""

from dataclasses import replace

from tidings.engine.process.home import Home, HomeUnusable
from tidings.engine.process.home_places import note_beginning, places_of
from tidings.store.database.copying.migration_progress import unfinished_migration
from tidings.store.database.database import Database, open_database


def opened_database(home: Home, *, with_logins: bool = True, alongside: bool = False) -> Database:
    """Open a home's database; raises HomeUnusable or StoreUnusable.

    Without `with_logins`, its readers do not see articles that were fetched with credentials. Who
    writes `alongside` its owner writes rows that are nobody else's.
    """
    noted = places_of(home).database
    settings = home.database_settings
    if not noted:
        database = open_database(
            home.database, home.store_settings, with_logins=with_logins, alongside=alongside
        )
        note_beginning(home)
        return database
    if not settings.url:  # the home knows; a password comes from elsewhere
        settings = replace(settings, url=noted)
    database = open_database(
        settings.url,
        home.store_settings,
        database=settings,
        with_logins=with_logins,
        alongside=alongside,
    )
    if reason := unfinished_migration(database.read()):
        database.close()
        raise HomeUnusable(reason)
    note_beginning(home)
    return database
