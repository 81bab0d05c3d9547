"""What may happen to the servers of a home, and when."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from tests.chaos.failing_servers import FailingServers
from tests.store.database.cut_link import Cut
from tests.store.files.faulty_proxy import Fault

COMMIT = b"COMMIT\0"  # the whole statement, not READ COMMITTED

Action = Callable[[FailingServers], None]


def _nothing(servers: FailingServers) -> None:
    pass


@dataclass(frozen=True, slots=True)
class ServerFault:
    """One fault: how it begins and how it ends."""

    name: str
    begin: Action
    end: Action = _nothing

    def __str__(self) -> str:
        return self.name


def restart(mode: str) -> ServerFault:
    """Return a restart of PostgreSQL, in a mode of `pg_ctl`."""

    def begin(servers: FailingServers) -> None:
        servers.postgres.stop(mode)

    return ServerFault(f"PostgreSQL stopped ({mode})", begin, lambda each: each.postgres.start())


def _cut_commit(moment: Cut) -> ServerFault:
    def begin(servers: FailingServers) -> None:
        servers.link.cut_at(COMMIT, moment)

    return ServerFault(f"link cut at COMMIT: {moment}", begin)


def _store_fault(name: str, fault: Fault) -> ServerFault:
    def begin(servers: FailingServers) -> None:
        servers.proxy.fail(fault)

    return ServerFault(f"S3 {name}", begin, lambda each: each.proxy.heal())


KILLED = ServerFault(
    "PostgreSQL killed (-9)", lambda each: each.postgres.kill(), lambda each: each.postgres.start()
)
LINK_CUT = ServerFault(
    "link to PostgreSQL cut", lambda each: each.link.refuse(), lambda each: each.link.accept()
)
LINKS_RESET = ServerFault("all connections to PostgreSQL reset", lambda each: each.link.cut_all())
COMMITS_CUT = tuple(map(_cut_commit, Cut))
RESTARTS = (restart("fast"), restart("immediate"), KILLED)
S3_ERRORS = _store_fault("answers 500", Fault.ERROR)
S3_DRIPS = _store_fault("answers byte by byte", Fault.DRIP)
S3_HANGS = _store_fault("does not answer", Fault.HANG)
S3_LOSES = _store_fault("cut after the request", Fault.LOSE)
S3_CUT = _store_fault("cut before the request", Fault.CUT)
S3_REFUSES = ServerFault(
    "S3 refuses connections", lambda each: each.proxy.refuse(), lambda each: each.proxy.accept()
)
S3_FAULTS = (S3_ERRORS, S3_DRIPS, S3_HANGS, S3_LOSES, S3_CUT, S3_REFUSES)


def both(first: ServerFault, second: ServerFault) -> ServerFault:
    """Return two faults at once."""

    def begin(servers: FailingServers) -> None:
        first.begin(servers)
        second.begin(servers)

    def end(servers: FailingServers) -> None:
        first.end(servers)
        second.end(servers)

    return ServerFault(f"{first.name}; {second.name}", begin, end)


@dataclass(frozen=True, slots=True)
class PlannedFault:
    """A fault with its time."""

    fault: ServerFault
    after_commits: int  # since the fault before
    seconds: float  # from its beginning to its end
    kills_crawler: bool = False  # while it waits for the server


def chance_plan(seed: int, count: int = 5) -> tuple[PlannedFault, ...]:
    """Return faults of all kinds in a random order; the same for the same seed."""
    rng = Random(seed)
    single = (*RESTARTS, LINK_CUT, LINKS_RESET, *COMMITS_CUT, *S3_FAULTS)
    pairs = [both(rng.choice((*RESTARTS, LINK_CUT)), rng.choice(S3_FAULTS)) for _ in range(3)]
    return tuple(
        PlannedFault(
            rng.choice((*single, *pairs)),
            rng.randint(1, 4),
            rng.choice((0.3, 1.0, 3.0)),
            rng.random() < 0.15,
        )
        for _ in range(count)
    )


def end_all(servers: FailingServers) -> None:
    """End whatever a test that failed has left."""
    servers.link.accept()
    servers.proxy.accept()
    servers.proxy.heal()
    with suppress(FileNotFoundError):
        if servers.postgres.pid:
            return
    servers.postgres.start()
