from tests.factories import NOW

from tidings.store.database.database import Database
from tidings.store.tables.sources.pauses import (
    is_paused,
    pause_source,
    paused_sources,
    resume_source,
)


def test_a_source_is_paused_and_resumed_once(database: Database) -> None:
    assert database.write(lambda db: pause_source(db, 7, NOW)).result()
    assert not database.write(lambda db: pause_source(db, 7, NOW)).result()
    assert (paused_sources(database.read()), is_paused(database.read(), 7)) == ({7: NOW}, True)
    assert database.write(lambda db: resume_source(db, 7)).result()
    assert not database.write(lambda db: resume_source(db, 7)).result()
    assert not is_paused(database.read(), 7)
