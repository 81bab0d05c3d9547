from datetime import timedelta

from tests.factories import NOW

from tidings.model.web.reason import Reason
from tidings.store.database.database import Database
from tidings.store.tables.sources.closed_hosts import close_host, closed_hosts, forget_open_hosts

HOUR = timedelta(hours=1)


def test_a_host_is_closed_until_its_time_is_over(database: Database) -> None:
    busy, failing = Reason.TOO_MANY_REQUESTS, Reason.SERVER_ERROR
    database.write(lambda db: close_host(db, "a.example", NOW + HOUR, busy)).result()
    database.write(lambda db: close_host(db, "a.example", NOW + 3 * HOUR, failing)).result()
    database.write(lambda db: close_host(db, "b.example:8080", NOW + HOUR, busy)).result()
    a, b = ("a.example", (NOW + 3 * HOUR, failing)), ("b.example:8080", (NOW + HOUR, busy))
    assert closed_hosts(database.read(), NOW) == dict([a, b])
    assert closed_hosts(database.read(), NOW + HOUR) == dict([a])
    database.write(lambda db: forget_open_hosts(db, NOW + HOUR)).result()
    assert closed_hosts(database.read(), NOW) == dict([a])
