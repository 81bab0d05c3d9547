"""The table of host leases: which place of a job may ask a host, until when, and who comes next.

A lease is a row that is committed at once, never an open transaction, so a place that dies keeps a
host for seconds, not for ever. All moments are those of the database's clock: the clocks of nodes
may differ. A place counts its own time from before it asked for the lease, and so stops first.

Places lease hosts for a run, and only for the present one (`begin_run`): whoever owns the home
afterwards knows which hosts may still be asked, and until when, and that they become no more.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tidings.store.database.session import Reader, Writer

_RUN = ""  # no host: the row that names the present run as its holder


@dataclass(frozen=True, slots=True)
class Tenant:
    """Who leases hosts: a place of a run."""

    run: str
    place: str

    @property
    def name(self) -> str:
        """What stands in the rows."""
        return f"{self.run} {self.place}"


@dataclass(frozen=True, slots=True)
class Lease:
    """A host that a place holds."""

    host: str
    fence: int  # higher than that of every holder before
    wait: float = 0.0  # seconds until it may be asked: the holder before may have asked just now


@dataclass(frozen=True, slots=True)
class TakenHost:
    """A host that somebody else holds."""

    host: str
    seconds: float  # until it is free, unless it is renewed


class RunEnded(Exception):
    """Another process owns the home now: its hosts are no longer leased to this run."""


def lease_clock(connection: Reader) -> float:
    """Return this moment in seconds, by the clock of the database."""
    return float(connection.execute(f"SELECT {connection.dialect.present}").fetchone()[0])


def begin_run(connection: Writer, run: str, now: float) -> dict[str, float]:
    """Let places of this run lease hosts, and those of no other.

    Returns the hosts that an earlier run may still ask, or has asked just now: in how many seconds
    the next request may be sent to each. An empty run leases nothing: a crawl begins that way.
    """
    connection.execute(
        "INSERT INTO host_leases (host, holder, fence, expires_at, not_before) "
        "VALUES (?, ?, 1, 0, 0) ON CONFLICT (host) DO UPDATE SET holder = excluded.holder, "
        "fence = host_leases.fence + 1",
        (_RUN, run),
    )
    connection.execute("DELETE FROM host_leases WHERE host <> ? AND not_before <= ?", (_RUN, now))
    rows = connection.execute(
        "SELECT host, not_before FROM host_leases WHERE host <> ? ORDER BY host", (_RUN,)
    )
    return {row[0]: row[1] - now for row in rows}


def note_pauses(connection: Writer, pauses: Mapping[str, float], now: float) -> None:
    """Let whoever leases these hosts wait for so many seconds from now."""
    connection.executemany(
        "INSERT INTO host_leases (host, holder, fence, expires_at, not_before) "
        "VALUES (?, '', 0, 0, ?) ON CONFLICT (host) DO UPDATE SET not_before = "
        "CASE WHEN excluded.not_before > host_leases.not_before THEN excluded.not_before "
        "ELSE host_leases.not_before END",
        [(host, now + seconds) for host, seconds in sorted(pauses.items())],
    )


def take_leases(
    connection: Writer, pauses: Mapping[str, float], tenant: Tenant, seconds: float, now: float
) -> list[Lease | TakenHost]:
    """Lease hosts for so many seconds; raises RunEnded.

    With each host comes how long it has to be left alone after a request.
    """
    _stay(connection, tenant)
    return [
        _take(connection, host, tenant, now, (now + seconds, pause))
        for host, pause in sorted(pauses.items())
    ]


def _stay(connection: Writer, tenant: Tenant) -> None:
    # It changes nothing, but locks the row: while a lease is given, no other run can begin, and no
    # other place can look at the same hosts.
    statement = "UPDATE host_leases SET holder = holder WHERE host = ? AND holder = ?"
    if connection.execute(statement, (_RUN, tenant.run)).rowcount != 1:
        raise RunEnded


def _take(
    connection: Writer, host: str, tenant: Tenant, now: float, end: tuple[float, float]
) -> Lease | TakenHost:
    until, pause = end
    connection.execute(
        "INSERT INTO host_leases (host, holder, fence, expires_at, not_before) "
        "VALUES (?, '', 0, 0, 0) ON CONFLICT (host) DO NOTHING",
        (host,),
    )
    row = connection.execute(
        "SELECT holder, fence, expires_at, not_before FROM host_leases WHERE host = ?", (host,)
    ).fetchone()
    holder, fence, expires_at, not_before = row
    # Its own, if the answer to the first request for it was lost.
    if expires_at > now and holder != tenant.name:
        return TakenHost(host, expires_at - now)
    connection.execute(
        "UPDATE host_leases SET holder = ?, fence = ?, expires_at = ?, not_before = ? "
        "WHERE host = ?",
        (tenant.name, fence + 1, until, max(not_before, until + pause), host),
    )
    return Lease(host, fence + 1, max(0.0, not_before - now))


def renew_leases(
    connection: Writer,
    held: Sequence[tuple[Lease, float]],
    tenant: Tenant,
    seconds: float,
    now: float,
) -> set[str]:
    """Hold leases for so many seconds from now on; return the hosts that are still held.

    With each comes how long its host has to be left alone after a request. Raises RunEnded.
    """
    _stay(connection, tenant)
    return {
        lease.host
        for lease, pause in held
        if connection.execute(
            "UPDATE host_leases SET expires_at = :until, not_before = CASE "
            "WHEN not_before > :after THEN not_before ELSE :after END "
            "WHERE host = :host AND holder = :holder AND fence = :fence AND expires_at > :now",
            {
                "until": now + seconds,
                "after": now + seconds + pause,
                "host": lease.host,
                "holder": tenant.name,
                "fence": lease.fence,
                "now": now,
            },
        ).rowcount
    }


def release_leases(
    connection: Writer, held: Sequence[tuple[Lease, float]], tenant: Tenant, now: float
) -> None:
    """Let hosts go. With each comes in how many seconds the next request may be sent to it."""
    _stay(connection, tenant)
    connection.executemany(
        "UPDATE host_leases SET expires_at = ?, not_before = ? "
        "WHERE host = ? AND holder = ? AND fence = ? AND expires_at > ?",
        [(now, now + pause, lease.host, tenant.name, lease.fence, now) for lease, pause in held],
    )
