"""The tables of jobs and of their finished parts."""

from dataclasses import dataclass
from datetime import datetime

from tidings.model.crawl.job_status import JobStatus, PartStatus
from tidings.store.database.session import Reader, Writer
from tidings.store.database.timestamps import from_seconds, to_seconds

_KEPT = 100  # jobs; older ones are forgotten with their parts
_NEVER = 1e18  # seconds
_STATUS = (
    "SELECT jobs.id, jobs.name, jobs.key, jobs.items, count(job_parts.key), "
    "coalesce(sum(job_parts.items), 0), coalesce(sum(job_parts.failed), 0), "
    "coalesce(sum(job_parts.seconds), 0.0), jobs.began_at, jobs.ended_at "
    "FROM jobs LEFT JOIN job_parts ON job_parts.job = jobs.id"
)
_GROUPED = (
    "GROUP BY jobs.id, jobs.name, jobs.key, jobs.items, jobs.began_at, jobs.ended_at "
    "ORDER BY jobs.id DESC"
)


@dataclass(frozen=True, slots=True)
class JobStart:
    """A job that is about to run."""

    name: str
    key: str
    items: int
    now: datetime
    since: datetime | None = None  # one that began later is continued even if it is complete


def begin_job(connection: Writer, start: JobStart) -> int:
    """Return the number of a job: the unfinished one with this key, or a new one.

    An unfinished job of the same name with another key will never be continued: it is ended.
    """
    row = connection.execute(
        "SELECT id FROM jobs WHERE name = ? AND key = ? AND (ended_at IS NULL OR began_at >= ?) "
        "ORDER BY id DESC LIMIT 1",
        (start.name, start.key, to_seconds(start.since) if start.since else _NEVER),
    ).fetchone()
    number = int(row[0]) if row else _insert(connection, start)
    set_job_items(connection, number, start.items)
    connection.execute("UPDATE jobs SET ended_at = NULL WHERE id = ?", (number,))
    connection.execute(
        "UPDATE jobs SET ended_at = ? WHERE name = ? AND id <> ? AND ended_at IS NULL",
        (to_seconds(start.now), start.name, number),
    )
    return number


def _insert(connection: Writer, start: JobStart) -> int:
    highest = connection.execute("SELECT coalesce(max(id), 0) FROM jobs").fetchone()[0]
    connection.execute(
        "INSERT INTO jobs (id, name, key, items, began_at) VALUES (?, ?, ?, ?, ?)",
        (highest + 1, start.name, start.key, start.items, to_seconds(start.now)),
    )
    forgotten = highest + 1 - _KEPT
    connection.execute("DELETE FROM job_parts WHERE job <= ?", (forgotten,))
    connection.execute("DELETE FROM jobs WHERE id <= ?", (forgotten,))
    return int(highest) + 1


def set_job_items(connection: Writer, job: int, items: int) -> None:
    """Note how many items a job has in total."""
    connection.execute("UPDATE jobs SET items = ? WHERE id = ?", (items, job))


def end_job(connection: Writer, job: int, now: datetime) -> None:
    """Note that all parts of a job are finished."""
    connection.execute("UPDATE jobs SET ended_at = ? WHERE id = ?", (to_seconds(now), job))


def add_part(connection: Writer, job: int, part: PartStatus) -> None:
    """Note that a part is finished; call it in the transaction of the part's output."""
    connection.execute("DELETE FROM job_parts WHERE job = ? AND key = ?", (job, part.key))
    connection.execute(
        "INSERT INTO job_parts (job, key, items, failed, detail, seconds, at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (job, part.key, part.items, part.failed, part.detail, part.seconds, to_seconds(part.at)),
    )


def finished_parts(connection: Reader, job: int) -> dict[str, int]:
    """Return the parts of a job that need not be run again, with their numbers of items."""
    rows = connection.execute(
        "SELECT key, items FROM job_parts WHERE job = ? AND failed = 0", (job,)
    )
    return {row[0]: row[1] for row in rows}


def job_statuses(connection: Reader, limit: int) -> list[JobStatus]:
    """Return the newest jobs, newest first."""
    rows = connection.execute(f"{_STATUS} {_GROUPED} LIMIT ?", (limit,))
    return [_status(*row) for row in rows]


def job_status(connection: Reader, job: int) -> JobStatus | None:
    """Return one job, or None."""
    row = connection.execute(f"{_STATUS} WHERE jobs.id = ? {_GROUPED}", (job,)).fetchone()
    return _status(*row) if row else None


def part_statuses(connection: Reader, job: int) -> list[PartStatus]:
    """Return the parts of a job in the order in which they were finished."""
    rows = connection.execute(
        "SELECT key, items, failed, detail, seconds, at FROM job_parts WHERE job = ? "
        "ORDER BY at, key",
        (job,),
    )
    return [
        PartStatus(key, items, failed, detail, seconds, from_seconds(at))
        for key, items, failed, detail, seconds, at in rows
    ]


def _status(
    id_: int, name: str, key: str, items: int, parts: int, done: int, failed: int,
    seconds: float, began_at: float, ended_at: float | None,
) -> JobStatus:  # fmt: skip
    return JobStatus(
        id_, name, key, items, parts, done, failed, seconds,
        from_seconds(began_at), from_seconds(ended_at),
    )  # fmt: skip
