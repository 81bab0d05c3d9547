"""The tables of jobs and of their finished parts."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tidings.model.crawl.job_status import JobStatus, PartStatus
from tidings.store.database.session import Reader, Writer
from tidings.store.database.timestamps import from_seconds, to_seconds

_KEPT = 100  # jobs; older ones are forgotten with their parts
_NEVER = 1e18  # seconds
_STATUS = (
    "SELECT jobs.id, jobs.name, jobs.key, jobs.items, count(job_parts.key), "
    "coalesce(sum(job_parts.items), 0), coalesce(sum(job_parts.failed), 0), "
    "coalesce(sum(job_parts.seconds), 0.0), jobs.began_at, jobs.ended_at, jobs.cancelled_at "
    "FROM jobs LEFT JOIN job_parts ON job_parts.job = jobs.id"
)
_GROUPED = (
    "GROUP BY jobs.id, jobs.name, jobs.key, jobs.items, jobs.began_at, jobs.ended_at, "
    "jobs.cancelled_at "
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
    command: str = ""  # JSON: what it was started by, for `tidings jobs resume`
    plan: str = ""  # JSON: what its parts are cut by; one that is continued keeps its first plan


def begin_job(connection: Writer, start: JobStart) -> int:
    """Return the number of a job: the unfinished one with this key, or a new one.

    An unfinished job of the same name with another key will never be continued: it is ended.
    """
    continued = _continued(connection, start.name, start.key, start.since)
    number = int(continued[0]) if continued else _insert(connection, start)
    set_job_items(connection, number, start.items)
    connection.execute(
        "UPDATE jobs SET ended_at = NULL, cancelled_at = NULL WHERE id = ?", (number,)
    )
    if start.since is None:  # else another job began it, and may have been cancelled since
        uncancel_job(connection, number)
    connection.execute(
        "UPDATE jobs SET ended_at = ? WHERE name = ? AND id <> ? AND ended_at IS NULL",
        (to_seconds(start.now), start.name, number),
    )
    return number


def _insert(connection: Writer, start: JobStart) -> int:
    highest = connection.execute("SELECT coalesce(max(id), 0) FROM jobs").fetchone()[0]
    connection.execute(
        "INSERT INTO jobs (id, name, key, items, began_at, command, plan) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            highest + 1,
            start.name,
            start.key,
            start.items,
            to_seconds(start.now),
            start.command,
            start.plan,
        ),
    )
    forgotten = highest + 1 - _KEPT
    connection.execute("DELETE FROM job_parts WHERE job <= ?", (forgotten,))
    connection.execute("DELETE FROM jobs WHERE id <= ?", (forgotten,))
    return int(highest) + 1


def job_command(connection: Reader, job: int) -> str:
    """Return what a job was started by; empty if that is not known."""
    row = connection.execute("SELECT command FROM jobs WHERE id = ?", (job,)).fetchone()
    return str(row[0]) if row else ""


def unfinished_plan(connection: Reader, name: str, key: str, since: datetime | None = None) -> str:
    """Return the plan of the job that would be continued; empty if there is none."""
    row = _continued(connection, name, key, since)
    return str(row[1]) if row else ""


def _continued(connection: Reader, name: str, key: str, since: datetime | None) -> Any:
    """Return number and plan of the job that goes on: one that did not end, or began later."""
    return connection.execute(
        "SELECT id, plan FROM jobs WHERE name = ? AND key = ? "
        "AND (ended_at IS NULL OR began_at >= ?) ORDER BY id DESC LIMIT 1",
        (name, key, to_seconds(since) if since else _NEVER),
    ).fetchone()


def job_plan(connection: Reader, job: int) -> str:
    """Return what the parts of a job are cut by; empty if it has no estimates."""
    row = connection.execute("SELECT plan FROM jobs WHERE id = ?", (job,)).fetchone()
    return str(row[0]) if row else ""


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
        "INSERT INTO job_parts "
        "(job, key, items, failed, detail, seconds, at, estimated, place, copies) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            job,
            part.key,
            part.items,
            part.failed,
            part.detail,
            part.seconds,
            to_seconds(part.at),
            part.estimated,
            part.place,
            part.copies,
        ),
    )


def finished_parts(connection: Reader, job: int) -> dict[str, int]:
    """Return the parts of a job that need not be run again, with their numbers of items."""
    rows = connection.execute(
        "SELECT key, items FROM job_parts WHERE job = ? AND failed = 0 ORDER BY key", (job,)
    )
    return {row[0]: row[1] for row in rows}


def unfinished_jobs(connection: Reader) -> set[int]:
    """Return the jobs that run, or may be continued."""
    return {row[0] for row in connection.execute("SELECT id FROM jobs WHERE ended_at IS NULL")}


def cancel_job(connection: Writer, job: int, now: datetime) -> None:
    """Ask that a job should stop, and all others that the same command started."""
    connection.execute(
        "UPDATE jobs SET cancelled_at = ? WHERE ended_at IS NULL AND (id = ? OR command = "
        "(SELECT command FROM jobs AS asked WHERE asked.id = ? AND asked.command <> ''))",
        (to_seconds(now), job, job),
    )


def uncancel_job(connection: Writer, job: int) -> None:
    """Let a job go on, and all others that the same command started."""
    connection.execute(
        "UPDATE jobs SET cancelled_at = NULL WHERE id = ? OR command = "
        "(SELECT command FROM jobs AS asked WHERE asked.id = ? AND asked.command <> '')",
        (job, job),
    )


def is_cancelled(connection: Reader, job: int) -> bool:
    """Return whether a job should stop, or another one that the same command started."""
    row = connection.execute(
        "SELECT 1 FROM jobs WHERE ended_at IS NULL AND cancelled_at IS NOT NULL AND (id = ? OR "
        "command = (SELECT command FROM jobs AS asked WHERE asked.id = ? AND asked.command <> ''))",
        (job, job),
    ).fetchone()
    return row is not None


def failed_parts(connection: Reader, job: int) -> list[str]:
    """Return the parts of a job of which something was quarantined: they are tried again."""
    rows = connection.execute(
        "SELECT key FROM job_parts WHERE job = ? AND failed > 0 ORDER BY key", (job,)
    )
    return [row[0] for row in rows]


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
        "SELECT key, items, failed, detail, seconds, at, estimated, place, copies "
        "FROM job_parts WHERE job = ? ORDER BY at, key",
        (job,),
    )
    return [
        PartStatus(key, items, failed, detail, seconds, from_seconds(at), *more)
        for key, items, failed, detail, seconds, at, *more in rows
    ]


def has_finished_since(connection: Reader, name: str, since: datetime) -> bool:
    """Return whether jobs of this name have finished a part since then."""
    row = connection.execute(
        "SELECT 1 FROM jobs JOIN job_parts ON job_parts.job = jobs.id "
        "WHERE name = ? AND at >= ? LIMIT 1",
        (name, to_seconds(since)),
    ).fetchone()
    return row is not None


def newest_part(connection: Reader, name: str) -> str:
    """Return when jobs of this name last finished a part, as a text; empty if they never did."""
    row = connection.execute(
        "SELECT max(at) FROM jobs JOIN job_parts ON job_parts.job = jobs.id WHERE name = ?",
        (name,),
    ).fetchone()
    return "" if row[0] is None else repr(float(row[0]))


def _status(
    id_: int, name: str, key: str, items: int, parts: int, done: int, failed: int,
    seconds: float, began_at: float, ended_at: float | None, cancelled_at: float | None,
) -> JobStatus:  # fmt: skip
    return JobStatus(
        id_, name, key, items, parts, done, failed, seconds,
        from_seconds(began_at), from_seconds(ended_at), from_seconds(cancelled_at),
    )  # fmt: skip
