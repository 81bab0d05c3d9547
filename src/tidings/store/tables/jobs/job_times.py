"""The table of how long the records of jobs took, by the category of each attribute."""

from collections import defaultdict

from tidings.model.jobs.record_times import RecordTimes, TimeHistory
from tidings.store.database.session import Reader, Writer

# Records of a category; once there are more, what was known before counts half whenever some are
# added. So a host that has become slow is noticed after as many visits, however long it was fast.
_REMEMBERED = 10_000
_KEPT = f"/ (CASE WHEN job_times.records > {_REMEMBERED} THEN 2 ELSE 1 END)"
_ADD = f"""
    INSERT INTO job_times (job, attribute, category, records, seconds, squares)
    VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (job, attribute, category) DO UPDATE SET
        records = job_times.records {_KEPT} + excluded.records,
        seconds = job_times.seconds {_KEPT} + excluded.seconds,
        squares = job_times.squares {_KEPT} + excluded.squares
"""  # noqa: S608 - constants


def add_times(connection: Writer, job: str, history: TimeHistory) -> None:
    """Add the times of some records; call it in the transaction that records their part."""
    rows = [
        (job, attribute, category, times.records, times.seconds, times.squares)
        for attribute, categories in sorted(history.items())
        for category, times in sorted(categories.items())
    ]
    connection.executemany(_ADD, rows)


def time_history(connection: Reader, job: str) -> TimeHistory:
    """Return what is known about the records of all jobs of a name."""
    rows = connection.execute(
        "SELECT attribute, category, records, seconds, squares FROM job_times WHERE job = ? "
        "ORDER BY attribute, category",
        (job,),
    )
    history: defaultdict[str, dict[int, RecordTimes]] = defaultdict(dict)
    for attribute, category, records, seconds, squares in rows:
        history[attribute][category] = RecordTimes(records, seconds, squares)
    return dict(history)
