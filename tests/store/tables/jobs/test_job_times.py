from collections.abc import Mapping
from functools import partial

import pytest

from tidings.model.jobs.record_times import RecordTimes, TimeHistory
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.jobs.job_times import add_times, time_history


def add(database: Database, job: str, history: TimeHistory) -> None:
    database.write(partial(add_times, job=job, history=history)).result()


def history_of(database: Database, job: str) -> Mapping[str, Mapping[int, RecordTimes]]:
    return time_history(database.read(), job)


def test_times_are_added_up_by_job_attribute_and_category(database: Database) -> None:
    add(database, "extract", {"host": {3: RecordTimes(2, 1.0, 0.5)}})
    add(
        database,
        "extract",
        {"host": {3: RecordTimes(1, 4.0, 16.0), 9: RecordTimes(1, 2.0, 4.0)}, "size": {}},
    )
    add(database, "index", {"size": {-7: RecordTimes(1, 0.25, 0.0625)}})
    assert history_of(database, "extract") == {
        "host": {3: RecordTimes(3, 5.0, 16.5), 9: RecordTimes(1, 2.0, 4.0)}
    }
    assert history_of(database, "index") == {"size": {-7: RecordTimes(1, 0.25, 0.0625)}}
    assert history_of(database, "annotate") == {}


def test_what_was_learned_long_ago_counts_less_and_less(database: Database) -> None:
    fast, slow = RecordTimes(5_000, 5_000.0, 5_000.0), RecordTimes(5_000, 50_000.0, 500_000.0)
    for _ in range(20):
        add(database, "crawl", {"host": {1: fast}})
    known = history_of(database, "crawl")["host"][1]
    assert known.mean == pytest.approx(1.0, rel=1e-4)  # half a record is rounded off
    assert known.records <= 20_000
    for _ in range(6):
        add(database, "crawl", {"host": {1: slow}})
    assert history_of(database, "crawl")["host"][1].mean > 9.0


def test_times_that_are_not_committed_are_not_learned(database: Database) -> None:
    def interrupted(connection: Writer) -> None:
        add_times(connection, "extract", {"host": {1: RecordTimes(1, 1.0, 1.0)}})
        raise ValueError("interrupted")

    with pytest.raises(ValueError, match="interrupted"):
        database.write(interrupted).result()
    assert history_of(database, "extract") == {}
