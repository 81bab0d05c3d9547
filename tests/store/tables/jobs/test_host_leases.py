"""Leases of hosts, on both databases: whatever the order, one holder at a time."""

import itertools
from dataclasses import dataclass, field
from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tidings.store.database.database import Database
from tidings.store.tables.jobs.host_leases import (
    Lease,
    RunEnded,
    TakenHost,
    Tenant,
    begin_run,
    lease_clock,
    note_pauses,
    release_leases,
    renew_leases,
    take_leases,
)

FIRST, SECOND = Tenant("run", "a"), Tenant("run", "b")
PAUSE = 2.0
SECONDS = 20.0


def begin(database: Database, run: str = "run", now: float = 0.0) -> dict[str, float]:
    return database.write(partial(begin_run, run=run, now=now)).result()


def take(database: Database, tenant: Tenant, now: float, host: str = "a.org") -> Lease | TakenHost:
    work = partial(take_leases, pauses={host: PAUSE}, tenant=tenant, seconds=SECONDS, now=now)
    return database.write(work).result()[0]


def renew(database: Database, lease: Lease, tenant: Tenant, now: float) -> bool:
    held = [(lease, PAUSE)]
    work = partial(renew_leases, held=held, tenant=tenant, seconds=SECONDS, now=now)
    return lease.host in database.write(work).result()


def release(
    database: Database, lease: Lease, tenant: Tenant, now: float, pause: float = PAUSE
) -> None:
    work = partial(release_leases, held=[(lease, pause)], tenant=tenant, now=now)
    database.write(work).result()


def test_a_host_has_one_holder_and_each_gets_a_higher_number(database: Database) -> None:
    begin(database)
    first = take(database, FIRST, 0.0)
    assert first == Lease("a.org", 1)
    assert take(database, SECOND, 5.0) == TakenHost("a.org", 15.0)
    assert take(database, SECOND, 20.0) == Lease("a.org", 2, wait=PAUSE)


def test_who_comes_next_waits_for_the_delay_after_a_release(database: Database) -> None:
    begin(database)
    first = take(database, FIRST, 0.0)
    assert isinstance(first, Lease)
    release(database, first, FIRST, 3.0, pause=1.5)
    second = take(database, SECOND, 4.0)
    assert isinstance(second, Lease)
    assert second.wait == pytest.approx(0.5)


def test_a_place_whose_answer_was_lost_gets_its_own_host_again(database: Database) -> None:
    begin(database)
    take(database, FIRST, 0.0)
    assert take(database, FIRST, 5.0) == Lease("a.org", 2, wait=15.0 + PAUSE)


def test_a_lease_that_has_expired_is_neither_renewed_nor_released(database: Database) -> None:
    begin(database)
    first = take(database, FIRST, 0.0)
    assert isinstance(first, Lease)
    assert renew(database, first, FIRST, 10.0)
    assert not renew(database, first, FIRST, 30.0)
    release(database, first, FIRST, 30.0, pause=0.0)
    second = take(database, SECOND, 30.0)
    assert second == Lease("a.org", 2, wait=PAUSE)
    assert not renew(database, first, FIRST, 31.0)
    release(database, first, FIRST, 31.0)
    assert isinstance(take(database, FIRST, 32.0), TakenHost)


def test_the_places_of_an_ended_run_lease_and_renew_nothing(database: Database) -> None:
    begin(database)
    first = take(database, FIRST, 0.0)
    assert isinstance(first, Lease)
    assert begin(database, "another", 5.0) == {"a.org": 15.0 + PAUSE}
    with pytest.raises(RunEnded):
        renew(database, first, FIRST, 6.0)
    with pytest.raises(RunEnded):
        take(database, FIRST, 6.0, "b.org")
    later = Tenant("another", "a")
    assert isinstance(take(database, later, 6.0), TakenHost)
    assert take(database, later, 20.0) == Lease("a.org", 2, wait=PAUSE)


def test_a_run_forgets_hosts_that_may_be_asked(database: Database) -> None:
    begin(database)
    take(database, FIRST, 0.0)
    assert begin(database, "another", 100.0) == {}


def test_hosts_that_a_crawl_has_asked_just_now_are_left_alone(database: Database) -> None:
    begin(database)
    database.write(partial(note_pauses, pauses={"a.org": 3.0}, now=0.0)).result()
    database.write(partial(note_pauses, pauses={"a.org": 1.0}, now=0.0)).result()
    assert take(database, FIRST, 1.0) == Lease("a.org", 1, wait=2.0)


def test_the_clock_is_that_of_the_database(database: Database) -> None:
    first, second = lease_clock(database.read()), lease_clock(database.read())
    assert 1.7e9 < first <= second


@dataclass
class Place:
    """What a place believes; it asks a host only while its own time runs."""

    tenant: Tenant
    lease: Lease | None = None
    until: float = 0.0
    ready: float = 0.0
    asked: list[float] = field(default_factory=list)


Steps = st.lists(
    st.tuples(
        st.integers(0, 2),
        st.sampled_from(["take", "ask", "renew", "lost renewal", "release", "forget"]),
        st.sampled_from([0.0, 0.3, 1.0, 4.0, 11.0, 30.0]),
    ),
    max_size=25,
)


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=Steps)
def test_no_host_is_asked_by_two_or_too_soon(
    database: Database, steps: list[tuple[int, str, float]]
) -> None:
    """Places die, are cut off, and renew in vain, in any order; requests keep the delay."""
    begin(database, "none", 1e9)  # forget what earlier examples left
    begin(database)
    now, places = 0.0, [Place(Tenant("run", name)) for name in "abc"]
    for number, act, seconds in steps:
        now += seconds
        _do(database, places[number], act, now)
    asked = sorted((at, place.tenant.place) for place in places for at in place.asked)
    for (at, place), (later, other) in itertools.pairwise(asked):
        assert place == other or later - at >= PAUSE


def _do(database: Database, place: Place, act: str, now: float) -> None:
    if act == "take" and place.lease is None:
        given = take(database, place.tenant, now)
        if isinstance(given, Lease):
            place.lease, place.until, place.ready = given, now + SECONDS, now + given.wait
    elif act == "ask" and place.lease and place.ready <= now < place.until:
        place.asked.append(now)
        place.ready = max(place.ready, now + PAUSE)
    elif act == "renew" and place.lease and now < place.until:
        if renew(database, place.lease, place.tenant, now):
            place.until = now + SECONDS
    elif act == "lost renewal" and place.lease and now < place.until:
        renew(database, place.lease, place.tenant, now)  # committed, but the answer is lost
    elif act == "release" and place.lease:
        release(database, place.lease, place.tenant, now, max(0.0, place.ready - now))
        place.lease = None
    elif act == "forget":  # the place dies, and another begins
        place.lease = None
