from datetime import UTC, datetime, timedelta
from functools import partial

from tests.factories import make_found

from tidings.store.database.database import Database
from tidings.store.tables.frontier.node_outbox import (
    acknowledge_batch,
    batch_lines,
    found_url_from,
    make_batch,
    queue_for_node,
    unacknowledged_batches,
    waiting_by_node,
)

NOW = datetime(2026, 1, 2, tzinfo=UTC)
FIRST, SECOND = make_found("https://a.example/1"), make_found("https://a.example/2")


def test_each_url_waits_once_and_once_more_when_a_feed_lists_it(database: Database) -> None:
    for found in (FIRST, FIRST, FIRST._replace(listed=True)):
        database.write(partial(queue_for_node, node=2, found=[found], now=NOW)).result()
    assert waiting_by_node(database.read()) == {2: (2, NOW)}


def test_a_batch_is_sent_until_it_is_acknowledged(database: Database) -> None:
    database.write(lambda db: queue_for_node(db, 2, [FIRST], NOW)).result()
    later = NOW + timedelta(minutes=1)
    database.write(lambda db: queue_for_node(db, 2, [SECOND], later)).result()
    batch = database.write(lambda db: make_batch(db, 2, 1)).result()
    assert unacknowledged_batches(database.read()) == [(2, batch)]
    (line,) = batch_lines(database.read(), batch)
    sent = found_url_from(line)
    assert sent is not None
    assert sent.url == FIRST.url
    assert waiting_by_node(database.read()) == {2: (1, later)}
    database.write(lambda db: acknowledge_batch(db, batch)).result()
    assert unacknowledged_batches(database.read()) == []
    assert database.write(lambda db: make_batch(db, 2, 1)).result() == batch + 1
