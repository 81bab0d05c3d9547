"""Turns at addresses: many hosts behind one server, one host with many servers."""

import asyncio
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fetch.conftest import Names, Page, Server, quick
from tests.fetch.politeness.test_pace import Timeline

from tidings.fetch.client import WebFetcher
from tidings.fetch.politeness.address_turns import AddressTurns
from tidings.fetch.politeness.gate import Turn
from tidings.fetch.politeness.pace import Pace
from tidings.model.web.exchange import Request, Response
from tidings.model.web.request_log import LoggedRequest
from tidings.settings.tree import FetchSettings

SETTINGS = FetchSettings(
    delay=1.0, domain_delay=0.5, address_delay=0.1, per_address=2, concurrency=100
)


async def starts(
    settings: FetchSettings, calls: list[tuple[str, str]], seconds: float = 0.0
) -> list[tuple[str, str, float]]:
    """Take turns for (host, address) pairs; return who started when, from 0."""
    clock = Timeline()
    pace = Pace(settings, clock, clock.sleep)
    started: list[tuple[str, str, float]] = []

    async def call(host: str, address: str) -> None:
        turn = await pace.turn(host, None, address)
        assert isinstance(turn, Turn)
        started.append((host, address, turn.at - 1000.0))
        if seconds:
            await clock.sleep(seconds)
        pace.leave(host, address)

    await clock.run([asyncio.ensure_future(call(*each)) for each in calls])
    return started


def gaps(started: list[tuple[str, str, float]], column: int, name: str) -> list[float]:
    moments = sorted(each[2] for each in started if each[column] == name)
    return [later - earlier for earlier, later in pairwise(moments)]


async def test_sites_at_one_address_start_one_after_another() -> None:
    started = await starts(SETTINGS, [(f"h{n}.test{n}", "10.0.0.1") for n in range(5)])
    assert min(gaps(started, 1, "10.0.0.1")) >= 0.1 - 1e-9
    assert max(each[2] for each in started) < 0.5


async def test_a_slow_address_does_not_hold_up_the_others() -> None:
    slow = [(f"s{n}.test{n}", "10.0.0.1") for n in range(6)]
    quick_ones = [(f"q{n}.site{n}", f"10.0.1.{n}") for n in range(6)]
    started = await starts(SETTINGS, [*slow, *quick_ones], seconds=60.0)
    moments = {host: at for host, _, at in started}
    assert all(moments[host] < 0.01 for host, _ in quick_ones)
    assert sorted(moments[host] for host, _ in slow)[2] >= 60.0  # two at a time


async def test_hosts_of_one_domain_at_other_addresses_do_not_wait_for_a_full_one() -> None:
    calls = [("a.one.test", "10.0.0.1"), ("b.one.test", "10.0.0.1"), ("c.one.test", "10.0.0.1")]
    started = await starts(SETTINGS, [*calls, ("d.one.test", "10.0.0.2")], seconds=60.0)
    moments = {host: at for host, _, at in started}
    assert moments["d.one.test"] <= 2.0
    assert moments["c.one.test"] >= 60.0


CALLS = st.lists(
    st.tuples(
        st.sampled_from(["a.x.test", "b.x.test", "c.y.test", "d.z.test"]),
        st.sampled_from(["10.0.0.1", "10.0.0.2"]),
    ),
    max_size=12,
)


@given(CALLS, st.sampled_from([0.0, 0.3, 5.0]))
async def test_every_gate_keeps_its_delay_and_everyone_gets_a_turn(
    calls: list[tuple[str, str]], seconds: float
) -> None:
    started = await starts(SETTINGS, calls, seconds)
    assert len(started) == len(calls)
    for address in ("10.0.0.1", "10.0.0.2"):
        assert all(gap >= 0.1 - 1e-6 for gap in gaps(started, 1, address))
    for host in {host for host, _ in calls}:
        assert all(gap >= 1.0 - 1e-6 for gap in gaps(started, 0, host))


async def test_a_host_at_a_full_address_is_not_ready() -> None:
    clock = Timeline()
    pace = Pace(replace(SETTINGS, per_address=1), clock, clock.sleep)
    assert isinstance(await pace.turn("a.test", None, "10.0.0.1"), Turn)
    pace.leave("a.test", "10.0.0.1")
    clock.now += 5
    assert isinstance(await pace.turn("b.site", None, "10.0.0.1"), Turn)
    assert pace.ready_at("a.test") > clock.now
    assert pace.ready_at("c.other") == 0.0


async def test_the_delay_is_kept_after_a_start_of_another_process() -> None:
    clock = Timeline()
    pace = Pace(SETTINGS, clock, clock.sleep)
    pace.note_start("a.test", "10.0.0.1", clock.now - 1.0, 7.0)
    assert pace.ready_at("a.test") == clock.now + 6.0


async def test_a_race_waits_at_the_gate_of_each_address() -> None:
    clock = Timeline()
    pace = Pace(SETTINGS, clock, clock.sleep)
    entered: list[tuple[str, float]] = []

    async def race() -> None:
        turn = await pace.turn("a.test", None, "10.0.0.1")
        assert isinstance(turn, Turn)
        turns = AddressTurns(pace, "a.test", ("10.0.0.1", "10.0.0.2"), turn)
        await turns.enter("10.0.0.1")
        entered.append(("10.0.0.1", clock.now - 1000.0))
        await turns.enter("10.0.0.2")
        entered.append(("10.0.0.2", clock.now - 1000.0))
        assert turns.turn_at("10.0.0.1") is turn
        assert turns.turn_at("10.0.0.2") == Turn(clock.now, 0.0, 0.0, 0.1)
        turns.leave("10.0.0.1")
        turns.close()

    pace.note_start("b.site", "10.0.0.2", clock.now, 1.0)
    await clock.run([asyncio.ensure_future(race())])
    assert entered == [("10.0.0.1", 0.0), ("10.0.0.2", pytest.approx(0.1))]
    # The race was one turn of the host, and its delay counts from the last attempt.
    assert pace.ready_at("a.test") == pytest.approx(1001.1)
    assert pace._addresses["10.0.0.1"].running == pace._addresses["10.0.0.2"].running == 0
    assert pace._addresses["10.0.0.1"].holders == pace._addresses["10.0.0.2"].holders == 0


async def test_a_race_that_is_cancelled_at_a_gate_holds_nothing() -> None:
    clock = Timeline()
    pace = Pace(replace(SETTINGS, per_address=1), clock, clock.sleep)
    assert isinstance(await pace.turn("b.site", None, "10.0.0.2"), Turn)
    turn = await pace.turn("a.test", None, "10.0.0.1")
    assert isinstance(turn, Turn)
    turns = AddressTurns(pace, "a.test", ("10.0.0.1", "10.0.0.2"), turn)
    waiting = asyncio.ensure_future(turns.enter("10.0.0.2"))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    turns.close()
    server = pace._addresses["10.0.0.2"]
    assert (server.running, server.holders, server.waiting) == (1, 1, 0)


async def test_the_request_goes_to_the_address_of_its_turn(server: Server) -> None:
    server.routes["/a"] = Page(b"here")
    logged: list[LoggedRequest] = []
    names = Names(two_test=[["127.0.0.2", "127.0.0.3"]])
    async with WebFetcher(quick(), resolver=names, on_request=logged.append) as fetcher:
        outcome = await fetcher.fetch(Request(server.url("/a", "two.test")))
    assert isinstance(outcome, Response)
    assert outcome.address == "127.0.0.2"
    assert [(entry.path, entry.address, entry.status) for entry in logged] == [
        ("/robots.txt", "127.0.0.2", 404),
        ("/a", "127.0.0.2", 200),
    ]


async def test_an_address_that_cannot_be_reached_leads_to_the_next_one(server: Server) -> None:
    server.routes["/a"] = Page(b"here")
    logged: list[LoggedRequest] = []
    names = Names(two_test=[["::1", "127.0.0.3"]])  # nothing listens at ::1
    settings = quick(allow_private=("127.0.0.0/8", "::1/128"))
    async with WebFetcher(settings, resolver=names, on_request=logged.append) as fetcher:
        outcome = await fetcher.fetch(Request(server.url("/a", "two.test")))
    assert isinstance(outcome, Response)
    assert outcome.address == "127.0.0.3"
    # The page comes over the reused connection, and its entry says so.
    assert [entry.address for entry in logged] == ["127.0.0.3", "127.0.0.3"]
    assert [entry.status for entry in logged] == [404, 200]


async def test_each_hop_and_each_refusal_is_logged(server: Server) -> None:
    server.routes["/robots.txt"] = Page(b"User-agent: tidings\nDisallow: /shut\n")
    server.routes["/a"] = Page(status=302, headers=(("Location", "/shut/b"),))
    logged: list[LoggedRequest] = []
    async with WebFetcher(quick(), on_request=logged.append) as fetcher:
        await fetcher.fetch(Request(server.url("/a"), site=7))
    assert [(entry.path, entry.status, entry.sent, entry.site) for entry in logged] == [
        ("/robots.txt", 200, True, 7),
        ("/a", 302, True, 7),
        ("/shut/b", None, False, 7),
    ]
    assert server.paths() == ["/robots.txt", "/a"]
