"""The budget of rechecks and their results."""

import pytest

from tidings.model.crawl.recheck import RecheckCounts
from tidings.store.database.database import Database
from tidings.store.tables.frontier.rechecks import (
    earn_recheck_credit,
    note_recheck,
    planned_recheck_count,
    recheck_count,
    recheck_counts_by_site,
    recheck_credit_left,
)

NODE = 2


def earn(database: Database, requests: int, share: float, node: int = NODE) -> None:
    for _ in range(requests):
        database.write(lambda db: earn_recheck_credit(db, node, share))
    database.write(lambda db: None).result()


def test_requests_earn_rechecks_by_their_share(database: Database) -> None:
    earn(database, 40, 0.05)
    assert recheck_credit_left(database.read(), NODE) == pytest.approx(2.0)
    database.write(lambda db: note_recheck(db, NODE, 1, 1, True)).result()
    assert recheck_credit_left(database.read(), NODE) == pytest.approx(1.0)
    assert recheck_count(database.read()) == 1
    assert planned_recheck_count(database.read()) == 0


def test_the_credit_is_bounded(database: Database) -> None:
    earn(database, 300, 1.0)
    assert recheck_credit_left(database.read(), NODE) == pytest.approx(100.0)


def test_a_node_spends_only_what_it_earned(database: Database) -> None:
    earn(database, 40, 0.05)
    earn(database, 20, 0.05, node=3)
    database.write(lambda db: note_recheck(db, 3, 1, 1, None)).result()
    database.write(lambda db: note_recheck(db, NODE, 1, 1, None)).result()
    assert recheck_credit_left(database.read(), 1) == 0.0
    assert recheck_credit_left(database.read(), NODE) == pytest.approx(1.0)
    assert recheck_credit_left(database.read(), 3) == pytest.approx(0.0)
    assert recheck_count(database.read()) == 2


def test_redirects_cost_credit(database: Database) -> None:
    database.write(lambda db: note_recheck(db, NODE, 1, 3, False)).result()
    assert recheck_credit_left(database.read(), NODE) == pytest.approx(-3.0)


def test_results_are_counted_by_site(database: Database) -> None:
    for found in (True, False, None, False):
        database.write(lambda db, it=found: note_recheck(db, NODE, 7, 1, it)).result()  # type: ignore[misc]
    assert recheck_counts_by_site(database.read()) == {7: RecheckCounts(3, 1)}
    assert recheck_count(database.read()) == 4


def test_old_counts_are_halved(database: Database) -> None:
    for _ in range(256):
        database.write(lambda db: note_recheck(db, NODE, 7, 1, True))
    database.write(lambda db: None).result()
    assert recheck_counts_by_site(database.read()) == {7: RecheckCounts(128, 128)}
