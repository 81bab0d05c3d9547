"""Turns by a clock that only sleeping moves: who starts when, and who waits."""

import asyncio
from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from tests.fetch.conftest import Clock

from tidings.fetch.politeness.gate import ClosedHost, Turn
from tidings.fetch.politeness.pace import Pace
from tidings.model.web.reason import Reason
from tidings.settings.tree import FetchSettings

SETTINGS = FetchSettings(delay=1.0, domain_delay=0.5, per_host=2, concurrency=100)


class Timeline:
    """A clock for many sleepers: it moves to the next alarm once all are waiting."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._alarms: list[tuple[float, asyncio.Future[None]]] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        alarm = asyncio.get_running_loop().create_future()
        self._alarms.append((self.now + seconds, alarm))
        await alarm

    async def run(self, tasks: list[asyncio.Task[None]]) -> None:
        while not all(task.done() for task in tasks):
            for _ in range(20):
                await asyncio.sleep(0)
            self._alarms = [(at, alarm) for at, alarm in self._alarms if not alarm.done()]
            if self._alarms:
                at, alarm = min(self._alarms, key=lambda pair: pair[0])
                self.now = max(self.now, at)
                alarm.set_result(None)
        await asyncio.gather(*tasks)


async def starts(
    settings: FetchSettings, hosts: list[str], seconds: float = 0.0
) -> list[tuple[str, float]]:
    """Take a turn for one host after another; return who started when, from 0."""
    clock = Timeline()
    pace = Pace(settings, clock, clock.sleep)
    started: list[tuple[str, float]] = []

    async def call(host: str) -> None:
        assert isinstance(await pace.turn(host), Turn)
        started.append((host, clock.now - 1000.0))
        if seconds:
            await clock.sleep(seconds)
        pace.leave(host)

    await clock.run([asyncio.ensure_future(call(host)) for host in hosts])
    return started


def min_gap(moments: list[float]) -> float:
    gaps = [later - sooner for sooner, later in pairwise(moments)]
    return round(min(gaps, default=float("inf")), 6)


async def test_one_host_gets_a_request_per_delay() -> None:
    assert await starts(SETTINGS, ["a.test"] * 4) == [("a.test", float(n)) for n in range(4)]


async def test_hosts_of_one_domain_take_turns_at_the_domains_delay() -> None:
    got = await starts(SETTINGS, ["a.x.test", "b.x.test", "c.x.test", "d.x.test"])
    assert [at for _, at in got] == [0.0, 0.5, 1.0, 1.5]


async def test_no_host_of_a_domain_starves() -> None:
    got = await starts(SETTINGS, ["a.x.test"] * 5 + ["b.x.test"] + ["c.x.test"])
    assert {host for host, at in got if at <= 1.0} == {"a.x.test", "b.x.test", "c.x.test"}


async def test_unrelated_hosts_do_not_wait_for_each_other() -> None:
    got = await starts(SETTINGS, ["a.test", "b.test", "127.0.0.1:1", "127.0.0.1:2", "localhost:3"])
    assert [at for _, at in got] == [0.0] * 5


async def test_the_domain_never_waits_longer_than_the_host() -> None:
    got = await starts(replace(SETTINGS, delay=0.25), ["a.x.test", "b.x.test"])
    assert [at for _, at in got] == [0.0, 0.25]


async def test_a_slow_host_has_no_more_than_its_share_of_requests() -> None:
    got = await starts(SETTINGS, ["a.test"] * 5, seconds=10.0)
    assert [at for _, at in got] == [0.0, 1.0, 10.0, 11.0, 20.0]


async def test_all_hosts_together_stay_below_the_concurrency() -> None:
    got = await starts(replace(SETTINGS, concurrency=2), ["a.t", "b.t", "c.t", "d.t"], seconds=5.0)
    assert [at for _, at in got] == [0.0, 0.0, 5.0, 5.0]


async def test_waiting_for_a_permit_does_not_bunch_the_requests_of_a_domain() -> None:
    hosts = ["z.test", "a.x.test", "b.x.test", "c.x.test"]
    got = await starts(replace(SETTINGS, concurrency=1), hosts, seconds=0.1)
    at = [moment for host, moment in got if host != "z.test"]
    assert min_gap(at) >= 0.5


@given(st.lists(st.sampled_from(["a.x.test", "b.x.test", "c.test", "10.0.0.1:80"]), max_size=12))
def test_no_two_starts_are_ever_too_close(hosts: list[str]) -> None:
    got = asyncio.run(starts(SETTINGS, hosts, seconds=0.7))
    assert sorted(host for host, _ in got) == sorted(hosts)
    for host in set(hosts):
        at = [moment for name, moment in got if name == host]
        assert min_gap(at) >= 1.0
    at = [moment for name, moment in got if name.endswith("x.test")]
    assert min_gap(at) >= 0.5


async def test_callers_of_one_host_are_served_in_order() -> None:
    clock, order = Timeline(), []
    pace = Pace(SETTINGS, clock, clock.sleep)

    async def call(number: int) -> None:
        await pace.turn("a.test")
        order.append(number)
        pace.leave("a.test")

    await clock.run([asyncio.ensure_future(call(number)) for number in range(8)])
    assert order == list(range(8))


async def test_a_crawl_delay_counts_from_the_last_start() -> None:
    clock = Clock()
    pace = Pace(SETTINGS, clock, clock.sleep)
    for delay in (None, 10.0, 10.0):  # robots.txt itself, then two pages
        assert isinstance(await pace.turn("a.test", delay), Turn)
        pace.leave("a.test")
    assert clock.slept == [10.0, 10.0]
    assert pace.ready_at("a.test") == clock.now + 10.0


async def test_ready_at_counts_waiting_callers() -> None:
    clock = Timeline()
    pace = Pace(SETTINGS, clock, clock.sleep)
    assert pace.ready_at("a.test") == 0.0
    await pace.turn("a.test")
    pace.leave("a.test")
    assert pace.ready_at("a.test") == 1001.0
    assert pace.ready_at("www.a.test") == 1000.5
    assert pace.ready_at("b.test") == 0.0
    waiting = [asyncio.ensure_future(pace.turn("a.test")) for _ in range(2)]
    await asyncio.sleep(0)
    assert pace.ready_at("a.test") == 1003.0
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert pace.ready_at("a.test") == 1001.0


async def test_a_cancelled_caller_leaves_nothing_behind() -> None:
    clock = Timeline()
    pace = Pace(replace(SETTINGS, per_host=1, concurrency=1), clock, clock.sleep)
    await pace.turn("a.test")
    waiting = [asyncio.ensure_future(pace.turn(host)) for host in ("a.test", "a.test", "b.test")]
    await asyncio.sleep(0)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    pace.leave("a.test")
    clock.now += 5
    for host in ("a.test", "b.test"):
        assert isinstance(await pace.turn(host), Turn)
        pace.leave(host)


async def test_a_closed_host_rejects_callers_until_shortly_before_it_opens() -> None:
    clock = Clock()
    pace = Pace(SETTINGS, clock, clock.sleep)
    pace.close("a.test", 100.0, Reason.SERVER_ERROR)
    pace.close("a.test", 50.0, Reason.TOO_MANY_REQUESTS)  # the longer time counts
    assert pace.ready_at("a.test") == clock.now + 100.0
    assert await pace.turn("a.test") == ClosedHost(100.0, Reason.SERVER_ERROR)
    clock.now += 75.0
    assert isinstance(await pace.turn("a.test"), Turn)
    assert clock.slept == [25.0]
    pace.leave("a.test")


async def test_a_host_that_closes_rejects_waiting_callers() -> None:
    clock = Timeline()
    pace = Pace(SETTINGS, clock, clock.sleep)
    assert isinstance(await pace.turn("a.test"), Turn)
    waiting = asyncio.ensure_future(pace.turn("a.test"))
    await asyncio.sleep(0)
    pace.close("a.test", 3600.0, Reason.TOO_MANY_REQUESTS)
    pace.leave("a.test")
    await clock.run([asyncio.ensure_future(_wait_for(waiting))])
    assert isinstance(waiting.result(), ClosedHost)


async def test_a_host_that_closes_while_its_caller_waits_for_a_permit_gets_no_request() -> None:
    clock = Timeline()
    pace = Pace(replace(SETTINGS, concurrency=1), clock, clock.sleep)
    assert isinstance(await pace.turn("a.test"), Turn)
    waiting = asyncio.ensure_future(pace.turn("b.test"))
    await asyncio.sleep(0)
    pace.close("b.test", 3600.0, Reason.TOO_MANY_REQUESTS)
    pace.leave("a.test")
    await clock.run([asyncio.ensure_future(_wait_for(waiting))])
    assert isinstance(waiting.result(), ClosedHost)
    assert not pace.permits.locked()


async def _wait_for(task: "asyncio.Task[Turn | ClosedHost]") -> None:
    await asyncio.wait([task])


async def test_a_clock_set_back_costs_little_more_than_a_delay() -> None:
    clock = Clock()
    pace = Pace(SETTINGS, clock, clock.sleep)
    await pace.turn("a.test")
    pace.leave("a.test")
    clock.now -= 3600.0
    await pace.turn("a.test")
    assert clock.slept == [1.0, 0.5]  # the host's, then the domain's


async def test_idle_hosts_are_dropped_and_busy_ones_kept() -> None:
    clock = Clock()
    pace = Pace(SETTINGS, clock, clock.sleep)
    pace.close("closed.test", 1e6, Reason.TOO_MANY_REQUESTS)
    await pace.turn("busy.test")
    for number in range(5000):
        await pace.turn(f"h{number}.test")
        pace.leave(f"h{number}.test")
        clock.now += 2.0
    assert len(pace._hosts) < 1100
    assert len(pace._domains) < 1100
    assert pace.ready_at("closed.test") > clock.now
    pace.leave("busy.test")


async def test_a_delay_counts_from_the_start_of_the_response() -> None:
    clock = Clock()
    pace = Pace(SETTINGS, clock, clock.sleep)
    assert isinstance(await pace.turn("a.example", 1.0, "192.0.2.1"), Turn)
    clock.now += 0.4  # the time to connect
    pace.note_response("a.example", "192.0.2.1")
    pace.leave("a.example", "192.0.2.1")
    answered = clock.now
    turn = await pace.turn("a.example", 1.0, "192.0.2.1")
    assert isinstance(turn, Turn)
    assert round(turn.at - answered, 6) == 1.0
